import t from 'tap'
import pg from 'pg'
import { migrate } from '../../../db/pg/migrate.js'
import { testDatabase } from '../../support/servers.js'
import { until } from '../../support/until.js'

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

t.test('a migration that gets no lock lets others pass and tries again', async (t) => {
  const url = await testDatabase(t)
  const [holder, reader] = [
    new pg.Client({ connectionString: url }),
    new pg.Client({ connectionString: url }),
  ]
  for (const client of [holder, reader]) await client.connect()
  t.teardown(async () => {
    await Promise.all([holder.end(), reader.end()])
  })
  const soon = "'event_' || to_char((now() at time zone 'utc')::date + 3, 'YYYYMMDD')"
  const { rows } = await holder.query<{ name: string }>(`select ${soon} as name`)
  await holder.query(`drop table ${rows[0]?.name ?? ''}`)
  await holder.query(
    'begin; lock table event in access share mode; lock table event_default in access share mode',
  )
  let done = false
  const migrating = migrate(url).then(() => {
    done = true
  })
  await until('the migration waits for the lock', async () => {
    const waits =
      "select from pg_stat_activity where application_name = 'tripfold migrate' and wait_event_type = 'Lock'"
    return ((await reader.query(waits)).rowCount ?? 0) > 0
  })
  await reader.query("set lock_timeout = '5s'; select from event limit 1")
  t.notOk(done, 'a reader passed while the migration still had no lock')
  await holder.query('commit')
  await migrating
  t.equal((await reader.query(`select from pg_class where relname = ${soon}`)).rowCount, 1)
})
