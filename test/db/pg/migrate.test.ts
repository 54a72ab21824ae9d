import t from 'tap'
import pg from 'pg'
import { migrate } from '../../../db/pg/migrate.js'
import { testDatabase } from '../../support/servers.js'

t.test('several processes may migrate one database at once, and again later', async (t) => {
  const url = await testDatabase(t)
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  t.teardown(async () => {
    await client.end()
  })
  await client.query('drop schema public cascade; create schema public')
  await Promise.all([migrate(url), migrate(url), migrate(url)])
  // As left behind by a process that died while migrating.
  await client.query('update knex_migrations_lock set is_locked = 1')
  await migrate(url)
  const {
    rows: [days],
  } = await client.query("select count(*)::int as n from pg_inherits where inhparent = 'event'::regclass")
  t.equal(days.n, 9, 'today, the next seven days, and the default partition')
})
