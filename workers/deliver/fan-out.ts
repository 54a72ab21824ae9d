/**
 * Turns event notices into pending deliveries. The outcome of each message is a value; the event consumer
 * acts on it.
 */
import type { Log } from '../../schemas/base/log.js'
import { parseEventNotices } from '../../schemas/stream/event-notice.js'
import type { Traceparent } from '../../schemas/trace/traceparent.js'
import type { Span, Tracer } from '../../schemas/trace/tracer.js'
import type { NotifiedEvent } from '../../schemas/webhooks/delivery.js'
import type { EventOutcome } from '../ports.js'
import type { FanOut } from './isolate-events.js'

const RETRY_MS = 1_000
const EVENTS_PER_TRANSACTION = 1_000

/**
 * Handles batches of message bodies, in their order. Calls `onDue` when an endpoint has something to deliver.
 */
export function fanOutBatch(
  fanOut: FanOut,
  log: Log,
  onDue: () => void,
  tracer?: Tracer,
): (bodies: Uint8Array[]) => Promise<EventOutcome[]> {
  const decoder = new TextDecoder()
  return async (bodies) => {
    const notices = bodies.map((bytes) => parseEventNotices(decoder.decode(bytes)))
    const { events, end } = traced(
      tracer,
      notices.flatMap((notified) => notified ?? []),
    )
    try {
      for (let from = 0; from < events.length; from += EVENTS_PER_TRANSACTION)
        if (await fanOut(events.slice(from, from + EVENTS_PER_TRANSACTION))) onDue()
      end()
    } catch (error) {
      end('deliveries not created')
      log.warn({ error, events: events.length }, 'deliveries of events not created; they will be redelivered')
      return notices.map(() => ({ is: 'redeliver', ms: RETRY_MS }))
    }
    return notices.map((notified) =>
      notified === null ? { is: 'reject', why: 'not an event notice' } : { is: 'done' },
    )
  }
}

/** One span for each span that announced events; their deliveries belong to it. */
function traced(
  tracer: Tracer | undefined,
  events: NotifiedEvent[],
): { events: NotifiedEvent[]; end: (error?: string) => void } {
  if (tracer === undefined) return { events, end: () => undefined }
  const spans = new Map<Traceparent, { span: Span; events: number }>()
  const spanOf = (parent: Traceparent): Traceparent => {
    const known = spans.get(parent) ?? {
      span: tracer.start('fan out', { kind: 'consumer', parent }),
      events: 0,
    }
    spans.set(parent, known)
    known.events += 1
    return known.span.traceparent
  }
  return {
    events: events.map((one) =>
      one.traceparent === undefined ? one : { ...one, traceparent: spanOf(one.traceparent) },
    ),
    end: (error) => {
      for (const { span, events: count } of spans.values()) {
        span.set({ 'messaging.system': 'nats', 'tripfold.events': count })
        span.end(error)
      }
    },
  }
}
