/** Metrics of connections and of requests in flight. */
import type { Registry } from 'prom-client'
import type {
  ConnectionClosedCause,
  ConnectionMetrics,
} from '../../api/plugins/connections/connection-metrics.js'
import { gaugeFrom, metricsOf } from './registry.js'

/** Zero until one happens, so that a rate sees the first. */
const CAUSES: ConnectionClosedCause[] = [
  'idle',
  'unfinished',
  'full',
  'pipelined',
  'slow_body',
  'slow_reader',
]

export function connectionMetrics(registry: Registry): ConnectionMetrics {
  const closed = metricsOf(registry).counter(
    'http_connections_closed_total',
    'Connections closed because of a limit, by cause.',
    'cause',
  )
  for (const cause of CAUSES) closed.inc({ cause }, 0)
  return {
    closed: (cause) => {
      closed.inc({ cause })
    },
    watch: ({ open, unfinished, inFlight }) => {
      if (open !== undefined) gaugeFrom(registry, 'tripfold_http_connections', 'Open connections.', open)
      if (unfinished !== undefined)
        gaugeFrom(
          registry,
          'tripfold_http_unfinished',
          'Connections without a complete request head, and bodies that have not arrived.',
          unfinished,
        )
      if (inFlight !== undefined)
        gaugeFrom(registry, 'tripfold_http_requests_in_flight', 'Requests being worked on.', inFlight)
    },
  }
}
