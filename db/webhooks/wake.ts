/** Makes callbacks claimable that have something due (webhooks.md 5). */
import type pg from 'pg'
import { plainArray } from '../pg/array-literals.js'
import { prepared } from '../pg/prepared-statements.js'

const LOCK_DUE = prepared(
  `
  select callback_id from callback_due
  where callback_id = any($1::bigint[]) order by callback_id for no key update`,
  'delivery-wake-lock',
)

const WAKE = prepared(
  `
  update callback_due set ready_at = greatest(clock_timestamp(), not_before)
  where callback_id = any($1::bigint[]) and worker is null
    and (ready_at is null or ready_at > greatest(clock_timestamp(), not_before))`,
  'delivery-wake',
)

/**
 * Marks callbacks as having something due. Locks the rows even if they need no change: a worker that is
 * releasing a claim either sees the new deliveries, or has released it before this reads the row.
 */
export async function wake(client: pg.ClientBase, callbacks: number[]): Promise<void> {
  if (callbacks.length === 0) return
  const ids = plainArray(callbacks)
  await client.query({ ...LOCK_DUE, values: [ids] })
  await client.query({ ...WAKE, values: [ids] })
}

/** Lets an open circuit breaker probe now, both in the row and in the actor's saved state. */
const PROBE_NOW = `
  update callback_due set not_before = '-infinity',
    state = case when state::jsonb #>> '{breaker,is}' = 'open'
      then jsonb_set(state::jsonb, '{breaker,until}', '0')::text else state end
  where callback_id = any($1::bigint[])`

/** The same on a person's request: does not wait for an open circuit breaker. */
export async function wakeIgnoringBreaker(client: pg.ClientBase, callbacks: number[]): Promise<void> {
  await client.query({ ...LOCK_DUE, values: [plainArray(callbacks)] })
  await client.query(PROBE_NOW, [callbacks])
  await wake(client, callbacks)
}
