import type pg from 'pg'
import type { Receiver } from './receiver.js'

/**
 * Number of events of members that the receiver lacks. An event created since `restoredAt` (epoch
 * milliseconds) must have come since then: the restored database forgot an earlier one of the same id.
 */
export async function undelivered(pool: pg.Pool, receiver: Receiver, restoredAt: number): Promise<number> {
  const received = new Map<string, number>()
  for (const { event, at } of receiver.got) received.set(event.id, at)
  const { rows } = await pool.query<{ id: string; created: Date }>(
    'select id, created from logged_event where client_id is null',
  )
  return rows.filter(({ id, created }) => {
    const at = received.get(id)
    return at === undefined || (created.getTime() >= restoredAt && at < restoredAt)
  }).length
}
