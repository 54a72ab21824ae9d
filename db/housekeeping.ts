/** What is thrown away when its time is over. Each step is one statement of its own, bounded, and safe to run anywhere at any time. */
import type { Knex } from 'knex'
import { eventDays } from './event-days.js'

/** Rows a statement deletes at most, so that it ends well within the statement timeout; the next run goes on. */
const AT_ONCE = 5_000

const STEPS: Array<{ what: string, sql: string }> = [
  {
    what: 'idempotency keys older than 24 hours',
    sql: `delete from idempotency where ctid in (
      select ctid from idempotency where created < now() - interval '24 hours' limit ${AT_ONCE})`
  },
  {
    what: 'segments gone for 400 days',
    sql: `delete from segment where (member_id, id) in (
      select member_id, id from segment where status in ('Deleted', 'Merged') and updated < now() - interval '400 days' limit ${AT_ONCE})`
  },
  {
    what: 'trips gone for 400 days',
    sql: `delete from trip where (member_id, id) in (
      select member_id, id from trip where status in ('Deleted', 'Merged') and updated < now() - interval '400 days' limit ${AT_ONCE})`
  },
  {
    what: 'commands of operators carried out 400 days ago',
    sql: "delete from part_command where done_at < now() - interval '400 days'"
  }
]

/** Runs every step once and makes the event partitions of the coming days; how many rows went, by what they were. */
export async function keepHouse (knex: Knex): Promise<Record<string, number>> {
  await eventDays(knex)
  const gone: Record<string, number> = {}
  for (const { what, sql } of STEPS) {
    const { rowCount } = await knex.raw(sql) as { rowCount: number }
    if (rowCount > 0) gone[what] = rowCount
  }
  return gone
}
