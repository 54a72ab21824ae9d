/** Commands whose servers do not answer name each of them with a fix on one line, and exit with code 78. */
import { spawn } from 'node:child_process'
import t from 'tap'
import { ROOT } from '../../ops/config/paths.js'
import { testDatabase, testNats } from '../support/servers.js'
import { program } from '../support/program.js'

t.setTimeout(120_000)

const runCli = async (
  given: Record<string, string>,
  args: string[],
): Promise<{ code: number | null; output: string }> => {
  const child = spawn(process.execPath, [...program('ops/cli.ts'), ...args], {
    cwd: ROOT,
    env: { ...process.env, DATABASE_CONTROL_URL: '', SECRET_KEY: 'a'.repeat(40), ...given },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString()
    })
  return await new Promise((resolve) =>
    child.once('close', (code) => {
      resolve({ code, output })
    }),
  )
}

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
    const { code, output } = await runCli(given, args)
    t.match(output, message, args.join(' '))
    t.equal(output.trim().split('\n').length, 1, 'and nothing else')
    t.equal(code, 78)
  }
  t.equal(
    (await runCli(noBroker, ['dead', 'list'])).code,
    0,
    'a server that the command does not need may be down',
  )
  const misused = await runCli(noDatabase, ['dead', 'show'])
  t.equal(misused.code, 64, misused.output)
})
