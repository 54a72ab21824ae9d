/**
 * Turns events into pending deliveries, one per interested callback (webhooks.md 5). `fan_out_progress` says how far each member has
 * come: an event told again is left out, and one whose predecessors were not told brings them along from the log, so that
 * deliveries of a member are made in sequence whoever makes them and however the stream repeats itself.
 */
import type pg from 'pg'
import type { NotifiedEvent } from '../../schemas/webhooks/delivery.js'
import { plainArray } from '../pg/array-literals.js'
import { transaction } from '../pg/transaction.js'

interface EventRow {
  id: string
  created: string
  member_id: number
  sequence: number
  type: string
}

/** Makes the deliveries of these events. True when a callback has become due by it. */
export async function fanOut(pool: pg.Pool, told: NotifiedEvent[]): Promise<boolean> {
  return await transaction(pool, async (client) => {
    const events = await logged(client, told)
    if (events.length === 0) return false
    const marks = await lockMarks(client, events)
    const fresh = events.filter((event) => event.sequence > (marks.get(event.member_id) ?? 0))
    if (fresh.length === 0) return false
    const all = [...(await gaps(client, fresh, marks)), ...fresh]
    await client.query(MARK, [...columns(fresh)])
    const due = await insert(client, all)
    await wake(client, due)
    return due.length > 0
  })
}

// The stream's `created` is cut to seconds, and the log's partitions are by its own: an hour around is enough to find them.
const LOGGED = `
  select e.id, e.created::text, e.member_id, e.sequence, e.type
  from unnest($1::uuid[], $2::float8[]) as t(id, created) join event e on e.id = t.id
    and e.created between to_timestamp(t.created / 1000) - interval '1 hour' and to_timestamp(t.created / 1000) + interval '1 hour'
  where e.member_id is not null order by e.member_id, e.sequence`

async function logged(client: pg.PoolClient, told: NotifiedEvent[]): Promise<EventRow[]> {
  const { rows } = await client.query<EventRow>({
    name: 'fan-out-logged',
    text: LOGGED,
    values: [plainArray(told.map((one) => one.id)), plainArray(told.map((one) => one.created))],
  })
  return rows
}

const NEW_MARKS =
  'insert into fan_out_progress (member_id, sequence) select distinct unnest($1::bigint[]), 0 order by 1 on conflict do nothing'
const LOCK_MARKS =
  'select member_id, sequence from fan_out_progress where member_id = any($1::bigint[]) order by member_id for update'
const MARK = `
  update fan_out_progress f set sequence = x.sequence
  from (select member_id, max(sequence) as sequence from unnest($1::bigint[], $2::bigint[]) as x(member_id, sequence) group by 1) x
  where f.member_id = x.member_id and f.sequence < x.sequence`

async function lockMarks(client: pg.PoolClient, events: EventRow[]): Promise<Map<number, number>> {
  const members = plainArray([...new Set(events.map((event) => event.member_id))])
  await client.query({ name: 'fan-out-new-marks', text: NEW_MARKS, values: [members] })
  const { rows } = await client.query<{ member_id: number; sequence: number }>({
    name: 'fan-out-marks',
    text: LOCK_MARKS,
    values: [members],
  })
  return new Map(rows.map((row) => [row.member_id, row.sequence]))
}

function columns(events: EventRow[]): [string, string] {
  return [
    plainArray(events.map((event) => event.member_id)),
    plainArray(events.map((event) => event.sequence)),
  ]
}

const GAPS = `
  select e.id, e.created::text, e.member_id, e.sequence, e.type
  from unnest($1::bigint[], $2::bigint[], $3::bigint[]) as g(member_id, after, before)
  join event e on e.member_id = g.member_id and e.sequence > g.after and e.sequence < g.before`

/** Events of the log between a member's mark and the first one told. */
async function gaps(
  client: pg.PoolClient,
  fresh: EventRow[],
  marks: Map<number, number>,
): Promise<EventRow[]> {
  const holes: Array<{ member: number; after: number; before: number }> = []
  const reached = new Map(marks)
  for (const event of fresh) {
    const after = reached.get(event.member_id) ?? 0
    if (event.sequence > after + 1) holes.push({ member: event.member_id, after, before: event.sequence })
    reached.set(event.member_id, event.sequence)
  }
  if (holes.length === 0) return []
  const { rows } = await client.query<EventRow>(GAPS, [
    plainArray(holes.map((one) => one.member)),
    plainArray(holes.map((one) => one.after)),
    plainArray(holes.map((one) => one.before)),
  ])
  return rows
}

const INSERT = `
  insert into delivery (callback_id, event_id, event_at, member_id, sequence, due_at, ordered)
  select c.id, e.id, e.created, e.member_id, e.sequence, case when c.status = 'Active' then clock_timestamp() end, c.ordered = 'member'
  from unnest($1::uuid[], $2::timestamptz[], $3::bigint[], $4::bigint[], $5::text[]) as e(id, created, member_id, sequence, type)
  join oauth_grant g on g.member_id = e.member_id and g.revoked_at is null and g.created_at <= e.created
  join app a on a.client_id = g.client_id and a.disabled_at is null
  join callback c on c.client_id = g.client_id and c.created <= e.created and (c.events @> '{*}' or c.events @> array[e.type])
  order by e.member_id, e.sequence
  on conflict do nothing
  returning case when due_at is not null then callback_id end as due`

/** Ids of the callbacks that have something due now. */
async function insert(client: pg.PoolClient, events: EventRow[]): Promise<number[]> {
  const { rows } = await client.query<{ due: number | null }>({
    name: 'fan-out-insert',
    text: INSERT,
    values: [
      plainArray(events.map((event) => event.id)),
      `{${events.map((event) => `"${event.created}"`).join(',')}}`,
      ...columns(events),
      plainArray(events.map((event) => event.type)),
    ],
  })
  return [...new Set(rows.map((row) => row.due).filter((due) => due !== null))]
}

const LOCK_DUE =
  'select callback_id from callback_due where callback_id = any($1::bigint[]) order by callback_id for no key update'
const WAKE = `
  update callback_due set ready_at = greatest(clock_timestamp(), not_before)
  where callback_id = any($1::bigint[]) and worker is null and (ready_at is null or ready_at > greatest(clock_timestamp(), not_before))`

/**
 * Says that the callbacks have something due. The rows are locked even when they need no change: a worker that is giving
 * one back either sees the new deliveries, or has given it back before this looks.
 */
export async function wake(client: pg.ClientBase, callbacks: number[]): Promise<void> {
  if (callbacks.length === 0) return
  const ids = plainArray(callbacks)
  await client.query({ name: 'delivery-wake-lock', text: LOCK_DUE, values: [ids] })
  await client.query({ name: 'delivery-wake', text: WAKE, values: [ids] })
}

/** An open breaker lets its probe through now, wherever its time is kept. */
const PROBE = `
  update callback_due set not_before = '-infinity',
    state = case when state::jsonb #>> '{breaker,is}' = 'open' then jsonb_set(state::jsonb, '{breaker,until}', '0')::text else state end
  where callback_id = any($1::bigint[])`

/** The same, because a person has asked: an open breaker is not waited for. */
export async function wakeIgnoringBreaker(client: pg.ClientBase, callbacks: number[]): Promise<void> {
  await client.query({ name: 'delivery-wake-lock', text: LOCK_DUE, values: [plainArray(callbacks)] })
  await client.query(PROBE, [callbacks])
  await wake(client, callbacks)
}
