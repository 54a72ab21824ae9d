/**
 * Turns event notices into pending deliveries. The outcome of each message is a value; the event consumer
 * acts on it.
 */
import type { Log } from '../../schemas/base/log.js'
import { parseEventNotices } from '../../schemas/stream/event-notice.js'
import type { EventOutcome } from '../ports.js'
import type { FanOutStore } from '../../schemas/webhooks/delivery-store.js'

const RETRY_MS = 1_000
const EVENTS_PER_TRANSACTION = 1_000

/**
 * Handles batches of message bodies, in their order. Calls `onDue` when an endpoint has something to deliver.
 */
export function fanOutBatch(
  store: FanOutStore,
  log: Log,
  onDue: () => void,
): (bodies: Uint8Array[]) => Promise<EventOutcome[]> {
  const decoder = new TextDecoder()
  return async (bodies) => {
    const notices = bodies.map((bytes) => parseEventNotices(decoder.decode(bytes)))
    const events = notices.flatMap((notified) => notified ?? [])
    try {
      for (let from = 0; from < events.length; from += EVENTS_PER_TRANSACTION)
        if (await store.fanOut(events.slice(from, from + EVENTS_PER_TRANSACTION))) onDue()
    } catch (error) {
      log.warn({ error, events: events.length }, 'deliveries of events not created; they will be redelivered')
      return notices.map(() => ({ is: 'redeliver', ms: RETRY_MS }))
    }
    return notices.map((notified) =>
      notified === null ? { is: 'reject', why: 'not an event notice' } : { is: 'done' },
    )
  }
}
