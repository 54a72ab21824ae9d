import { spawn } from 'node:child_process'
import { readFileSync, statSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import t from 'tap'
import { freePort } from '../../ops/embedded/free-port.js'
import { ROOT, dataFiles } from '../../ops/config/paths.js'
import { sharedStack } from '../support/shared-stack.js'
import { paste, firstTripCommands, stackEnvironment } from '../support/stack.js'
import { until } from '../support/until.js'

t.setTimeout(500_000)

/** The blocks run about twenty programs, one after the other. */
const README_MS = 120_000

/**
 * What the README's reader waits for, in place of its `sleep 1` and `sleep 3`: a busy machine may need longer. Two
 * seconds more show that no other webhook follows. The shell writes to `file`, where the webhooks are counted.
 */
const waiting = (file: string): string => `
exec > '${file}'
wait_until () { tries=0; until eval "$1" || [ $tries -gt 100 ]; do tries=$((tries + 1)); sleep 0.25; done; }
trip_is_there () { api "$(ready base_url)/v2/trips/upcoming" | grep -q segment_count; }
webhooks_are_there () { [ "$(grep -o 'webhook [a-z.]*' '${file}' | wc -l)" -ge 3 ]; }
`

t.test(
  "the README's first request works as written, and the start prints a command that submits a first trip",
  async (t) => {
    const stack = await sharedStack()
    const { dir } = stack
    const blocks = [
      ...readFileSync(join(ROOT, 'README.md'), 'utf8').matchAll(
        /<!-- test\/landing\/clone-to-trip\.test\.ts runs this -->\n```sh\n([\s\S]*?)```/g,
      ),
    ].map((match) => (match[1] ?? '').replaceAll('./.tripfold/ready.json', dataFiles(dir).ready))
    const receiver = String(await freePort())
    const file = join(t.testdir({}), 'output')
    const lines = blocks
      .join('\n')
      .replaceAll('9000', receiver)
      .replace(/^sleep 1$/m, 'wait_until trip_is_there')
      .replace(/^sleep 3$/m, 'wait_until webhooks_are_there; sleep 2')
    t.notMatch(lines, /^sleep/m)
    await paste(waiting(file) + lines, README_MS)
    const output = readFileSync(file, 'utf8')
    const webhooks = [...output.matchAll(/webhook (\S+)/g)].map((match) => match[1])
    const [raws, shown, names, callback, more] = output
      .replaceAll(/webhook \S+\n/g, '')
      .replaceAll('\n', '')
      .split(/(?<=[\]}])(?=[[{])/)
      .map((text) => JSON.parse(text) as unknown)
    t.match(raws, [{ type: 'Air', status: 'Active', _id: Number }])
    t.match(shown, [{ segment_count: 1, segments: [{ type: 'Air', flight_num: '304' }] }])
    t.match(names, [/^Paris, /])
    t.match(callback, { url: `http://127.0.0.1:${receiver}/`, status: 'Active', signing_secret: /^whsec_/ })
    t.match(more, [{ type: 'Air', status: 'Active', _id: Number }])
    t.same(webhooks.sort(), ['batch.processed', 'segment.created', 'trip.updated'])
    const printed = stack
      .printed()
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('{'))
    t.equal(printed.length, 8, `progress, what runs where, and what to do:\n${stack.printed()}`)

    const { post, get } = firstTripCommands(stack)
    const accepted = JSON.parse(await paste(post)) as Array<{ type: string; status: string; _id: number }>
    t.same(
      accepted.map(({ type, status }) => ({ type, status })),
      [
        { type: 'Air', status: 'Active' },
        { type: 'Air', status: 'Active' },
      ],
    )
    t.ok(accepted.every(({ _id }) => Number.isSafeInteger(_id)))
    const [trip] = await until('the trip exists', async () => {
      const trips = JSON.parse(await paste(get)) as Array<{
        member_id: string
        destination: string
        segments: Array<{ type: string; flight_num: string }>
      }>
      return trips[0]?.segments.length === 2 ? trips : null
    })
    t.equal(trip?.member_id, stack.ready.member_id)
    t.same(
      trip?.segments.map((segment) => segment.type),
      ['Air', 'Air'],
    )

    const files = dataFiles(dir)
    t.equal(statSync(files.ready).mode & 0o777, 0o600, 'only its owner may read the ready file')
    t.match(await paste(`curl -s ${stack.ready.ops_url}/healthz`), /ok/)
    t.match(JSON.parse(await paste(`curl -s ${stack.ready.ops_url}/readyz`)), { status: 'ready' })

    const second = spawn(process.execPath, ['ops/bootstrap.mjs', 'start'], {
      cwd: ROOT,
      env: stackEnvironment(dir),
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    let refusal = ''
    second.stderr.on('data', (chunk: Buffer) => {
      refusal += chunk.toString()
    })
    const code = await new Promise((resolve) => second.once('exit', resolve))
    t.equal(code, 75, 'a second start with the same data folder stops')
    t.match(refusal, new RegExp(`already runs from this clone: process ${stack.supervisor}`))
    t.match(refusal, stack.ready.base_url)

    t.equal(
      await plainHttp(Number(new URL(stack.ready.base_url).port)),
      '',
      'the public port speaks no plain HTTP',
    )
  },
)

/**
 * What the port answers to a plain HTTP request; empty if it closes the connection without an HTTP answer.
 */
async function plainHttp(port: number): Promise<string> {
  return await new Promise((resolve) => {
    let answer = ''
    const socket = connect(port, '127.0.0.1', () => {
      socket.write('GET /v2/me HTTP/1.1\r\nHost: localhost\r\n\r\n')
    })
    socket.on('data', (chunk: Buffer) => {
      answer += chunk.toString('latin1')
    })
    socket.on('error', () => {
      resolve(answer)
    })
    socket.on('close', () => {
      resolve(/^HTTP/.test(answer) ? answer : '')
    })
  })
}
