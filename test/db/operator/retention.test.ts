/** Partitions are dropped by the settings, and what is young stays. */
import t from 'tap'
import type pg from 'pg'
import { runHousekeeping } from '../../../db/operator/housekeeping.js'
import { readMemberHistory } from '../../../db/fold/member-history.js'
import { DEFAULT_RETENTION } from '../../../db/pg/retention.js'
import { firstIdAfter } from '../../../schemas/base/ids.js'
import { silentLog } from '../../support/silent-log.js'
import { openAsRole } from '../../support/open-database.js'

const NEVER_STOPPED = new AbortController().signal
const DAY_MS = 86_400_000
const idOfDay = (days: number): number => firstIdAfter(Date.now() + days * DAY_MS)

const partitions = async (pool: pg.Pool): Promise<string[]> =>
  (
    await pool.query<{ name: string }>('select name::text from raw_batch_part order by from_id nulls first')
  ).rows.map(({ name }) => name)

const insertBatch = async (pool: pg.Pool, member: number, id: number): Promise<void> => {
  await pool.query(
    `insert into raw_batch (member_id, id, seq, received, partition, n, failed, refused, kind, content)
     values ($1, $2, 1, now(), 1, 0, false, true, 'edit', '')`,
    [member, id],
  )
}

t.test('months of messages are dropped once they are old, and none without the setting', async (t) => {
  const { pool, knex } = await openAsRole(t, 'housekeeping')
  // As if the first part had ended 40 days ago, and a month after it.
  const [first, second] = [idOfDay(-40), idOfDay(-10)]
  await pool.query(`
    drop table raw_batch_first_part, raw_batch_last_part;
    create table raw_batch_first_part partition of raw_batch for values from (minvalue) to (${first});
    create table raw_batch_until_month partition of raw_batch for values from (${first}) to (${second});
    create table raw_batch_last_part partition of raw_batch for values from (${second}) to (maxvalue)`)
  const [old, middle, young] = [idOfDay(-50), idOfDay(-20), idOfDay(-1)]
  await pool.query("insert into member (id, doc) values ($1, ''), ($2, '')", [old, young])
  for (const id of [old, middle, young]) await insertBatch(pool, old, id)
  const ids = async (): Promise<number[]> =>
    (await pool.query<{ id: number }>('select id from raw_batch order by id')).rows.map((row) => row.id)

  await runHousekeeping(knex, silentLog(), NEVER_STOPPED)
  t.same(await ids(), [old, middle, young], 'by default they stay for ever')
  t.match(await readMemberHistory(pool, String(old)), { complete: true })

  await runHousekeeping(knex, silentLog(), NEVER_STOPPED, { ...DEFAULT_RETENTION, rawBatchDays: 32 })
  t.same(await ids(), [middle, young], 'the month that ended 40 days ago is dropped, no other')
  await runHousekeeping(knex, silentLog(), NEVER_STOPPED, { ...DEFAULT_RETENTION, rawBatchDays: 1 })
  t.same(await ids(), [middle, young], 'nor one that ended later, whatever the days')
  t.notOk((await partitions(pool)).includes('raw_batch_first_part'))
  t.match(await readMemberHistory(pool, String(old)), { complete: false })
  t.match(await readMemberHistory(pool, String(young)), { complete: true }, 'a younger member lost nothing')
})

t.test('the last partition is cut before its month begins, with what it holds', async (t) => {
  const { pool, knex } = await openAsRole(t, 'housekeeping')
  const from = idOfDay(-40)
  await pool.query(`
    drop table raw_batch_first_part, raw_batch_last_part;
    create table raw_batch_first_part partition of raw_batch for values from (minvalue) to (${from});
    create table raw_batch_last_part partition of raw_batch for values from (${from}) to (maxvalue)`)
  const [now, late] = [idOfDay(0), idOfDay(70)]
  await insertBatch(pool, 1, now)
  await runHousekeeping(knex, silentLog(), NEVER_STOPPED)
  await insertBatch(pool, 1, late)
  const { rows } = await pool.query('select tableoid::regclass::text as part, id from raw_batch order by id')
  t.match(rows, [
    { part: /^raw_batch_until_\d{6}$/, id: now },
    { part: 'raw_batch_last_part', id: late },
  ])
  t.equal((await partitions(pool)).length, 3)
  await runHousekeeping(knex, silentLog(), NEVER_STOPPED)
  t.equal((await partitions(pool)).length, 3, 'a second run has nothing to cut')
})

t.test('every setting of days is applied', async (t) => {
  const { pool, knex } = await openAsRole(t, 'housekeeping')
  await pool.query(`
    do $$ declare day date := (now() at time zone 'utc')::date - 8; root text; begin
      foreach root in array array['event', 'attempt', 'request_log'] loop
        execute format('create table %I partition of %I for values from (%L) to (%L)',
          root || '_' || to_char(day, 'YYYYMMDD'), root, day::timestamp at time zone 'utc',
          (day + 1)::timestamp at time zone 'utc');
      end loop;
    end $$;
    insert into past_document (member_id, id, version, updated, doc) values (1, 1, 1, now() - interval '20 days', '');
    insert into feed_report (client_id, day, feed, feeds, open, saved, started, lines, accepted, accounts, documents,
        bytes, rejected)
      select 'gds', (now() at time zone 'utc')::date - 8, 1, 1, 0, now(), now(), 0, 0, 0, 0, 0, '{}';
    insert into trip (member_id, id, status, privacy, personal, business, version, updated, doc, state)
      values (1, ${idOfDay(-9)}, 'Deleted', 'Private', false, false, 1, now() - interval '8 days', '', '')`)
  const left = async (): Promise<Record<string, boolean>> => {
    const { rows } = await pool.query<Record<string, boolean>>(`
      select to_regclass('event_' || day) is not null as event, to_regclass('attempt_' || day) is not null as attempt,
        to_regclass('request_log_' || day) is not null as request, exists (select from trip) as trip,
        exists (select from past_document) as shown, exists (select from feed_report) as feed
      from to_char((now() at time zone 'utc')::date - 8, 'YYYYMMDD') as day`)
    return rows[0] ?? {}
  }
  const all = { event: true, attempt: true, request: true, trip: true, shown: true, feed: true }
  await runHousekeeping(knex, silentLog(), NEVER_STOPPED)
  t.same(await left(), all)
  const keep = { ...DEFAULT_RETENTION }
  for (const [name, gone] of [
    ['attemptDays', { attempt: false }],
    ['requestDays', { request: false, feed: false }],
    ['goneDays', { trip: false }],
    ['eventDays', { event: false, shown: false }],
  ] as const) {
    keep[name] = 5
    Object.assign(all, gone)
    await runHousekeeping(knex, silentLog(), NEVER_STOPPED, keep)
    t.same(await left(), all, name)
  }
})
