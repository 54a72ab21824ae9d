/** Operators say which application vouches for the loyalty numbers of a source, and count what is held. */
import t from 'tap'
import { runCli } from '../../../../ops/cli/program.js'
import { connect } from '../../../../db/pg/connect.js'
import { testDatabase } from '../../../support/servers.js'
import { silentLog } from '../../../support/silent-log.js'

t.setTimeout(100_000)

t.test('vouching and held lines', async (t) => {
  const databaseUrl = await testDatabase(t)
  const { pool, close } = connect({ url: databaseUrl, name: 'test', log: silentLog() })
  t.teardown(close)
  const before = { ...process.env }
  Object.assign(process.env, {
    DATABASE_URL: databaseUrl,
    NATS_URL: 'nats://127.0.0.1:1',
    SECRET_KEY: 'a secret of the tests, longer than thirty-two characters',
  })
  t.teardown(() => {
    process.env = before
  })
  const printed = t.capture(console, 'log')
  const errors = t.capture(console, 'error')
  const output = (): string =>
    printed()
      .map(({ args }) => args.join(' '))
      .join('\n')
  t.equal(await runCli(['app', 'add', '--name', 'Airline', '--feed']), 0)
  const [, id = ''] = /client_id +(\S+)/.exec(output()) ?? []
  t.equal(await runCli(['app', 'vouch', id, '--sources', 'airline_dl, nobody']), 1)
  t.match(errors(), [{ args: [/^--sources: there is no source nobody/] }])
  t.equal(await runCli(['app', 'vouch', id, '--sources', 'airline_dl, airline_ba']), 0)
  t.equal(await runCli(['app', 'list']), 0)
  t.match(output(), /vouches for airline_dl, airline_ba/)
  t.equal(await runCli(['app', 'no-vouch', id]), 0)
  t.equal(await runCli(['app', 'list']), 0)
  t.notMatch(output(), /vouches for airline_dl/)
  await pool.query(
    `insert into held_line (source, number_key, needs_proof, envelope, body)
      values ('airline_dl', '1', true, '{}', '{}')`,
  )
  t.equal(await runCli(['source', 'held']), 0)
  t.match(output(), /airline_dl +unregistered +1 +0/)
})
