/** Joins the metrics of several processes on one page. */
import { AggregatorRegistry } from 'prom-client'
import type { MetricValue, Registry } from 'prom-client'
import type { Snapshot } from './registry.js'

/**
 * One registry of all; every sample carries the name of its process in the label `process`.
 */
export function mergeSnapshots(snapshots: ReadonlyMap<string, Snapshot>): Registry {
  const labelled = [...snapshots].map(([process, snapshot]) =>
    snapshot.map((metric) => ({
      ...metric,
      aggregator: 'sum',
      values: metric.values.map((value) => withProcessLabel(value, process)),
    })),
  )
  return AggregatorRegistry.aggregate(labelled)
}

/** NaN becomes null when it is sent from one process to another. */
function withProcessLabel(sample: MetricValue<string>, process: string): MetricValue<string> {
  const value: number | null = sample.value
  return { ...sample, value: value ?? NaN, labels: { ...sample.labels, process } }
}
