import type { Knex } from 'knex'

/** Days for which documents that were overwritten are kept: longer than any event that shows them. */
export const SHOWN_DAYS = 32

/**
 * Creates the partitions of `event`, `attempt` and `request_log` for today and the next 7 days; drops those
 * older than 30 days (UTC). The same for documents that events show.
 */
export async function maintainEventPartitions(knex: Knex): Promise<void> {
  await knex.raw(
    'select maintain_event_partitions(30, 7), maintain_attempt_partitions(30, 7), maintain_request_log(30, 7)',
  )
  await knex.raw('select maintain_past_documents(?, 7)', [SHOWN_DAYS])
}
