/**
 * Table partitions by time: made ahead, and dropped as a whole once everything in them is old enough. Both lock the whole
 * table, so that every commit waits as long as this waits behind somebody who reads it (a report, a dump). It waits for
 * a moment only: partitions are made days before they are needed, and what is not possible now is done by a later run.
 */
import type { Knex } from 'knex'
import { shownDays, type Retention } from './retention.js'

const AHEAD_DAYS = 7
/** As long as so many of them are there, nobody needs to know that more could not be made. */
const ENOUGH_DAYS = 3
const LOCK_TIMEOUT = "set local lock_timeout = '50ms'"
const LOCK_NOT_AVAILABLE = '55P03'

/** Null: nothing is dropped. */
type Days = Record<'event' | 'attempt' | 'request_log' | 'past_document' | 'raw_batch', number | null>

const MAINTAIN: ReadonlyArray<[table: keyof Days, sql: string]> = [
  ['event', maintainEvery(1)],
  ['attempt', maintainEvery(1)],
  ['request_log', maintainEvery(1)],
  ['past_document', maintainEvery(7)],
  ['raw_batch', 'select maintain_past_batches(:keep)'],
]

function maintainEvery(days: number): string {
  return `select maintain_partitions(:table, ${days}, :keep, ${AHEAD_DAYS})`
}

const NONE: Days = { event: null, attempt: null, request_log: null, past_document: null, raw_batch: null }

/**
 * Creates the table partitions of the coming days, weeks and months. Drops none. Rejects with an error of Postgres (55P03) if
 * days run short because somebody keeps a lock.
 */
export async function createTablePartitions(knex: Knex): Promise<void> {
  for (const { table, error } of await maintain(knex, NONE)) if (await runsShort(knex, table)) throw error
}

/** Drops the table partitions that `keep` does not ask for any more, unless they are locked. Days are those of UTC. */
export async function dropTablePartitions(knex: Knex, keep: Retention): Promise<void> {
  await maintain(knex, {
    event: keep.eventDays,
    attempt: keep.attemptDays,
    request_log: keep.requestDays,
    past_document: shownDays(keep.eventDays),
    raw_batch: keep.rawBatchDays === 0 ? null : keep.rawBatchDays,
  })
}

/** Returns the tables that are locked, of which nothing was changed. */
async function maintain(knex: Knex, days: Days): Promise<Array<{ table: keyof Days; error: unknown }>> {
  const locked = []
  for (const [table, sql] of MAINTAIN)
    try {
      await knex.transaction(async (trx) => {
        await trx.raw(LOCK_TIMEOUT)
        await trx.raw(sql, { table, keep: days[table] })
      })
    } catch (error) {
      if ((error as { code?: unknown }).code !== LOCK_NOT_AVAILABLE) throw error
      locked.push({ table, error })
    }
  return locked
}

/** SQL: whether the table partition of `day`, an instant of UTC, is missing. */
const IS_MISSING: Record<keyof Days, string> = {
  event: isDayMissing('event'),
  attempt: isDayMissing('attempt'),
  request_log: isDayMissing('request_log'),
  past_document: "to_regclass('past_document_' || to_char(date_trunc('week', day), 'YYYYMMDD')) is null",
  raw_batch: `exists (
    select from raw_batch_part where until_id is null and from_id <= first_id_after(day at time zone 'utc'))`,
}

function isDayMissing(table: string): string {
  return `to_regclass('${table}_' || to_char(day, 'YYYYMMDD')) is null`
}

async function runsShort(knex: Knex, table: keyof Days): Promise<boolean> {
  const { rows } = (await knex.raw(
    `select ${IS_MISSING[table]} as short
    from (select now() at time zone 'utc' + ${ENOUGH_DAYS} * interval '1 day' as day) d`,
  )) as { rows: Array<{ short: boolean }> }
  return rows[0]?.short === true
}
