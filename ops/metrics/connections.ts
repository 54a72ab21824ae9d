/** Metrics of connections and of requests in flight. */
import { Counter, Gauge } from 'prom-client'
import type { Registry } from 'prom-client'
import type {
  ConnectionClosedCause,
  ConnectionMetrics,
} from '../../api/plugins/connections/connection-metrics.js'

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
  const registers = [registry]
  const closed = new Counter({
    name: 'tripfold_http_connections_closed_total',
    help: 'Connections closed because of a limit, by cause.',
    labelNames: ['cause'],
    registers,
  })
  for (const cause of CAUSES) closed.inc({ cause }, 0)
  const gauge = (name: string, help: string, read: () => number): void => {
    const made = new Gauge({
      name,
      help,
      registers,
      collect: () => {
        made.set(read())
      },
    })
  }
  return {
    closed: (cause) => {
      closed.inc({ cause })
    },
    watch: ({ open, unfinished, inFlight }) => {
      if (open !== undefined) gauge('tripfold_http_connections', 'Open connections.', open)
      if (unfinished !== undefined)
        gauge(
          'tripfold_http_unfinished',
          'Connections without a complete request head, and bodies that have not arrived.',
          unfinished,
        )
      if (inFlight !== undefined)
        gauge('tripfold_http_requests_in_flight', 'Requests being worked on.', inFlight)
    },
  }
}
