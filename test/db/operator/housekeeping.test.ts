import t from 'tap'
import { connect } from '../../../db/pg/connect.js'
import { runHousekeeping } from '../../../db/operator/housekeeping.js'
import { firstIdAfter } from '../../../schemas/base/ids.js'
import { until } from '../../support/until.js'
import { silentLog } from '../../support/silent-log.js'
import { openAsRole, openDatabase } from '../../support/open-database.js'

const NEVER_STOPPED = new AbortController().signal
const DAY_MS = 86_400_000
/** The first id of 402 days ago. */
const OLD_ID = `${firstIdAfter(Date.now() - 402 * DAY_MS)}::bigint`

t.test('old rows are deleted, young ones stay', async (t) => {
  const { pool, knex } = await openAsRole(t, 'housekeeping')
  await pool.query(`
    insert into idempotency (key_hash, body_hash, batch_id, created)
    values ('old', '', 1, now() - interval '25 hours'), ('new', '', 2, now() - interval '23 hours')`)
  await pool.query(`
    insert into trip (member_id, id, status, privacy, personal, business, version, updated, doc,
      state)
    select 1, ${OLD_ID} + n, case n when 3 then 'Active' else 'Deleted' end, 'Private', false, false, 1,
      now() - (case n when 2 then 399 else 401 end) * interval '1 day', '', ''
    from generate_series(1, 3) n`)
  await pool.query(
    `
      insert into event (id, sequence, type, created, body)
        values (gen_random_uuid(), 1, 'x', now() - interval '31 days', ''),
          (gen_random_uuid(), 2, 'x', now(), '')`,
  )
  await pool.query(`
    insert into held_line (source, number_key, client_id, needs_proof, envelope, body, created)
    values ('airline_dl', '1', 'gds', true, '{}', '{}', now() - interval '31 days'),
      ('airline_dl', '1', 'gds', true, '{}', '{}', now() - interval '29 days')`)
  t.same(await runHousekeeping(knex, silentLog(), NEVER_STOPPED), {
    'idempotency keys older than 24 hours': 1,
    'feed lines held for 30 days': 1,
    'trips gone for 400 days': 1,
  })
  t.same((await pool.query(`select id - ${OLD_ID} as n from trip order by id`)).rows, [{ n: 2 }, { n: 3 }])
  t.same((await pool.query('select sequence from event')).rows, [{ sequence: 2 }])
})

t.test('attempts and deliveries are deleted with their events, and deferred deliveries resume', async (t) => {
  const { pool, knex } = await openAsRole(t, 'housekeeping')
  const day = async (days: number): Promise<string> =>
    (
      await pool.query<{ name: string }>(
        `select 'attempt_' || to_char((now() at time zone 'utc')::date + ${days}, 'YYYYMMDD') as name`,
      )
    ).rows[0]?.name ?? ''
  const [future, old] = [await day(7), await day(-31)]
  await pool.query(`
    drop table ${future};
    create table ${old} partition of attempt for values
      from ('${old.slice(8)}') to (('${old.slice(8)}'::date + 1)::timestamptz);
    insert into attempt (callback_id, event_id, event_at, no, at, state, ms, type, signed)
      select 1, gen_random_uuid(), at, 1, at, 'delivered', 1, 'trip.updated', ''
        from (values (now() - interval '40 days'), (now() - interval '5 days')) as a(at);
    insert into app (client_id, name) values ('a', 'A');
    insert into callback (id, client_id, url, status, events, ordered, max_in_flight, timeout_ms, secret)
      values (1, 'a', 'https://a.example', 'Active', '{*}', 'member', 1, 5000, '');
    insert into callback_due (callback_id) values (1);
    insert into delivery (callback_id, event_id, event_at, member_id, sequence, due_at, ordered)
      select 1, gen_random_uuid(), now() - days * interval '1 day', 7, n, due::timestamptz, true
        from (values (32, 1, 'now'), (2, 2, 'infinity'), (1, 3, 'infinity')) as d(days, n, due)`)
  t.match(await runHousekeeping(knex, silentLog(), NEVER_STOPPED), {
    'deliveries of events older than 30 days': 1,
  })
  t.same((await pool.query('select sequence, due_at < now() as due from delivery order by sequence')).rows, [
    { sequence: 2, due: true },
    { sequence: 3, due: false },
  ])
  t.same((await pool.query('select ready_at <= now() as ready from callback_due')).rows, [{ ready: true }])
  t.equal((await pool.query('select from attempt')).rowCount, 1)
  t.same(
    (
      await pool.query('select to_regclass($1) is not null as future, to_regclass($2) is not null as old', [
        future,
        old,
      ])
    ).rows,
    [{ future: true, old: false }],
  )
})

const expiredDeliveries = (count: number): string => `
  insert into delivery (callback_id, event_id, event_at, member_id, sequence, due_at, ordered)
  select 1, gen_random_uuid(), now() - interval '32 days', 7, n, null, false
    from generate_series(1, ${count}) n`

t.test('deliveries of expired events are deleted in one run, wherever they are in the table', async (t) => {
  const { pool, knex } = await openAsRole(t, 'housekeeping')
  await pool.query(expiredDeliveries(12_000))
  await pool.query(`
    insert into delivery (callback_id, event_id, event_at, sequence, ordered)
    select 2, gen_random_uuid(), now(), n, false from generate_series(1, 200000) n`)
  await pool.query(expiredDeliveries(100))
  t.same(await runHousekeeping(knex, silentLog(), NEVER_STOPPED), {
    'deliveries of events older than 30 days': 12_100,
  })
  t.same((await pool.query('select distinct callback_id from delivery')).rows, [{ callback_id: 2 }])
})

t.test('a step that fails does not affect the others', async (t) => {
  const { pool, knex } = await openAsRole(t, 'housekeeping')
  await pool.query('drop table idempotency')
  await pool.query(expiredDeliveries(1))
  const warned: unknown[] = []
  const log = {
    ...silentLog(),
    warn: (fields: Record<string, unknown>) => {
      warned.push(fields.what)
    },
  }
  t.same(await runHousekeeping(knex, log, NEVER_STOPPED), { 'deliveries of events older than 30 days': 1 })
  t.same(warned, ['idempotency keys older than 24 hours'])
})

t.test('once stopped it ends with the running statement', async (t) => {
  const { pool, knex } = await openAsRole(t, 'housekeeping')
  await pool.query(
    `
      insert into held_line (source, number_key, client_id, needs_proof, envelope, body, created)
        select 'airline_dl', '1', 'gds', true, '{}', '{}', now() - interval '31 days' from generate_series(1, 5001)`,
  )
  const stopping = new AbortController()
  knex.on('query-response', (_, query: { sql: string }) => {
    if (query.sql.includes('delete from held_line')) stopping.abort()
  })
  t.same(await runHousekeeping(knex, silentLog(), stopping.signal), {
    'feed lines held for 30 days': 5_000,
  })
})

t.test('deleted trips and segments are found by index', async (t) => {
  const { url, pool } = await openDatabase(t)
  await pool.query(`
    insert into trip (member_id, id, status, privacy, personal, business, version, updated, doc,
      state)
    select n, ${OLD_ID} + n, case n when 1 then 'Merged' else 'Active' end, 'Private', false, false, 1,
      now() - interval '401 days', '', ''
    from generate_series(1, 5000) n;
    insert into segment (member_id, id, type, status, confirmation_nos, raw_ids, version, updated, doc,
      provenance, state)
    select n, ${OLD_ID} + n, 'Air', case n when 1 then 'Deleted' else 'Active' end, '{}', '{}', 1,
      now() - interval '401 days', '', '', ''
    from generate_series(1, 5000) n`)
  await pool.query('analyze trip, segment')
  const worker = connect({ url, name: 'test housekeeping', log: silentLog() })
  t.same(await runHousekeeping(worker.knex, silentLog(), NEVER_STOPPED), {
    'segments gone for 400 days': 1,
    'trips gone for 400 days': 1,
  })
  await worker.close()
  await until(
    'both indexes to be used',
    async () =>
      (
        await pool.query(
          `
            select from pg_stat_user_indexes where indexrelname in ('segment_gone', 'trip_gone')
              and idx_scan > 0`,
        )
      ).rowCount === 2,
  )
})
