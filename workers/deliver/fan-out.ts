/** What the EVENTS stream says becomes pending deliveries: the verdict on each message is a value, the stream's room settles it. */
import type { Log } from '../../schemas/base/log.js'
import { parseEventNotices } from '../../schemas/stream/event-notice.js'
import type { FanOutStore } from './ports.js'

/** Whether a message is done with; `later` asks for it again after `ms`, `never` sets it aside. */
export type EventVerdict = { is: 'done' } | { is: 'later'; ms: number } | { is: 'never'; why: string }

const RETRY_MS = 1_000
/** Most events of one transaction. */
const EVENTS_PER_TRANSACTION = 1_000

/** Judges a batch of message bodies, in their order. `due` is called when a callback has something to send. */
export function fanOutBatch(
  store: FanOutStore,
  log: Log,
  due: () => void,
): (bodies: Uint8Array[]) => Promise<EventVerdict[]> {
  const decoder = new TextDecoder()
  return async (bodies) => {
    const told = bodies.map((bytes) => parseEventNotices(decoder.decode(bytes)))
    const events = told.flatMap((one) => one ?? [])
    try {
      for (let from = 0; from < events.length; from += EVENTS_PER_TRANSACTION)
        if (await store.fanOut(events.slice(from, from + EVENTS_PER_TRANSACTION))) due()
    } catch (error) {
      log.warn(
        { error, events: events.length },
        'events could not be turned into deliveries; they will be told again',
      )
      return told.map(() => ({ is: 'later', ms: RETRY_MS }))
    }
    return told.map((one) => (one === null ? { is: 'never', why: 'not notices of events' } : { is: 'done' }))
  }
}
