/**
 * What `attempt_days` (0300) throws away is bounded in a run, and another process may have done so just now. Deliveries are
 * not among it: they go with what stands behind them (db/operator/housekeeping.ts).
 */
import type { Knex } from 'knex'

const ATTEMPTS = "delete from attempt_other where at < (today - keep)::timestamp at time zone ''utc'';"
const BOUNDED =
  "delete from attempt_other where ctid in (select ctid from attempt_other where at < (today - keep)::timestamp at time zone ''utc'' limit 50000);"
const DELIVERIES = "delete from delivery where event_at < (today - keep)::timestamp at time zone ''utc'';"

/** Makes the function anew with other words in its text. */
async function reword(knex: Knex, words: Array<[was: string, now: string]>): Promise<void> {
  const text = words.reduce(
    (sql, [was, now]) => `replace(${sql}, '${was}', '${now}')`,
    "pg_get_functiondef('attempt_days(int, int)'::regprocedure)",
  )
  await knex.raw(`do $$ begin execute ${text}; end $$`)
}

export async function up(knex: Knex): Promise<void> {
  await reword(knex, [
    [ATTEMPTS, BOUNDED],
    [DELIVERIES, ''],
    ['drop table %I', 'drop table if exists %I'],
  ])
}

export async function down(knex: Knex): Promise<void> {
  await reword(knex, [
    [BOUNDED, `${ATTEMPTS} ${DELIVERIES}`],
    ['drop table if exists %I', 'drop table %I'],
  ])
}
