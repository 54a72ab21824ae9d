/** Suspends a callback that makes the fan-out fail, and notes at which event, for operators. */
import type pg from 'pg'
import { SUSPENDED } from '../../../schemas/webhooks/delivery.js'
import type { SuspendedCallback } from '../../../schemas/webhooks/delivery-store.js'
import { hasIdSql } from '../../event-log/logged-events.js'
import { disableCallback } from '../callback-notices.js'

/** Also of one that its owner had disabled: its filter is not to be tried again. */
const STATE_REASON = 'update callback set disabled_reason = $2 where id = $1 and disabled_reason <> $2'

const FORGET = 'delete from quarantined_event where callback_id = $1'

const NOTE = `
  insert into quarantined_event (event_id, callback_id, created, member_id, sequence, type, error)
  select id, $2, created, member_id, sequence, type, $3 from logged_event e where ${hasIdSql('$1::uuid')}`

/** As `FanOutStore.suspend`, in the caller's transaction. */
export async function suspendCallback(
  client: pg.ClientBase,
  { callback, event, error }: SuspendedCallback,
): Promise<void> {
  await disableCallback(client, callback, SUSPENDED)
  await client.query(STATE_REASON, [callback, SUSPENDED])
  await client.query(FORGET, [callback])
  await client.query(NOTE, [event, callback, error])
}
