/**
 * The event log as applications and members page through it (webhooks.md 1), ordered by transaction, sequence
 * and id. Events that a running transaction could still precede are left out, so that a cursor never skips a
 * late commit.
 */
import type pg from 'pg'
import { expandEvent } from '../../schemas/itinerary/stored/compact-segment.js'
import type { EventStore } from '../../schemas/webhooks/callback-store.js'
import type { EventQuery, LoggedEvent } from '../../schemas/webhooks/event-query.js'
import { OF_EVENT } from '../webhooks/delivery-log.js'
import { redeliver } from '../webhooks/replay.js'
import { liveUnlessAskedSql } from '../event-log/test-events.js'
import { EVENT_PARTS, eventBody } from '../event-log/event-body.js'
import { visibleEventsSql } from '../event-log/event-visibility.js'
import { endOfLog, goesOnAfter } from '../event-log/event-bounds.js'

const OF_MEMBER = '(e.member_id = $1::bigint and e.client_id is null)'

/** SQL: no running transaction can still write an event that precedes `e`. */
export const SETTLED = 'e.xid < pg_snapshot_xmin(pg_current_snapshot())'

const FILTERS = `
  ($2::text[] is null or e.type = any($2)) and ($3::bigint is null or e.member_id = $3)
  and ($4::text is null or e.resource_id = $4)
  and ($5::float8 is null or e.created >= to_timestamp($5 / 1000))`

const UNDELIVERED = `not exists (
  select from attempt a join callback c on c.id = a.callback_id
  where ${OF_EVENT} and a.state = 'delivered' and c.client_id = $1)`

/** SQL of the requested events and its parameters; `conditions` are added to those of the query. */
async function eventsSql(
  pool: pg.Pool,
  query: EventQuery,
  columns: string,
  conditions: string,
): Promise<{ sql: string; values: unknown[] }> {
  const all = [SETTLED, FILTERS, ...(query.undelivered ? [UNDELIVERED] : []), conditions].join(' and ')
  const values = [
    'client' in query.view ? query.view.client : query.view.member,
    query.types,
    query.member,
    query.resource,
    query.since,
  ]
  if ('client' in query.view)
    return {
      sql: await visibleEventsSql(pool, query.view.client, columns, `${all} and ${liveUnlessAskedSql('$3')}`),
      values,
    }
  return { sql: `select ${columns} from logged_event e where ${OF_MEMBER} and ${all}`, values }
}

/** Up to `limit` events after the given position. */
export async function readEvents(pool: pg.Pool, query: EventQuery): Promise<LoggedEvent[]> {
  const { sql, values } = await eventsSql(
    pool,
    query,
    `e.xid, ${EVENT_PARTS}`,
    'e.xid >= $6::xid8 and (e.xid, e.sequence, e.id) > ($6::xid8, $7::bigint, $8::uuid)',
  )
  const { rows } = await pool.query<LoggedEvent>(
    `select e.xid::text, e.sequence, e.id, ${eventBody('e')} as body from (
      select * from (${sql}) e order by e.xid, e.sequence, e.id limit $9
    ) e order by e.xid, e.sequence, e.id`,
    [
      ...values,
      query.after?.xid ?? '0',
      query.after?.sequence ?? 0,
      query.after?.id ?? '00000000-0000-0000-0000-000000000000',
      query.limit,
    ],
  )
  return rows.map((row) => ({ ...row, body: expandEvent(row.body) }))
}

const MAX_COUNTED = 10_000

/** Number of matching events; 10,000 if there are more. */
export async function countEvents(pool: pg.Pool, query: EventQuery): Promise<number> {
  const { sql, values } = await eventsSql(pool, query, 'e.id', 'true')
  const {
    rows: [row],
  } = await pool.query<{ n: number }>(
    `select count(*)::int as n from (select from (${sql}) e limit ${MAX_COUNTED}) counted`,
    values,
  )
  return row?.n ?? 0
}

/** The event log as a store. */
export function eventStore(pool: pg.Pool): EventStore {
  return {
    end: async () => await endOfLog(pool),
    goesOnAfter: async (place) => await goesOnAfter(pool, place),
    read: async (query) => await readEvents(pool, query),
    count: async (query) => await countEvents(pool, query),
    redeliver: async (client, event, callback) => await redeliver(pool, client, event, callback),
  }
}
