/** Inserts the deliveries of events to the callbacks that subscribe to them and whose filter they pass (webhooks.md 5). */
import type pg from 'pg'
import { SUSPENDED } from '../../../schemas/webhooks/delivery.js'
import type { SuspendedCallback } from '../../../schemas/webhooks/delivery-store.js'
import type { EventFilter } from '../../../schemas/webhooks/event-filter.js'
import { eventKindSql, seesSql } from '../../event-log/event-scopes.js'
import { fitsCallbackSql } from '../../event-log/test-events.js'
import { plainArray } from '../../pg/array-literals.js'
import { eachOf, prepared } from '../../pg/prepared-statements.js'
import { eventsPassing } from './filtered-events.js'

/** An event of a member; `created` as text with all its digits, `at` in epoch milliseconds. */
export interface EventRow {
  id: string
  created: string
  at: number
  member_id: number
  sequence: number
  type: string
  /** The span that it belongs to, packed (schemas/trace/traceparent.ts); null or absent: none. */
  trace?: string | null
}

const EVENT_ARRAYS = [
  '$1::uuid[]',
  '$2::timestamptz[]',
  '$3::bigint[]',
  '$4::bigint[]',
  '$5::text[]',
  '$6::text[]',
] as const

/** SQL: the events `e` of the arrays, and the callbacks `c` that subscribe to them. */
const SUBSCRIBED = `
  from ${eachOf('id, created, member_id, sequence, type, trace', ...EVENT_ARRAYS)} e
  join oauth_grant g on g.member_id = e.member_id and g.revoked_at is null and (g.created_at <= e.created) is true
    and ${seesSql('g', 'e.type')}
  join app a on a.client_id = g.client_id and a.disabled_at is null
  join callback c on c.client_id = g.client_id and c.created <= e.created
    and c.disabled_reason is distinct from '${SUSPENDED}'
    and (c.events @> '{*}' or c.events @> array[e.type]) and ${fitsCallbackSql('e.member_id')}`

/** SQL: a delivery of event `e` to callback `c`. */
const NEW_DELIVERY = `
  insert into delivery (callback_id, event_id, event_at, member_id, sequence, event_kind, due_at, ordered,
    trace)
  select c.id, e.id, e.created, e.member_id, e.sequence, ${eventKindSql('e.type')},
    case when c.status = 'Active' then clock_timestamp() end, c.ordered = 'member',
    decode(e.trace, 'hex')`

const RETURN_DUE = `
  on conflict do nothing
  returning case when due_at is not null then callback_id end as due`

/**
 * Creates the deliveries of callbacks without a filter, and returns the events for those with one. One statement,
 * so that a callback whose filter is set or removed meanwhile counts as one of the two. The second part is not
 * begun while no callback has a filter.
 */
const INSERT = prepared(
  `
  with created as (
    ${NEW_DELIVERY} ${SUBSCRIBED} and c.filter is null
    order by e.member_id, e.sequence ${RETURN_DUE}
  )
  select due, null::bigint as callback, null::text as event, null::jsonb as filter from created
  union all
  select null, c.id, e.id::text, c.filter ${SUBSCRIBED} and c.filter is not null
  where (select true from callback where filter is not null and client_id > '' order by client_id limit 1)`,
  'fan-out-insert',
)

/** An event for a callback, if it passes the filter. */
interface Candidate {
  callback: number
  event: string
  filter: EventFilter
}

/** The callbacks that have something due now, and those that get nothing because their filter throws. */
export async function insertDeliveries(
  client: pg.PoolClient,
  events: EventRow[],
): Promise<{ due: number[]; failed: SuspendedCallback[] }> {
  const { rows } = await client.query<{ due: number | null } & (Candidate | { callback: null })>({
    ...INSERT,
    values: [
      plainArray(events.map((event) => event.id)),
      createdColumn(events),
      ...memberColumns(events),
      plainArray(events.map((event) => event.type)),
      traceColumn(events),
    ],
  })
  const due = rows.map((row) => row.due).filter((one) => one !== null)
  const candidates = rows.filter((row) => row.callback !== null)
  if (candidates.length === 0) return { due: [...new Set(due)], failed: [] }
  const filtered = await insertFiltered(client, events, candidates)
  return { due: [...new Set([...due, ...filtered.due])], failed: filtered.failed }
}

const INSERT_FILTERED = prepared(
  `
  with created as (
    ${NEW_DELIVERY}
    from ${eachOf('id, created, member_id, sequence, type, trace, callback_id', ...EVENT_ARRAYS, '$7::bigint[]')} e
    join callback c on c.id = e.callback_id
    order by e.member_id, e.sequence ${RETURN_DUE}
  )
  select distinct due from created where due is not null`,
  'fan-out-insert-filtered',
)

/** The same for callbacks with a filter: only the events that pass it. */
async function insertFiltered(
  client: pg.PoolClient,
  events: EventRow[],
  candidates: Candidate[],
): Promise<{ due: number[]; failed: SuspendedCallback[] }> {
  const byId = new Map(events.map((event) => [event.id, event]))
  const { passing, failed } = await eventsPassing(
    client,
    candidates.map((one) => ({ ...byId.get(one.event)!, filter: one.filter, callback: one.callback })),
  )
  if (passing.length === 0) return { due: [], failed }
  const { rows } = await client.query<{ due: number }>({
    ...INSERT_FILTERED,
    values: [
      plainArray(passing.map((one) => one.id)),
      createdColumn(passing),
      ...memberColumns(passing),
      plainArray(passing.map((one) => one.type)),
      traceColumn(passing),
      plainArray(passing.map((one) => one.callback)),
    ],
  })
  return { due: rows.map((row) => row.due), failed }
}

function createdColumn(events: EventRow[]): string {
  return `{${events.map((event) => `"${event.created}"`).join(',')}}`
}

function traceColumn(events: EventRow[]): string {
  return plainArray(events.map((event) => event.trace ?? null))
}

/** Members and sequences as arrays. */
export function memberColumns(
  events: ReadonlyArray<Pick<EventRow, 'member_id' | 'sequence'>>,
): [string, string] {
  return [
    plainArray(events.map((event) => event.member_id)),
    plainArray(events.map((event) => event.sequence)),
  ]
}
