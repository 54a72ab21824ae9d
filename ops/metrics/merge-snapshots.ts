/** The registries of several processes as one page, each line with the name of its process. */
import { AggregatorRegistry } from 'prom-client'
import type { MetricValue } from 'prom-client'
import type { Snapshot } from './registry.js'

/** The page in Prometheus' text form. */
export async function mergeSnapshots(snapshots: ReadonlyMap<string, Snapshot>): Promise<string> {
  const labelled = [...snapshots].map(([process, snapshot]) =>
    snapshot.map((metric) => ({
      ...metric,
      aggregator: 'sum',
      values: metric.values.map((value) => withProcessLabel(value, process)),
    })),
  )
  return await AggregatorRegistry.aggregate(labelled).metrics()
}

/** What was no number has become null on its way between two processes. */
function withProcessLabel(given: MetricValue<string>, process: string): MetricValue<string> {
  const value: number | null = given.value
  return { ...given, value: value ?? NaN, labels: { ...given.labels, process } }
}
