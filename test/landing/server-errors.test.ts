/** Commands whose servers do not answer name each of them with a fix on one line, and exit with code 78. */
import t from 'tap'
import { testDatabase, testNats } from '../support/servers.js'
import { program } from '../support/program.js'
import { runToEnd } from '../support/run-to-end.js'

t.setTimeout(120_000)

const runCli = async (given: Record<string, string>, args: string[]) =>
  await runToEnd([...program('ops/cli.ts'), ...args], {
    env: { ...process.env, DATABASE_CONTROL_URL: '', SECRET_KEY: 'a'.repeat(40), ...given },
  })

t.test('a command names the server it could not use', async (t) => {
  const there = { DATABASE_URL: await testDatabase(t), NATS_URL: (await testNats(t)).url }
  const noDatabase = { ...there, DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' }
  const noBroker = { ...there, NATS_URL: 'nats://127.0.0.1:1' }
  const noTables = { ...there, DATABASE_URL: there.DATABASE_URL.replace(/[^/]+$/, 'postgres') }
  const cases: Array<[given: Record<string, string>, args: string[], message: RegExp]> = [
    [
      noDatabase,
      ['status', '--once'],
      /^DATABASE_URL is a server that cannot be used \(.*ECONNREFUSED.*\): start the server/,
    ],
    [noDatabase, ['app', 'list'], /^DATABASE_URL is a server that cannot be used \(.*ECONNREFUSED/],
    [noBroker, ['status', '--once'], /^NATS_URL is a server that cannot be used \(.+\): start the server/],
    [
      noTables,
      ['dead', 'list'],
      /^DATABASE_URL is a database without Tripfold tables \(relation "parked_member" does not exist\): correct the address/,
    ],
  ]
  for (const [given, args, message] of cases) {
    const { code, out } = await runCli(given, args)
    t.match(out, message, args.join(' '))
    t.equal(out.trim().split('\n').length, 1, 'and nothing else')
    t.equal(code, 78)
  }
  t.equal(
    (await runCli(noBroker, ['dead', 'list'])).code,
    0,
    'a server that the command does not need may be down',
  )
  const misused = await runCli(noDatabase, ['dead', 'show'])
  t.equal(misused.code, 64, misused.out)
})
