import t from 'tap'
import { connect } from '../../../../../db/pg/connect.js'
import { runCli } from '../../../../../ops/cli/program.js'
import { testDatabase } from '../../../../support/servers.js'
import { runOperatorCommand } from '../../../../support/run-cli.js'
import { silentLog } from '../../../../support/silent-log.js'

t.test('what an operator changes is on record with the name, and can be exported', async (t) => {
  const databaseUrl = await testDatabase(t)
  const { pool, close } = connect({ url: databaseUrl, name: 'test', log: silentLog() })
  t.teardown(close)
  const before = { ...process.env }
  Object.assign(process.env, {
    DATABASE_URL: databaseUrl,
    NATS_URL: 'nats://127.0.0.1:1',
    SECRET_KEY: 'a secret of the tests, longer than thirty-two characters',
    OPERATOR: 'Ada Byron',
  })
  t.teardown(() => {
    process.env = before
  })
  const printed = t.capture(console, 'log')
  const output = (): string[] => printed().flatMap(({ args }) => args.join(' ').split('\n'))
  await pool.query(`
    insert into operator_command (partition, member_id, command, requested_by, reason, created)
      values (3, 17, 'drop', 'Grace', 'twice', '2026-02-03T10:00Z');
    insert into audit (event, actor_kind, actor_id, member_id, at)
      values ('signed_in', 'member', '17', 17, '2026-02-03T09:00Z'), ('signed_in', 'member', '18', 18, '2026-02-04T00:00Z')`)

  t.equal(await runCli(['source', 'priority', 'airline_dl', '7']), 0)
  delete process.env['OPERATOR']
  t.equal(await runCli(['source', 'deactivate', 'airline_dl']), 0)
  output()
  t.equal(await runCli(['audit', 'list', '--event', 'source_changed']), 0)
  const listed = output()
  t.match(
    listed[1],
    /source_changed +operator \S+@\S+ .*"status":"Inactive"/,
    'the newest first, by the account',
  )
  t.match(
    listed[2],
    /source_changed +operator Ada Byron .*"source":"airline_dl","priority":7|"priority":7,"source":"airline_dl"/,
  )
  t.equal(listed.length, 3)

  t.equal(await runCli(['audit', 'export', '--since', '2026-02-03', '--until', '2026-02-04']), 0)
  t.match(
    output().map((line) => JSON.parse(line) as unknown),
    [
      {
        at: '2026-02-03T09:00:00.000Z',
        event: 'signed_in',
        actor_kind: 'member',
        actor: '17',
        member_id: '17',
      },
      {
        event: 'operator_command',
        actor: 'Grace',
        member_id: '17',
        detail: { command: 'drop', reason: 'twice' },
      },
    ],
    'oldest first, up to the end',
  )
  t.equal(await runCli(['audit', 'export', '--actor', 'Grace']), 0)
  t.equal(output().length, 1)
  t.match(await runOperatorCommand(['audit', 'list', '--since', '3 March']), {
    code: 64,
    output: /--since <TIME>' argument '3 March' is invalid\. Give a date such as/,
  })
  t.match(await runOperatorCommand(['audit', 'list', '--limit', '0']), {
    code: 64,
    output: /--limit <N>' argument '0' is invalid\. Give a whole number from 1 to 10000/,
  })
})
