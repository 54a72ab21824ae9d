/** Metrics of the ingress: accepted and refused messages, and the time the stream took. */
import { Counter, Histogram } from 'prom-client'
import type { Registry } from 'prom-client'
import { PublishError } from '../../schemas/stream/publish-error.js'
import type { Publish } from '../../schemas/stream/publish-error.js'
import type { Publisher } from '../../workers/stream/publish.js'
import { gaugeFrom } from './registry.js'

const SECOND = 1_000
const SECONDS = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10]

/** Wraps `publish` so that every call is measured. */
export function measuredPublish(
  registry: Registry,
  { publish, inFlight }: Pick<Publisher, 'publish' | 'inFlight'>,
): Publish {
  const registers = [registry]
  const accepted = new Counter({
    name: 'tripfold_accepted_messages_total',
    help: 'Messages that the stream has stored: batches, single writes, edits.',
    registers,
  })
  const bytes = new Counter({
    name: 'tripfold_accepted_bytes_total',
    help: 'Bytes of the accepted messages.',
    registers,
  })
  const duplicates = new Counter({
    name: 'tripfold_accepted_duplicates_total',
    help: 'Repeated messages that the stream recognised and did not store again.',
    registers,
  })
  const refused = new Counter({
    name: 'tripfold_refused_messages_total',
    help: 'Messages that were not accepted, by cause.',
    labelNames: ['cause'],
    registers,
  })
  const seconds = new Histogram({
    name: 'tripfold_accept_seconds',
    help: 'Time from publishing to the acknowledgement of the stream.',
    buckets: SECONDS,
    registers,
  })
  gaugeFrom(
    registry,
    'tripfold_publishes_in_flight',
    'Publishes waiting for their acknowledgement.',
    () => inFlight().count,
  )
  gaugeFrom(
    registry,
    'tripfold_publishes_in_flight_bytes',
    'Bytes of the publishes waiting for their acknowledgement.',
    () => inFlight().bytes,
  )
  gaugeFrom(
    registry,
    'tripfold_publishes_waiting',
    'Publishes queued until there is room to send them.',
    () => inFlight().waiting,
  )
  return async (content, subject, id, deadline, more) => {
    const began = performance.now()
    try {
      const stored = await publish(content, subject, id, deadline, more)
      accepted.inc()
      bytes.inc(content.length)
      if (stored.duplicate) duplicates.inc()
      return stored
    } catch (error) {
      refused.inc({ cause: error instanceof PublishError ? error.reason : 'error' })
      throw error
    } finally {
      seconds.observe((performance.now() - began) / SECOND)
    }
  }
}
