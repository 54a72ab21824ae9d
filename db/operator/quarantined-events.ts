/** Events that the fan-out set aside, as operators see them, and how one is released (webhooks.md 5). */
import type pg from 'pg'
import type { Id } from '../../schemas/base/ids.js'
import { SUSPENDED } from '../../schemas/webhooks/delivery.js'
import { transaction } from '../pg/transaction.js'
import { readEvents } from '../webhooks/fan-out/fan-out.js'
import { insertDeliveries } from '../webhooks/fan-out/insert-deliveries.js'
import { suspendCallback } from '../webhooks/fan-out/suspend-callback.js'
import { wake } from '../webhooks/wake.js'

export interface QuarantinedEvent {
  event: string
  /** The callback that is suspended because of it; null: nobody got the event. */
  callback: Id | null
  member: Id
  type: string
  created: Date
  quarantined: Date
  error: string
}

/** SQL: rows `q` that still matter: a suspended callback no longer does once it is enabled. */
export const QUARANTINED = `
  quarantined_event q where q.callback_id is null or exists (
    select from callback c where c.id = q.callback_id and c.disabled_reason = '${SUSPENDED}')`

/** The longest quarantined first. */
export async function listQuarantinedEvents(pool: pg.Pool): Promise<QuarantinedEvent[]> {
  const { rows } = await pool.query<QuarantinedEvent>(`
    select q.event_id as event, q.callback_id::text as callback, q.member_id::text as member, q.type, q.created,
      q.quarantined, q.error
    from ${QUARANTINED} order by q.quarantined`)
  return rows
}

const REMOVE = `
  delete from quarantined_event where event_id = $1 and callback_id is null
  returning member_id::text as member, extract(epoch from created)::float8 * 1000 as created`

const RECORD = `
  insert into operator_command (partition, member_id, command, args, requested_by, reason, completed_at, result)
  values (-1, $1, 'release', jsonb_build_object('event', $2::text), $3, $4, now(), $5)`

export type Release = 'released' | 'not quarantined' | 'no longer in the log'

/**
 * Creates the deliveries of a quarantined event to the callbacks of now, after those of later events that its member
 * has had since, and records who asked for it. Rejects with what makes it fail again: it stays where it is.
 */
export async function releaseEvent(
  pool: pg.Pool,
  event: string,
  { by, because }: { by: string; because: string },
): Promise<Release> {
  return await transaction(pool, async (client) => {
    const {
      rows: [row],
    } = await client.query<{ member: Id; created: number }>(REMOVE, [event])
    if (row === undefined) return 'not quarantined'
    const events = await readEvents(client, [{ id: event, created: row.created }])
    const result = events.length > 0 ? 'released' : 'no longer in the log'
    await client.query(RECORD, [row.member, event, by, because, result])
    if (events.length === 0) return result
    const { due, failed } = await insertDeliveries(client, events)
    for (const callback of failed) await suspendCallback(client, callback)
    await wake(client, due)
    return result
  })
}
