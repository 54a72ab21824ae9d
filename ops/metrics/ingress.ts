/** Metrics of the ingress: accepted and refused messages, and the time the stream took. */
import type { Registry } from 'prom-client'
import { PublishError } from '../../schemas/stream/publish-error.js'
import type { Publish } from '../../schemas/stream/publish-error.js'
import type { Publisher } from '../../workers/stream/publish.js'
import { gaugeFrom, metricsOf } from './registry.js'

const SECOND = 1_000
const SECONDS = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10]

/** Wraps `publish` so that every call is measured. */
export function measuredPublish(
  registry: Registry,
  { publish, inFlight }: Pick<Publisher, 'publish' | 'inFlight'>,
): Publish {
  const { counter, histogram } = metricsOf(registry)
  const accepted = counter(
    'accepted_messages_total',
    'Messages that the stream has stored: batches, single writes, edits.',
  )
  const bytes = counter('accepted_bytes_total', 'Bytes of the accepted messages.')
  const duplicates = counter(
    'accepted_duplicates_total',
    'Repeated messages that the stream recognised and did not store again.',
  )
  const refused = counter('refused_messages_total', 'Messages that were not accepted, by cause.', 'cause')
  const seconds = histogram(
    'accept_seconds',
    'Time from publishing to the acknowledgement of the stream.',
    SECONDS,
  )
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
