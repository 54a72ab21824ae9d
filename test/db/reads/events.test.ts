import t, { type Test } from 'tap'
import type pg from 'pg'
import { connect } from '../../../db/pg/connect.js'
import { countEvents, readEvents } from '../../../db/reads/events.js'
import { recentEvents } from '../../../db/reads/recent-events.js'
import type { EventQuery, RecentQuery } from '../../../schemas/webhooks/event-query.js'
import { countRows } from '../../support/count-rows.js'
import { logSettled } from '../../support/log-settled.js'
import { until } from '../../support/until.js'
import { silentLog } from '../../support/silent-log.js'
import { openDatabase } from '../../support/open-database.js'

const QUERY: EventQuery = {
  view: { client: 'app' },
  types: null,
  member: null,
  resource: null,
  since: null,
  undelivered: false,
  limit: 100,
  after: null,
}
const RECENT: RecentQuery = {
  type: null,
  member: null,
  resource: null,
  since: null,
  until: null,
  limit: 100,
  before: null,
}

async function addEvent(
  pool: pg.Pool,
  sequence: number,
  event: { member?: number; client?: string; days: number },
): Promise<void> {
  await pool.query(
    `
    insert into event (id, member_id, sequence, type, created, body, client_id)
    values (gen_random_uuid(), $1, $2::bigint, 'x', now() - $3 * interval '1 day', 'body ' || $2::text, $4)`,
    [event.member ?? null, sequence, event.days, event.client ?? null],
  )
}

async function authorize(pool: pg.Pool, client: string, member: string, days: number): Promise<void> {
  await pool.query(
    `insert into oauth_grant (client_id, member_id, created_at) select $1, n, now() - $2 * interval '1 day'
      from ${member} n`,
    [client, days],
  )
}

/** Rows of the log read so far by sessions that have ended. */
function rowsRead(pool: pg.Pool): () => Promise<number> {
  return async () =>
    Number(
      (
        await pool.query<{ n: string }>(
          "select sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::text as n from pg_stat_user_tables where relname like 'event\\_%'",
        )
      ).rows[0]?.n,
    )
}

t.test('applications with few and with many members read their events in log order', async (t) => {
  const { pool } = await openDatabase(t)
  await pool.query("insert into app (client_id, name) values ('app', 'A'), ('other', 'B')")
  await authorize(pool, 'app', 'generate_series(1, 2)', 10)
  await authorize(pool, 'app', 'generate_series(1, 1)', 5)
  await authorize(pool, 'other', 'generate_series(3, 3)', 10)
  await authorize(pool, 'app', 'generate_series(4, 4)', 10)
  await pool.query('update oauth_grant set revoked_at = now() where member_id = 4')
  await addEvent(pool, 1, { member: 2, days: 7 })
  await addEvent(pool, 2, { member: 1, days: 12 })
  await addEvent(pool, 3, { member: 1, days: 7 })
  await addEvent(pool, 4, { member: 3, days: 3 })
  await addEvent(pool, 5, { client: 'app', days: 3 })
  await addEvent(pool, 6, { member: 4, client: 'app', days: 2 })
  await addEvent(pool, 7, { member: 1, client: 'other', days: 2 })
  await addEvent(pool, 8, { member: 4, days: 2 })
  await addEvent(pool, 9, { member: 1, days: 0 })
  const seen = async (): Promise<void> => {
    const events = await readEvents(pool, QUERY)
    t.same(
      events.map((one) => one.sequence),
      [1, 3, 5, 6, 9],
    )
    t.same(
      (await readEvents(pool, { ...QUERY, after: events[1] ?? null, limit: 2 })).map((one) => one.sequence),
      [5, 6],
    )
    t.same(
      (await readEvents(pool, { ...QUERY, member: '1' })).map((one) => one.body),
      ['body 3', 'body 9'],
    )
    t.equal(await countEvents(pool, QUERY), 5)
    t.same(
      (await recentEvents(pool, 'app', RECENT)).map((one) => one.sequence),
      [9, 6, 5, 3, 1],
    )
    t.same(
      (await recentEvents(pool, 'app', { ...RECENT, before: events[2] ?? null })).map((one) => one.sequence),
      [3, 1],
    )
  }
  await logSettled(countRows(pool))
  await seen()
  await authorize(pool, 'app', 'generate_series(1001, 3000)', 10)
  await seen()
})

/** Number of log rows that `work` reads if `app` has two members and the log contains what `events` selects. */
async function rowsOf(t: Test, events: string, work: (pool: pg.Pool) => Promise<void>): Promise<number> {
  const { url, pool } = await openDatabase(t)
  await pool.query("insert into app (client_id, name) values ('app', 'A')")
  await authorize(pool, 'app', 'generate_series(1, 2)', 10)
  await pool.query(`insert into event (id, member_id, sequence, type, created, body, xid) ${events}`)
  await pool.query('analyze event, oauth_grant')
  await logSettled(countRows(pool))
  const read = rowsRead(pool)
  const before = await read()
  const reader = connect({ url, name: 'test reader', log: silentLog() })
  await work(reader.pool)
  await reader.close()
  return await until('the statistics', async () => (await read()) - before)
}

t.test('an application with few members reads no events of other members', async (t) => {
  // All in yesterday's partition, whatever the time: a small one would be scanned as a whole.
  const events = `
      select gen_random_uuid(), n, 1, 'x', date_trunc('day', now(), 'UTC') - n * interval '4 seconds', '', '3'
        from generate_series(1, 20000) n`
  const more = await rowsOf(t, events, async (pool) => {
    t.equal((await readEvents(pool, QUERY)).length, 2)
    t.equal(await countEvents(pool, QUERY), 2)
    t.equal((await recentEvents(pool, 'app', RECENT)).length, 2)
  })
  t.ok(more < 100, `${more} rows`)
})

t.test('an application whose few members fill the log reads a page in log order', async (t) => {
  const events = `
      select gen_random_uuid(), 1 + n % 2, n, 'x', now() - interval '1 hour', '', (n / 200 + 3)::text::xid8
        from generate_series(1, 100000) n`
  const more = await rowsOf(t, events, async (pool) => {
    t.equal((await readEvents(pool, QUERY)).length, 100)
  })
  t.ok(more < 60_000, `${more} rows`)
})
