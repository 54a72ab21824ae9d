/**
 * Turns events into pending deliveries, one per subscribed callback (webhooks.md 5). `fan_out_progress` holds
 * how far each member has come: a repeated event is skipped, and an event whose predecessors were not
 * announced brings them along from the log. So deliveries of a member are created in sequence, whichever
 * worker creates them and however the stream repeats. Events that are never announced: fan-out-sweep.ts.
 */
import type pg from 'pg'
import type { NotifiedEvent } from '../../../schemas/webhooks/delivery.js'
import type { EventFilter } from '../../../schemas/webhooks/event-filter.js'
import { packTraceparent } from '../../../schemas/trace/traceparent.js'
import { eventKindSql, seesSql } from '../../oauth/scope-sql.js'
import { plainArray } from '../../pg/array-literals.js'
import { transaction } from '../../pg/transaction.js'
import { eventsPassing } from './filtered-events.js'
import { wake } from '../wake.js'
import { eachOf, prepared } from '../../pg/prepared-statements.js'

/** An event of a member; `created` as text with all its digits. */
export interface EventRow {
  id: string
  created: string
  member_id: number
  sequence: number
  type: string
  /** The span that it belongs to, packed (schemas/trace/traceparent.ts); null or absent: none. */
  trace?: string | null
}

/** Creates the deliveries of these events. True if a callback has something due because of it. */
export async function fanOut(pool: pg.Pool, notified: NotifiedEvent[]): Promise<boolean> {
  return await transaction(
    pool,
    async (client) => await createDeliveries(client, await readEvents(client, notified)),
  )
}

/** The same for events that were read, in order of member and sequence, within the caller's transaction. */
export async function createDeliveries(client: pg.PoolClient, events: EventRow[]): Promise<boolean> {
  if (events.length === 0) return false
  const progress = await lockProgress(client, events)
  const fresh = events.filter((event) => event.sequence > (progress.get(event.member_id) ?? 0))
  if (fresh.length === 0) return false
  const all = [...(await readGaps(client, fresh, progress)), ...fresh]
  await client.query(ADVANCE, [...memberColumns(fresh)])
  const due = await insertDeliveries(client, all)
  await wake(client, due)
  return due.length > 0
}

// The log is partitioned by `created`: a range around the notice's time, in milliseconds where the log has
// microseconds, lets Postgres read one or two partitions only.
const EVENTS = prepared(
  `
  select e.id, e.created::text, e.member_id, e.sequence, e.type
  from ${eachOf('id, created', '$1::uuid[]', '$2::float8[]')} t join event e on e.id = t.id
    and e.created between to_timestamp(t.created / 1000) - interval '1 hour'
      and to_timestamp(t.created / 1000) + interval '1 hour'
  where e.member_id is not null order by e.member_id, e.sequence`,
  'fan-out-logged',
)

async function readEvents(client: pg.PoolClient, notified: NotifiedEvent[]): Promise<EventRow[]> {
  const { rows } = await client.query<EventRow>({
    ...EVENTS,
    values: [plainArray(notified.map((one) => one.id)), plainArray(notified.map((one) => one.created))],
  })
  const traces = new Map(
    notified.flatMap(({ id, traceparent }) =>
      traceparent === undefined ? [] : [[id, packTraceparent(traceparent)] as const],
    ),
  )
  return traces.size === 0 ? rows : rows.map((row) => ({ ...row, trace: traces.get(row.id) ?? null }))
}

const CREATE_PROGRESS = prepared(
  `
  insert into fan_out_progress (member_id, sequence)
  select distinct unnest($1::bigint[]), 0 order by 1 on conflict do nothing`,
  'fan-out-create-progress',
)

const LOCK_PROGRESS = prepared(
  `
  select member_id, sequence from fan_out_progress
  where member_id = any($1::bigint[]) order by member_id for update`,
  'fan-out-lock-progress',
)

const ADVANCE = `
  update fan_out_progress p set sequence = x.sequence
  from (
    select member_id, max(sequence) as sequence
    from unnest($1::bigint[], $2::bigint[]) as x(member_id, sequence) group by 1
  ) x
  where p.member_id = x.member_id and p.sequence < x.sequence`

async function lockProgress(client: pg.PoolClient, events: EventRow[]): Promise<Map<number, number>> {
  const members = plainArray([...new Set(events.map((event) => event.member_id))])
  await client.query({ ...CREATE_PROGRESS, values: [members] })
  const { rows } = await client.query<{ member_id: number; sequence: number }>({
    ...LOCK_PROGRESS,
    values: [members],
  })
  return new Map(rows.map((row) => [row.member_id, row.sequence]))
}

function memberColumns(events: EventRow[]): [string, string] {
  return [
    plainArray(events.map((event) => event.member_id)),
    plainArray(events.map((event) => event.sequence)),
  ]
}

const GAPS = `
  select e.id, e.created::text, e.member_id, e.sequence, e.type
  from unnest($1::bigint[], $2::bigint[], $3::bigint[]) as g(member_id, after, before)
  join event e on e.member_id = g.member_id and e.sequence > g.after and e.sequence < g.before`

/** Events of the log between a member's progress and the events announced. */
async function readGaps(
  client: pg.PoolClient,
  fresh: EventRow[],
  progress: Map<number, number>,
): Promise<EventRow[]> {
  const gaps: Array<{ member: number; after: number; before: number }> = []
  const reached = new Map(progress)
  for (const event of fresh) {
    const after = reached.get(event.member_id) ?? 0
    if (event.sequence > after + 1) gaps.push({ member: event.member_id, after, before: event.sequence })
    reached.set(event.member_id, event.sequence)
  }
  if (gaps.length === 0) return []
  const { rows } = await client.query<EventRow>(GAPS, [
    plainArray(gaps.map((gap) => gap.member)),
    plainArray(gaps.map((gap) => gap.after)),
    plainArray(gaps.map((gap) => gap.before)),
  ])
  return rows
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
  join oauth_grant g on g.member_id = e.member_id and g.revoked_at is null and g.created_at <= e.created
    and ${seesSql('g', 'e.type')}
  join app a on a.client_id = g.client_id and a.disabled_at is null
  join callback c on c.client_id = g.client_id and c.created <= e.created
    and (c.events @> '{*}' or c.events @> array[e.type])`

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

/** Returns the callbacks that have something due now. */
async function insertDeliveries(client: pg.PoolClient, events: EventRow[]): Promise<number[]> {
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
  const due = new Set(rows.map((row) => row.due).filter((one) => one !== null))
  const candidates = rows.filter((row) => row.callback !== null)
  if (candidates.length > 0)
    for (const callback of await insertFiltered(client, events, candidates)) due.add(callback)
  return [...due]
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
): Promise<number[]> {
  const byId = new Map(events.map((event) => [event.id, event]))
  const passes = await eventsPassing(
    client,
    candidates.map((one) => ({ ...byId.get(one.event)!, filter: one.filter, callback: one.callback })),
  )
  if (passes.length === 0) return []
  const { rows } = await client.query<{ due: number }>({
    ...INSERT_FILTERED,
    values: [
      plainArray(passes.map((one) => one.id)),
      createdColumn(passes),
      ...memberColumns(passes),
      plainArray(passes.map((one) => one.type)),
      traceColumn(passes),
      plainArray(passes.map((one) => one.callback)),
    ],
  })
  return rows.map((row) => row.due)
}

function createdColumn(events: EventRow[]): string {
  return `{${events.map((event) => `"${event.created}"`).join(',')}}`
}

function traceColumn(events: EventRow[]): string {
  return plainArray(events.map((event) => event.trace ?? null))
}
