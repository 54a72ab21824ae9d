/** Makes callbacks claimable that have something due (webhooks.md 5). */
import type pg from 'pg'
import { plainArray } from '../pg/array-literals.js'
import { atPlace, eachOf, prepared } from '../pg/prepared-statements.js'

const LOCK_DUE = prepared(
  `
  select x.callback_id, d.place::text as place
  from (select distinct unnest($1::bigint[]) as callback_id order by 1) x cross join lateral (
    select ctid as place from callback_due where callback_id = x.callback_id
    order by claim desc limit 1 for no key update
  ) d`,
  'delivery-wake-lock',
)

/**
 * By place, which is that of the current version for as long as its lock is held. What this transaction made due is
 * due since its beginning at the earliest (`now()`), which may be before reads of the callback begin.
 */
const WAKE = prepared(
  `
  update callback_due d set due_from = least(d.due_from, now()),
    ready_at = case when d.worker is null then least(d.ready_at, greatest(clock_timestamp(), d.not_before))
      else d.ready_at end
  from ${eachOf('callback_id, place', '$1::bigint[]', '$2::tid[]')} x
  where ${atPlace('x.place', 'callback_id', 'x.callback_id')} and (d.due_from > now() or d.worker is null
    and (d.ready_at is null or d.ready_at > greatest(clock_timestamp(), d.not_before)))`,
  'delivery-wake',
)

/**
 * Marks callbacks as having something due. Locks the rows even if they need no change: a worker that is
 * releasing a claim either sees the new deliveries, or has released it before this reads the row.
 */
export async function wake(client: pg.ClientBase, callbacks: number[]): Promise<void> {
  if (callbacks.length === 0) return
  const { rows } = await client.query<{ callback_id: number; place: string }>({
    ...LOCK_DUE,
    values: [plainArray(callbacks)],
  })
  await client.query({
    ...WAKE,
    values: [plainArray(rows.map((row) => row.callback_id)), rows.map((row) => row.place)],
  })
}

/**
 * Lets an open circuit breaker probe now, both in the row and in the actor's saved state. Requests of persons may
 * run for a minute (a replay), so that what they make due may be older than where reads begin.
 */
const PROBE_NOW = `
  update callback_due set not_before = '-infinity', due_from = '-infinity',
    state = case when state::jsonb #>> '{breaker,is}' = 'open'
      then jsonb_set(state::jsonb, '{breaker,until}', '0')::text else state end
  where callback_id = any($1::bigint[])`

/** The same on a person's request: does not wait for an open circuit breaker. */
export async function wakeIgnoringBreaker(client: pg.ClientBase, callbacks: number[]): Promise<void> {
  await client.query({ ...LOCK_DUE, values: [plainArray(callbacks)] })
  await client.query(PROBE_NOW, [callbacks])
  await wake(client, callbacks)
}
