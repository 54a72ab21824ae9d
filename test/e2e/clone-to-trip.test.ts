import { spawn } from 'node:child_process'
import { existsSync, statSync } from 'node:fs'
import { connect } from 'node:net'
import t from 'tap'
import { ROOT, runFiles } from '../../ops/paths.js'
import { allGone, paste, printedCommands, stackEnvironment, stackFolder, startStack } from '../support/stack.js'
import { until } from '../support/until.js'

t.setTimeout(500_000)

t.test('the start prints what hands in a batch and shows the trip, and leaves nothing behind', async t => {
  const dir = stackFolder(t)
  const stack = await startStack(t, dir)
  const [post = '', get = ''] = printedCommands(stack)
  const accepted = JSON.parse(await paste(post)) as Array<{ type: string, status: string, _id: number }>
  t.same(accepted.map(({ type, status }) => ({ type, status })), [{ type: 'Air', status: 'Active' }, { type: 'Air', status: 'Active' }])
  t.ok(accepted.every(({ _id }) => Number.isSafeInteger(_id)))
  const [trip] = await until('the trip is there', async () => {
    const trips = JSON.parse(await paste(get)) as Array<{ member_id: string, destination: string, segments: Array<{ type: string, flight_num: string }> }>
    return trips[0]?.segments.length === 2 ? trips : null
  })
  t.equal(trip?.member_id, stack.ready.member_id)
  t.same(trip?.segments.map(segment => segment.type), ['Air', 'Air'])

  const files = runFiles(dir)
  t.equal(statSync(files.ready).mode & 0o777, 0o600, 'only its owner may read the facts')
  t.match(await paste(`curl -s ${stack.ready.ops_url}/healthz`), /ok/)
  t.match(JSON.parse(await paste(`curl -s ${stack.ready.ops_url}/readyz`)), { status: 'ready' })

  const second = spawn(process.execPath, ['ops/bootstrap.mjs', 'start'], { cwd: ROOT, env: stackEnvironment(dir), stdio: ['ignore', 'ignore', 'pipe'] })
  let said = ''
  second.stderr.on('data', (chunk: Buffer) => { said += chunk.toString() })
  const code = await new Promise(resolve => second.once('exit', resolve))
  t.equal(code, 75, 'a second start from the same folder stops')
  t.match(said, new RegExp(`already runs from this clone: process ${stack.supervisor}`))
  t.match(said, stack.ready.base_url)

  t.equal(await plainHttp(Number(new URL(stack.ready.base_url).port)), '', 'the public port speaks no plain HTTP')

  stack.outer.kill('SIGTERM')
  t.same(await stack.ended, { code: 0, signal: null })
  await allGone(stack)
  t.notOk(existsSync(files.ready), 'the facts are gone with the stack')
  t.notOk(existsSync(files.lock))
})

/** What the port answers to a plain request, up to the first line's status; empty when it only hangs up. */
async function plainHttp (port: number): Promise<string> {
  return await new Promise(resolve => {
    let answer = ''
    const socket = connect(port, '127.0.0.1', () => { socket.write('GET /v2/me HTTP/1.1\r\nHost: localhost\r\n\r\n') })
    socket.on('data', (chunk: Buffer) => { answer += chunk.toString('latin1') })
    socket.on('error', () => { resolve(answer) })
    socket.on('close', () => { resolve(/^HTTP/.test(answer) ? answer : '') })
  })
}
