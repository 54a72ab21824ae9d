/**
 * Events about a callback for its owner: sent to the application's other callbacks, and kept in its log
 * (webhooks.md 3).
 */
import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { callbackDoc, type CallbackRow } from '../../schemas/webhooks/callback.js'
import type { AttemptWrite } from '../../schemas/webhooks/delivery.js'
import { callbackEvent } from '../../schemas/webhooks/event.js'
import { CALLBACK_COLUMNS } from './callback-columns.js'
import { queueDisabledMail, queueExhaustedMail } from './mails/queue-mails.js'
import { wake } from './wake.js'

const DISABLE = `
  update callback set status = 'Disabled', disabled_reason = $2, version = version + 1,
    updated = clock_timestamp()
  where id = $1 and status = 'Active'`

/**
 * Disables an Active callback and notifies its owner. Pending deliveries stay pending; new ones are kept as
 * skipped.
 */
export async function disableCallback(
  client: pg.ClientBase,
  callback: string,
  reason: string,
): Promise<void> {
  const { rowCount } = await client.query(DISABLE, [callback, reason])
  if (rowCount === 0) return
  await client.query('update callback_due set ready_at = null where callback_id = $1 and worker is null', [
    callback,
  ])
  await notifyOwner(client, 'callback.disabled', callback)
  await queueDisabledMail(client, callback, reason)
}

/**
 * One event, and a part of one mail, per callback, however many of its deliveries are exhausted; none about deliveries of such events.
 */
export async function notifyExhausted(client: pg.ClientBase, attempts: AttemptWrite[]): Promise<void> {
  const counts = new Map<string, number>()
  for (const { callback, type } of attempts)
    if (!type.startsWith('callback.')) counts.set(callback, (counts.get(callback) ?? 0) + 1)
  for (const [callback, count] of counts) {
    await notifyOwner(client, 'callback.exhausted', callback)
    await queueExhaustedMail(client, callback, count)
  }
}

const CALLBACK = `
  select ${CALLBACK_COLUMNS}, date_trunc('milliseconds', clock_timestamp()) as now
  from callback c join callback_due d on d.callback_id = c.id where c.id = $1`

const LOG_EVENT = `
  insert into event (id, member_id, sequence, type, resource_id, created, body, client_id, test)
  values ($1, null, 0, $2, $3, $4, $5, $6, nullif($7, false))`

const QUEUE_DELIVERIES = `
  insert into delivery (callback_id, event_id, event_at, member_id, sequence, due_at, ordered)
  select c.id, $1, $2, null, 0, case when c.status = 'Active' then clock_timestamp() end, false
  from callback c where c.client_id = $3 and c.id <> $4 and (c.events @> '{*}' or c.events @> array[$5])
    and c.test = $6
  returning case when due_at is not null then callback_id end as due`

async function notifyOwner(
  client: pg.ClientBase,
  type: 'callback.disabled' | 'callback.exhausted',
  callback: string,
): Promise<void> {
  const {
    rows: [row],
  } = await client.query<CallbackRow & { now: Date }>(CALLBACK, [callback])
  if (row === undefined) return
  const id = randomUUID()
  const body = callbackEvent(id, type, row.now, callbackDoc(row))
  await client.query(LOG_EVENT, [id, type, callback, row.now, body, row.client_id, row.test])
  const { rows } = await client.query<{ due: number | null }>(QUEUE_DELIVERIES, [
    id,
    row.now,
    row.client_id,
    callback,
    type,
    row.test,
  ])
  await wake(
    client,
    rows.map((one) => one.due).filter((due) => due !== null),
  )
}
