/**
 * Turns events into pending deliveries, one per subscribed callback (webhooks.md 5). `fan_out_progress` holds
 * how far each member has come: a repeated event is skipped, and an event whose predecessors were not
 * announced brings them along from the log. So deliveries of a member are created in sequence, whichever
 * worker creates them and however the stream repeats. Events that are never announced: fan-out-sweep.ts.
 */
import type pg from 'pg'
import type { NotifiedEvent } from '../../../schemas/webhooks/delivery.js'
import type { FanOutResult } from '../../../schemas/webhooks/delivery-store.js'
import { packTraceparent } from '../../../schemas/trace/traceparent.js'
import { eventsByIdSql, eventsByIdValues, isAfterSql } from '../../event-log/logged-events.js'
import { plainArray } from '../../pg/array-literals.js'
import { transaction } from '../../pg/transaction.js'
import { prepared } from '../../pg/prepared-statements.js'
import { wake } from '../wake.js'
import { insertDeliveries, memberColumns, type EventRow } from './insert-deliveries.js'
import { suspendCallback } from './suspend-callback.js'

/** As `FanOutStore.fanOut`. */
export async function fanOut(pool: pg.Pool, notified: NotifiedEvent[]): Promise<FanOutResult> {
  return await transaction(pool, async (client) => {
    const { announced, all } = await readLacking(client, notified)
    if (announced.length === 0) return { due: false, suspended: [] }
    await client.query(ADVANCE, [...memberColumns(announced)])
    const { due, failed } = await insertDeliveries(client, all)
    for (const callback of failed) await suspendCallback(client, callback)
    await wake(client, due)
    return { due: due.length > 0, suspended: failed }
  })
}

/** As `FanOutStore.lacking`. */
export async function lackingEvents(pool: pg.Pool, notified: NotifiedEvent[]): Promise<NotifiedEvent[]> {
  const { all } = await transaction(pool, async (client) => await readLacking(client, notified))
  const known = new Map(notified.map((one) => [one.id, one]))
  return all
    .sort((a, b) => a.member_id - b.member_id || a.sequence - b.sequence)
    .map(({ id, at }) => known.get(id) ?? { id, created: at })
}

/** The events that are not fanned out, and those together with earlier ones of their members; locks their progress. */
async function readLacking(
  client: pg.PoolClient,
  notified: NotifiedEvent[],
): Promise<{ announced: EventRow[]; all: EventRow[] }> {
  const events = await readEvents(client, notified)
  if (events.length === 0) return { announced: [], all: [] }
  const progress = await lockProgress(client, events)
  const announced = events.filter((event) => event.sequence > (progress.get(event.member_id) ?? 0))
  return { announced, all: [...(await readGaps(client, announced, progress)), ...announced] }
}

const COLUMNS = `
  e.id, e.created::text, extract(epoch from e.created)::float8 * 1000 as at, e.member_id, e.sequence, e.type`

const EVENTS = prepared(
  `${eventsByIdSql(COLUMNS)} and e.member_id is not null order by e.member_id, e.sequence`,
  'fan-out-logged',
)

/** The events of members among these, in order of member and sequence. */
export async function readEvents(client: pg.PoolClient, notified: NotifiedEvent[]): Promise<EventRow[]> {
  if (notified.length === 0) return []
  const { rows } = await client.query<EventRow>({ ...EVENTS, values: eventsByIdValues(notified) })
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

/** Parameters: `memberColumns`. */
export const ADVANCE = `
  update fan_out_progress p set sequence = x.sequence
  from (
    select member_id, max(sequence) as sequence
    from unnest($1::bigint[], $2::bigint[]) as x(member_id, sequence) group by 1
  ) x
  where p.member_id = x.member_id and p.sequence < x.sequence`

/** Up to which sequence each of the members is fanned out, locked until the transaction ends. */
export async function lockProgress(client: pg.PoolClient, events: EventRow[]): Promise<Map<number, number>> {
  const members = plainArray([...new Set(events.map((event) => event.member_id))])
  await client.query({ ...CREATE_PROGRESS, values: [members] })
  const { rows } = await client.query<{ member_id: number; sequence: number }>({
    ...LOCK_PROGRESS,
    values: [members],
  })
  return new Map(rows.map((row) => [row.member_id, row.sequence]))
}

const GAPS = `
  select ${COLUMNS}
  from unnest($1::bigint[], $2::bigint[], $3::bigint[]) as g(member_id, after, before)
  join logged_event e on e.member_id = g.member_id and ${isAfterSql('g.after')}
    and e.row_sequence < g.before and e.sequence < g.before`

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
