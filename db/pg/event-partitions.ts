import type { Knex } from 'knex'

/**
 * Creates the partitions of `event`, `attempt` and `request_log` for today and the next 7 days; drops those
 * older than 30 days (UTC).
 */
export async function maintainEventPartitions(knex: Knex): Promise<void> {
  await knex.raw(
    'select maintain_event_partitions(30, 7), maintain_attempt_partitions(30, 7), maintain_request_log(30, 7)',
  )
}
