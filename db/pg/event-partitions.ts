/** Partitions by time: made ahead, and dropped as a whole once everything in them is old enough. */
import type { Knex } from 'knex'
import { shownDays, type Retention } from './retention.js'

const AHEAD_DAYS = 7

/** Creates the partitions of the coming days, weeks and months. Drops none. */
export async function createPartitions(knex: Knex): Promise<void> {
  await maintain(knex, {
    eventDays: null,
    attemptDays: null,
    requestDays: null,
    rawBatchDays: null,
    shown: null,
  })
}

/** The same, and drops the partitions that `keep` does not ask for any more. Days are those of UTC. */
export async function maintainPartitions(knex: Knex, keep: Retention): Promise<void> {
  await maintain(knex, {
    ...keep,
    rawBatchDays: keep.rawBatchDays === 0 ? null : keep.rawBatchDays,
    shown: shownDays(keep.eventDays),
  })
}

/** Null: nothing is dropped. */
async function maintain(
  knex: Knex,
  days: Record<'eventDays' | 'attemptDays' | 'requestDays' | 'rawBatchDays' | 'shown', number | null>,
): Promise<void> {
  await knex.raw('select maintain_event_partitions(?, ?)', [days.eventDays, AHEAD_DAYS])
  await knex.raw('select maintain_attempt_partitions(?, ?)', [days.attemptDays, AHEAD_DAYS])
  await knex.raw('select maintain_request_log(?, ?)', [days.requestDays, AHEAD_DAYS])
  await knex.raw('select maintain_past_documents(?, ?)', [days.shown, AHEAD_DAYS])
  await knex.raw('select maintain_raw_batches(?)', [days.rawBatchDays])
}
