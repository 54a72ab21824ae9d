import { Counter } from 'prom-client'
import type { Registry } from 'prom-client'
import type { OnExported } from './outage-exporter.js'

/** Returns a function that counts spans as they leave the process. */
export function spanMetrics(registry: Registry): OnExported {
  const counter = new Counter({
    name: 'tripfold_trace_spans_total',
    help: 'Spans of traces that were sent, or lost because the collector did not take them.',
    labelNames: ['outcome'],
    registers: [registry],
  })
  return (outcome, spans) => {
    counter.inc({ outcome }, spans)
  }
}
