/** What is thrown away when its time is over. Each step is a statement of its own, bounded and made until nothing is left for it, and safe to run anywhere at any time. */
import type { Knex } from 'knex'
import { unparkSql } from './deliveries-standing.js'
import { logDays } from './log-days.js'

/** Rows a statement deletes at most, so that it ends well within the statement timeout; it is made again while it finds as many. */
const AT_ONCE = 5_000
/** One step takes so long at most; the next run goes on. */
const STEP_MS = 120_000

const STEPS: Array<{ what: string, sql: string }> = [
  {
    what: 'idempotency keys older than 24 hours',
    sql: `delete from idempotency where ctid in (
      select ctid from idempotency where created < now() - interval '24 hours' limit ${AT_ONCE})`
  },
  {
    what: 'lines of feeds that waited 30 days for their account',
    sql: `delete from held_line where ctid in (
      select ctid from held_line where created < now() - interval '30 days' limit ${AT_ONCE})`
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

/** Deliveries whose event has left the log; what stood in a line behind one gets its turn. */
const LOST = `
  delete from delivery where ctid in (
    select ctid from delivery where event_at < (now() at time zone 'utc')::date::timestamp at time zone 'utc' - interval '30 days' limit ${AT_ONCE})
  returning callback_id::text, member_id::text, ordered`

/** Whoever holds a callback looks when it gives it back. */
const DUE = `
  update callback_due d set ready_at = least(d.ready_at, greatest(clock_timestamp(), d.not_before))
  from callback c where c.id = d.callback_id and c.status = 'Active' and d.worker is null and d.callback_id = any(?::bigint[])`

async function lostDeliveries (knex: Knex): Promise<number> {
  return await knex.transaction(async trx => {
    const { rows } = await trx.raw(LOST) as { rows: Array<{ callback_id: string, member_id: string | null, ordered: boolean }> }
    const lines = rows.flatMap(({ callback_id: callback, member_id: member, ordered }) => ordered && member !== null ? [{ callback, member }] : [])
    if (lines.length > 0) {
      const callbacks = lines.map(line => line.callback)
      await trx.raw(unparkSql('select distinct * from unnest(?::bigint[], ?::bigint[]) as m(callback_id, member_id)'), [callbacks, lines.map(line => line.member)])
      await trx.raw(DUE, [callbacks])
    }
    return rows.length
  })
}

/** Runs every step once and makes the partitions of events and attempts for the coming days; how many rows went, by what they were. */
export async function keepHouse (knex: Knex): Promise<Record<string, number>> {
  await logDays(knex)
  const gone: Record<string, number> = {}
  for (const { what, sql } of STEPS) {
    for (const until = performance.now() + STEP_MS; performance.now() < until;) {
      const { rowCount } = await knex.raw(sql) as { rowCount: number }
      if (rowCount > 0) gone[what] = (gone[what] ?? 0) + rowCount
      if (rowCount < AT_ONCE) break
    }
  }
  const lost = await lostDeliveries(knex)
  if (lost > 0) gone['deliveries of events older than 30 days'] = lost
  return gone
}
