import type { Knex } from 'knex'

/** Makes the partitions of `event` and `attempt` for today and the coming days, and drops those older than 30 days (UTC days). */
export async function maintainEventPartitions(knex: Knex): Promise<void> {
  await knex.raw('select event_days(30, 7), attempt_days(30, 7)')
}
