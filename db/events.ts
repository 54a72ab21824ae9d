/**
 * The event log as applications and members page through it (webhooks.md 1): in the order of transaction, sequence and id,
 * only what no running transaction can still precede, so that a cursor never skips a late commit.
 */
import type pg from 'pg'
import { redeliver } from './deliveries-replay.js'
import type { EventQuery, LoggedEvent } from '../schemas/event-query.js'

/** Which events an application may see; $1 is its client id, e the event. */
export const APP = `(e.client_id = $1 or (e.client_id is null and exists (
  select from oauth_grant g where g.client_id = $1 and g.member_id = e.member_id and g.revoked_at is null and g.created_at <= e.created)))`
const MEMBER = '(e.member_id = $1::bigint and e.client_id is null)'

const FILTERS = `
  ($2::text[] is null or e.type = any($2)) and ($3::bigint is null or e.member_id = $3) and ($4::text is null or e.resource_id = $4)
  and ($5::float8 is null or e.created >= to_timestamp($5 / 1000))`
const UNDELIVERED = `not exists (
  select from attempt a join callback c on c.id = a.callback_id where a.event_id = e.id and a.state = 'delivered' and c.client_id = $1)`

function scope (query: EventQuery): { sql: string, values: unknown[] } {
  const conditions = ['client' in query.view ? APP : MEMBER, FILTERS]
  if (query.undelivered) conditions.push(UNDELIVERED)
  return {
    sql: conditions.join(' and '),
    values: ['client' in query.view ? query.view.client : query.view.member, query.types, query.member, query.resource, query.since]
  }
}

/** Up to `limit` events after the place given. */
export async function readEvents (pool: pg.Pool, query: EventQuery): Promise<LoggedEvent[]> {
  const { sql, values } = scope(query)
  const { rows } = await pool.query<LoggedEvent>(`
    select e.xid::text, e.sequence, e.id, e.body from event e
    where e.xid < pg_snapshot_xmin(pg_current_snapshot()) and (e.xid, e.sequence, e.id) > ($6::xid8, $7::bigint, $8::uuid) and ${sql}
    order by e.xid, e.sequence, e.id limit $9`,
  [...values, query.after?.xid ?? '0', query.after?.sequence ?? 0, query.after?.id ?? '00000000-0000-0000-0000-000000000000', query.limit])
  return rows
}

/** Counting goes no further than this. */
const COUNTED = 10_000

/** How many events the view holds in all; no more than 10,000 are counted. */
export async function countEvents (pool: pg.Pool, query: EventQuery): Promise<number> {
  const { sql, values } = scope(query)
  const { rows: [row] } = await pool.query<{ n: number }>(
    `select count(*)::int as n from (select from event e where e.xid < pg_snapshot_xmin(pg_current_snapshot()) and ${sql} limit ${COUNTED}) counted`, values)
  return row?.n ?? 0
}

/** The log as a store. */
export function eventStore (pool: pg.Pool): {
  read: (query: EventQuery) => Promise<LoggedEvent[]>
  count: (query: EventQuery) => Promise<number>
  redeliver: (client: string, event: string, callback: string | null) => Promise<string[]>
} {
  return {
    read: async query => await readEvents(pool, query),
    count: async query => await countEvents(pool, query),
    redeliver: async (client, event, callback) => await redeliver(pool, client, event, callback)
  }
}
