/** Makes deliveries of a callback that wait for a retry due now (webhooks.md 3.2). */
import type pg from 'pg'
import type { Id } from '../../schemas/base/ids.js'
import type { CallbackRow } from '../../schemas/webhooks/callback.js'
import { plainColumn } from '../pg/array-literals.js'
import { keyed, prepared } from '../pg/prepared-statements.js'
import { LONG_STATEMENT_TIMEOUT, transaction } from '../pg/transaction.js'
import { findCallback } from './callbacks.js'
import { wakeIgnoringBreaker } from './wake.js'

/** Bounds how often a delivery is made due early, so that an endpoint that comes and goes is not tried forever. */
const MAX_RESUMED = 30
/** The earliest. While an endpoint is out, its breaker allows few attempts; other deliveries are due anyway. */
const MAX_DELIVERIES = 5_000

/**
 * The attempt that a delivery waits for is made early, so that another failure does not cost it an attempt. Deliveries
 * answered with 429 are left out: the endpoint itself set the time of the retry.
 */
const RESUME = prepared(
  `
  update delivery d set due_at = clock_timestamp(), retry_index = d.retry_index - 1
  from unnest($1::bigint[]) x(callback_id) cross join lateral (
    select callback_id, event_id from delivery p
    where p.callback_id = x.callback_id and p.due_at > statement_timestamp() and p.due_at < 'infinity'
      and p.retry_index > 0 and p.attempt_count - p.retry_index < ${MAX_RESUMED}
      and not exists (
        select from attempt a
        where a.event_at = p.event_at and a.callback_id = p.callback_id and a.event_id = p.event_id
          and a.at >= p.event_at and a.no = p.attempt_count and a.status = 429)
    order by p.due_at limit ${MAX_DELIVERIES}
  ) w
  where ${keyed('d.callback_id', 'w.callback_id')} and ${keyed('d.event_id', 'w.event_id')}`,
  'delivery-resume-retries',
)

/** Makes deliveries of these callbacks that wait for a retry due now. The caller must have them read again. */
export async function resumeRetries(
  client: pg.ClientBase,
  callbacks: ReadonlyArray<{ callback: Id }>,
): Promise<void> {
  if (callbacks.length === 0) return
  await client.query({ ...RESUME, values: [plainColumn([...callbacks], (row) => row.callback)] })
}

/**
 * On a person's request: makes deliveries that wait for a retry due now; an open circuit breaker allows one attempt.
 * Does nothing while the callback is Disabled; null if the application has none with this id.
 */
export async function resumeCallback(pool: pg.Pool, client: string, id: Id): Promise<CallbackRow | null> {
  return await transaction(pool, async (trx) => {
    const row = await findCallback(trx, client, id)
    if (row?.status !== 'Active') return row
    await trx.query(LONG_STATEMENT_TIMEOUT)
    await resumeRetries(trx, [{ callback: id }])
    await wakeIgnoringBreaker(trx, [Number(id)])
    return await findCallback(trx, client, id)
  })
}
