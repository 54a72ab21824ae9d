/** Commands whose servers are not there: what to mend is said in a line each, with exit code 78. */
import { spawn } from 'node:child_process'
import t from 'tap'
import { ROOT } from '../../../ops/config/paths.js'
import { testDatabase, testNats } from '../../support/servers.js'

t.setTimeout(120_000)

const run = async (
  given: Record<string, string>,
  args: string[],
): Promise<{ code: number | null; said: string }> => {
  const child = spawn(process.execPath, ['--import', 'tsx', 'ops/cli.ts', ...args], {
    cwd: ROOT,
    env: { ...process.env, DATABASE_CONTROL_URL: '', SECRET_KEY: 'a'.repeat(40), ...given },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      said += chunk.toString()
    })
  return await new Promise((resolve) =>
    child.once('close', (code) => {
      resolve({ code, said })
    }),
  )
}

t.test('a command names the server that it could not use', async (t) => {
  const there = { DATABASE_URL: await testDatabase(t), NATS_URL: (await testNats(t)).url }
  const noDatabase = { ...there, DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' }
  const noBroker = { ...there, NATS_URL: 'nats://127.0.0.1:1' }
  const noTables = { ...there, DATABASE_URL: there.DATABASE_URL.replace(/[^/]+$/, 'postgres') }
  const wrong: Array<[given: Record<string, string>, args: string[], says: RegExp]> = [
    [
      noDatabase,
      ['status', '--once'],
      /^DATABASE_URL names a server that cannot be used \(.*ECONNREFUSED.*\): start the server/,
    ],
    [noDatabase, ['app', 'list'], /^DATABASE_URL names a server that cannot be used \(.*ECONNREFUSED/],
    [noBroker, ['status', '--once'], /^NATS_URL names a server that cannot be used \(.+\): start the server/],
    [
      noTables,
      ['dead', 'list'],
      /^DATABASE_URL names a database without our tables \(relation "parked_member" does not exist\): mend the address/,
    ],
  ]
  for (const [given, args, says] of wrong) {
    const { code, said } = await run(given, args)
    t.match(said, says, args.join(' '))
    t.equal(said.trim().split('\n').length, 1, 'and no more than that')
    t.equal(code, 78)
  }
  t.equal((await run(noBroker, ['dead', 'list'])).code, 0, 'what a command does not need may be away')
  const misused = await run(noDatabase, ['dead', 'show'])
  t.equal(misused.code, 64, misused.said)
})
