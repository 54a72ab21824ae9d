/**
 * Deletes what has expired. Each step consists of bounded statements, repeated until nothing is left for it,
 * and may run anywhere at any time.
 */
import type { Knex } from 'knex'
import { firstIdAfter } from '../../schemas/base/ids.js'
import type { Log } from '../../schemas/base/log.js'
import { createTablePartitions, dropTablePartitions } from '../pg/table-partitions.js'
import { rowsOf } from '../pg/knex-rows.js'
import { DEFAULT_RETENTION, type Retention } from '../pg/retention.js'
import { resumeDeferredSql } from '../webhooks/delivery-authorization.js'

/** Rows deleted per statement, so that it ends well within the statement timeout. */
const MAX_ROWS = 5_000
/** A step ends after this time; the next run continues. */
const MAX_STEP_MS = 300_000
/** Pages read per statement of a table without an index by age, which would slow down every write: 16 MiB. */
const PAGES_PER_CHUNK = 2_048
const DAY_MS = 86_400_000

/** Their id bounds the search: what last changed that long ago was created before. */
const deleteGone = (table: string): string => `
  delete from ${table} where (member_id, id) in (
    select member_id, id from ${table}
    where status in ('Deleted', 'Merged') and id < ? and updated < now() - ? * interval '1 day'
    order by id limit ${MAX_ROWS})`

/**
 * Deletes at most `MAX_ROWS` rows, or those in one range of pages; returns the number and whether there may
 * be more.
 */
type Chunk = (knex: Knex) => Promise<{ deleted: number; more: boolean }>

const repeat =
  (sql: string, values: () => number[] = () => []): (() => Chunk) =>
  () =>
  async (knex) => {
    const { rowCount } = (await knex.raw(sql, values())) as { rowCount: number }
    return { deleted: rowCount, more: rowCount === MAX_ROWS }
  }

/** Scans a table once by ranges of pages; `remove` deletes at most `MAX_ROWS` rows between two ctids. */
const scanPages =
  (table: string, remove: (trx: Knex, range: [string, string]) => Promise<number>) => (): Chunk => {
    let from = 0
    const pageCount = `
      select pg_relation_size('${table}') / current_setting('block_size')::int as pages`
    return async (knex) =>
      await knex.transaction(async (trx) => {
        const [size] = await rowsOf<{ pages: number }>(trx, pageCount)
        const deleted = await remove(trx, [`(${from},0)`, `(${from + PAGES_PER_CHUNK},0)`])
        if (deleted < MAX_ROWS) from += PAGES_PER_CHUNK
        return { deleted, more: from < (size?.pages ?? 0) }
      })
  }

/** Checks the age twice: a key that was claimed again between the two must stay. */
const DELETE_KEYS = `
  delete from idempotency where created < now() - interval '24 hours' and ctid = any(array(
    select ctid from idempotency
    where ctid >= ?::tid and ctid < ?::tid and created < now() - interval '24 hours' limit ${MAX_ROWS}))`

async function deleteKeys(trx: Knex, range: [string, string]): Promise<number> {
  const { rowCount } = (await trx.raw(DELETE_KEYS, range)) as { rowCount: number }
  return rowCount
}

/** Deliveries whose event has left the log. */
const DELETE_DELIVERIES = `
  delete from delivery where ctid = any(array(
    select ctid from delivery where ctid >= ?::tid and ctid < ?::tid
      and event_at < (now() at time zone 'utc')::date::timestamp at time zone 'utc' - ? * interval '1 day'
    limit ${MAX_ROWS}))
  returning callback_id::text, member_id::text, ordered`

const RESUME = resumeDeferredSql(
  'select distinct * from unnest(?::bigint[], ?::bigint[]) as m(callback_id, member_id)',
)

/** Only unclaimed callbacks: the holder of a claim looks for due deliveries when it releases the claim. */
const WAKE = `
  update callback_due d set due_from = '-infinity',
    ready_at = least(d.ready_at, greatest(clock_timestamp(), d.not_before))
  from callback c
  where c.id = d.callback_id and c.status = 'Active' and d.worker is null
    and d.callback_id = any(?::bigint[])`

/** Deletes deliveries, and resumes those that were deferred because of one of them. */
const deleteDeliveries =
  (eventDays: number) =>
  async (trx: Knex, range: [string, string]): Promise<number> => {
    type Deleted = { callbackId: string; memberId: string | null; ordered: boolean }
    const rows = await rowsOf<Deleted>(trx, DELETE_DELIVERIES, [...range, eventDays])
    const queues = rows.flatMap(({ callbackId: callback, memberId: member, ordered }) =>
      ordered && member !== null ? [{ callback, member }] : [],
    )
    if (queues.length > 0) {
      const callbacks = queues.map((queue) => queue.callback)
      await trx.raw(RESUME, [callbacks, queues.map((queue) => queue.member)])
      await trx.raw(WAKE, [callbacks])
    }
    return rows.length
  }

const DELETE_HELD_LINES = `
  delete from held_line where ctid in (
    select ctid from held_line where created < now() - interval '30 days' limit ${MAX_ROWS})`

const DELETE_QUARANTINED = `
  delete from quarantined_event where ctid in (
    select ctid from quarantined_event where created < now() - ? * interval '1 day' limit ${MAX_ROWS})`

const IS_UNREAD = `d.status is null and exists (select from background_job j where j.id = d.id and j.ended is null)`

/** Bytes that the worker did not delete: they were to be kept, or its process ended in the last attempt. */
const DELETE_BYTES = `
  update document set bytes = null where id = any(array(
    select id from document d where bytes is not null and received < now() - ? * interval '1 day' and not (${IS_UNREAD})
    order by received limit ${MAX_ROWS}))`

/** Documents without a batch, or without a member. */
const DELETE_LOOSE_DOCUMENTS = `
  delete from document where id = any(array(
    select id from document d where (published is null or member_id is null) and id < ? and not (${IS_UNREAD})
    order by id limit ${MAX_ROWS}))`

const DELETE_DOCUMENTS = `
  delete from document where id = any(array(select id from document where id < ? order by id limit ${MAX_ROWS}))`

const deleteDays = (table: string): string =>
  `delete from ${table} where day < (now() at time zone 'utc')::date - ?::int`

const DELETE_COMMANDS = "delete from operator_command where completed_at < now() - interval '400 days'"

const DELETE_AUDIT = `select from delete_past_audit(?, ${MAX_ROWS})`

const goneBefore = (days: number) => (): number[] => [firstIdAfter(Date.now() - days * DAY_MS), days]

interface Step {
  what: string
  begin: () => Chunk
}

const LOOSE_DOCUMENT_DAYS = 30

/** Documents are kept as long as their batches. */
function documentSteps({ documentDays, rawBatchDays }: Retention): Step[] {
  const before = (days: number) => (): number[] => [firstIdAfter(Date.now() - days * DAY_MS)]
  return [
    {
      what: `bytes of documents older than ${documentDays} days`,
      begin: repeat(DELETE_BYTES, () => [documentDays]),
    },
    {
      what: `documents without a batch older than ${LOOSE_DOCUMENT_DAYS} days`,
      begin: repeat(DELETE_LOOSE_DOCUMENTS, before(LOOSE_DOCUMENT_DAYS)),
    },
    ...(rawBatchDays === 0
      ? []
      : [
          {
            what: `documents older than ${rawBatchDays} days`,
            begin: repeat(DELETE_DOCUMENTS, before(rawBatchDays)),
          },
        ]),
  ]
}

function deletionSteps(keep: Retention): Step[] {
  const { goneDays, eventDays, requestDays, auditDays } = keep
  return [
    ...documentSteps(keep),
    { what: 'idempotency keys older than 24 hours', begin: scanPages('idempotency', deleteKeys) },
    { what: 'feed lines held for 30 days', begin: repeat(DELETE_HELD_LINES) },
    {
      what: `segments gone for ${goneDays} days`,
      begin: repeat(deleteGone('segment'), goneBefore(goneDays)),
    },
    { what: `trips gone for ${goneDays} days`, begin: repeat(deleteGone('trip'), goneBefore(goneDays)) },
    {
      what: `counts of requests older than ${requestDays} days`,
      begin: repeat(deleteDays('request_log_day'), () => [requestDays]),
    },
    {
      what: `reports of feeds older than ${requestDays} days`,
      begin: repeat(deleteDays('feed_report'), () => [requestDays]),
    },
    {
      what: `entries of the audit log older than ${auditDays} days`,
      begin: repeat(DELETE_AUDIT, () => [auditDays]),
    },
    { what: 'operator commands completed 400 days ago', begin: repeat(DELETE_COMMANDS) },
    {
      what: `quarantined events older than ${eventDays} days`,
      begin: repeat(DELETE_QUARANTINED, () => [eventDays]),
    },
    {
      what: `deliveries of events older than ${eventDays} days`,
      begin: scanPages('delivery', deleteDeliveries(eventDays)),
    },
  ]
}

/**
 * Runs every step once, drops table partitions that are old enough and creates those of the coming days. Returns the number of
 * rows deleted, by what they were. A step that fails is logged and does not affect the others. Once
 * `stop` is aborted no further statement starts.
 */
export async function runHousekeeping(
  knex: Knex,
  log: Log,
  stop: AbortSignal,
  keep: Retention = DEFAULT_RETENTION,
): Promise<Record<string, number>> {
  const total: Record<string, number> = {}
  const step = async (what: string, work: () => Promise<void>): Promise<void> => {
    if (stop.aborted) return
    await work().catch((error: unknown) => {
      log.warn({ error, what }, 'housekeeping step failed; will retry at the next run')
    })
  }
  await step('partitions', async () => {
    await createTablePartitions(knex)
  })
  await step('old partitions', async () => {
    await dropTablePartitions(knex, keep)
  })
  for (const { what, begin } of deletionSteps(keep)) {
    await step(what, async () => {
      const chunk = begin()
      for (const until = performance.now() + MAX_STEP_MS; performance.now() < until && !stop.aborted;) {
        const { deleted, more } = await chunk(knex)
        if (deleted > 0) total[what] = (total[what] ?? 0) + deleted
        if (!more) break
      }
    })
  }
  return total
}
