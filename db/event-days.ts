import type { Knex } from 'knex'

/** Makes the partitions of `event` for today and the coming days, and drops those older than 30 days (UTC days). */
export async function eventDays (knex: Knex): Promise<void> {
  await knex.raw('select event_days(30, 7)')
}
