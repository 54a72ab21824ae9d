/** What is thrown away when its time is over. Each step is made of bounded statements, until nothing is left for it, and safe to run anywhere at any time. */
import type { Knex } from 'knex'
import { firstIdAfter } from '../../schemas/base/ids.js'
import type { Log } from '../../schemas/base/log.js'
import { resumeDeferredSql } from '../webhooks/delivery-authorization.js'
import { maintainEventPartitions } from '../pg/event-partitions.js'

/** Rows a statement deletes at most, so that it ends well within the statement timeout; it is made again while it finds as many. */
const AT_ONCE = 5_000
/** One step takes so long at most; the next run goes on. */
const STEP_MS = 300_000
/** Pages that a statement reads of a table without an index by age, which would cost every row that is written: 16 MiB. */
const PAGES = 2_048
const DAY_MS = 86_400_000

/** Days that deleted and merged segments and trips can still be read. */
const GONE_DAYS = 400

/** What changed last so long ago was made before that: few of the gone ones need be looked at. */
const gone = (table: string): string => `
  delete from ${table} where (member_id, id) in (
    select member_id, id from ${table}
    where status in ('Deleted', 'Merged') and id < ? and updated < now() - interval '${GONE_DAYS} days' order by id limit ${AT_ONCE})`

/** Deletes at most `AT_ONCE` rows, or what it finds in a stretch of the table; answers how many, and whether there may be more. */
type Chunk = (knex: Knex) => Promise<{ deleted: number; more: boolean }>

const statement =
  (sql: string, values: () => number[] = () => []): (() => Chunk) =>
  () =>
  async (knex) => {
    const { rowCount } = (await knex.raw(sql, values())) as { rowCount: number }
    return { deleted: rowCount, more: rowCount === AT_ONCE }
  }

/** Goes through a table once, page after page; `take` deletes at most `AT_ONCE` rows that stand between two ctids. */
const pageByPage =
  (table: string, take: (trx: Knex, between: [string, string]) => Promise<number>) => (): Chunk => {
    let from = 0
    return async (knex) =>
      await knex.transaction(async (trx) => {
        const {
          rows: [size],
        } = (await trx.raw(
          `select pg_relation_size('${table}') / current_setting('block_size')::int as pages`,
        )) as { rows: Array<{ pages: number }> }
        const deleted = await take(trx, [`(${from},0)`, `(${from + PAGES},0)`])
        if (deleted < AT_ONCE) from += PAGES
        return { deleted, more: from < (size?.pages ?? 0) }
      })
  }

/** Keys that began anew while they were looked at stay. */
const KEYS = `
  delete from idempotency where created < now() - interval '24 hours' and ctid = any(array(
    select ctid from idempotency where ctid >= ?::tid and ctid < ?::tid and created < now() - interval '24 hours' limit ${AT_ONCE}))`

async function oldKeys(trx: Knex, between: [string, string]): Promise<number> {
  const { rowCount } = (await trx.raw(KEYS, between)) as { rowCount: number }
  return rowCount
}

/** Deliveries whose event has left the log; what stood in a line behind one gets its turn. */
const LOST = `
  delete from delivery where ctid = any(array(
    select ctid from delivery where ctid >= ?::tid and ctid < ?::tid
      and event_at < (now() at time zone 'utc')::date::timestamp at time zone 'utc' - interval '30 days' limit ${AT_ONCE}))
  returning callback_id::text, member_id::text, ordered`

/** Whoever holds a callback looks when it gives it back. */
const DUE = `
  update callback_due d set ready_at = least(d.ready_at, greatest(clock_timestamp(), d.not_before))
  from callback c where c.id = d.callback_id and c.status = 'Active' and d.worker is null and d.callback_id = any(?::bigint[])`

async function lostDeliveries(trx: Knex, between: [string, string]): Promise<number> {
  const { rows } = (await trx.raw(LOST, between)) as {
    rows: Array<{ callback_id: string; member_id: string | null; ordered: boolean }>
  }
  const lines = rows.flatMap(({ callback_id: callback, member_id: member, ordered }) =>
    ordered && member !== null ? [{ callback, member }] : [],
  )
  if (lines.length > 0) {
    const callbacks = lines.map((line) => line.callback)
    await trx.raw(
      resumeDeferredSql(
        'select distinct * from unnest(?::bigint[], ?::bigint[]) as m(callback_id, member_id)',
      ),
      [callbacks, lines.map((line) => line.member)],
    )
    await trx.raw(DUE, [callbacks])
  }
  return rows.length
}

const STEPS: Array<{ what: string; begin: () => Chunk }> = [
  { what: 'idempotency keys older than 24 hours', begin: pageByPage('idempotency', oldKeys) },
  {
    what: 'lines of feeds that waited 30 days for their account',
    begin: statement(`delete from held_line where ctid in (
      select ctid from held_line where created < now() - interval '30 days' limit ${AT_ONCE})`),
  },
  {
    what: `segments gone for ${GONE_DAYS} days`,
    begin: statement(gone('segment'), () => [firstIdAfter(Date.now() - GONE_DAYS * DAY_MS)]),
  },
  {
    what: `trips gone for ${GONE_DAYS} days`,
    begin: statement(gone('trip'), () => [firstIdAfter(Date.now() - GONE_DAYS * DAY_MS)]),
  },
  {
    what: 'commands of operators carried out 400 days ago',
    begin: statement("delete from operator_command where completed_at < now() - interval '400 days'"),
  },
  { what: 'deliveries of events older than 30 days', begin: pageByPage('delivery', lostDeliveries) },
]

/**
 * Runs every step once and makes the partitions of events and attempts for the coming days; how many rows went, by what they
 * were. A step that fails is logged and keeps no other from its work. Once `stop` is aborted no further statement is begun.
 */
export async function runHousekeeping(
  knex: Knex,
  log: Log,
  stop: AbortSignal,
): Promise<Record<string, number>> {
  const thrown: Record<string, number> = {}
  const step = async (what: string, work: () => Promise<void>): Promise<void> => {
    if (stop.aborted) return
    await work().catch((error: unknown) => {
      log.warn({ error, what }, 'a step of housekeeping failed; it is tried again at the next run')
    })
  }
  await step('partitions of events and attempts', async () => {
    await maintainEventPartitions(knex)
  })
  for (const { what, begin } of STEPS) {
    await step(what, async () => {
      const chunk = begin()
      for (const until = performance.now() + STEP_MS; performance.now() < until && !stop.aborted;) {
        const { deleted, more } = await chunk(knex)
        if (deleted > 0) thrown[what] = (thrown[what] ?? 0) + deleted
        if (!more) break
      }
    })
  }
  return thrown
}
