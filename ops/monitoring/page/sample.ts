/** What the operations page keeps of one reading of the metrics. */
import type { Snapshot } from '../../metrics/registry.js'

/** Cumulative counts of a histogram by the upper bound of each bucket, all processes and labels together. */
export type Buckets = Map<number, number>

export interface Sample {
  /** Milliseconds of a clock that only runs forward. */
  at: number
  /** Totals since the processes started. */
  accepted: number
  folded: number
  requests: number
  failed: number
  attempts: number
  /** Messages waiting now, deliveries due now. */
  waiting: number
  due: number
  readable: Buckets
  answered: Buckets
  delivered: Buckets
}

/** What each number is made of; a role that does not count it has no such metric. */
export const METRICS: Readonly<Record<Exclude<keyof Sample, 'at'>, string>> = {
  accepted: 'tripfold_accepted_messages_total',
  folded: 'tripfold_folded_messages_total',
  requests: 'tripfold_http_requests_total',
  failed: 'tripfold_http_requests_total',
  attempts: 'tripfold_webhook_attempts_total',
  waiting: 'tripfold_service_partition_lag',
  due: 'tripfold_service_webhook_deliveries',
  readable: 'tripfold_accepted_to_readable_seconds',
  answered: 'tripfold_http_request_seconds',
  delivered: 'tripfold_webhook_event_age_seconds',
}

/** The numbers of interest at a moment. */
export function takeSample(metrics: Snapshot, at: number): Sample {
  return {
    at,
    accepted: total(metrics, METRICS.accepted),
    folded: total(metrics, METRICS.folded),
    requests: total(metrics, METRICS.requests),
    failed: total(metrics, METRICS.failed, { status: '5xx' }),
    attempts: total(metrics, METRICS.attempts),
    waiting: serviceTotal(metrics, METRICS.waiting, 'partition'),
    due: serviceTotal(metrics, METRICS.due, 'state', { state: 'due' }),
    readable: buckets(metrics, METRICS.readable),
    answered: buckets(metrics, METRICS.answered),
    delivered: buckets(metrics, METRICS.delivered),
  }
}

type Labels = Record<string, string>

/** The values of a metric whose labels agree with `where`. */
export function valuesOf(
  metrics: Snapshot,
  name: string,
  where: Labels = {},
): Array<{ value: number; labels: Labels; part: string }> {
  const found = metrics.find((metric) => metric.name === name)
  return (found?.values ?? [])
    .map((one) => ({
      value: one.value,
      labels: one.labels as Labels,
      part: 'metricName' in one ? String(one.metricName) : name,
    }))
    .filter(({ labels }) => Object.entries(where).every(([label, value]) => labels[label] === value))
}

/** The sum over all processes. */
export function total(metrics: Snapshot, name: string, where: Labels = {}): number {
  return valuesOf(metrics, name, where).reduce((sum, { value }) => sum + value, 0)
}

/** Metrics of the whole service are the same in every process: the maximum of each label, and the sum of these. */
export function serviceTotal(metrics: Snapshot, name: string, label: string, where: Labels = {}): number {
  const largest = new Map<string, number>()
  for (const { value, labels } of valuesOf(metrics, name, where)) {
    const key = labels[label] ?? ''
    largest.set(key, Math.max(largest.get(key) ?? 0, value))
  }
  return [...largest.values()].reduce((sum, value) => sum + value, 0)
}

/** The largest value of a metric of the whole service; null if there is none. */
export function serviceValue(metrics: Snapshot, name: string, where: Labels = {}): number | null {
  const values = valuesOf(metrics, name, where).map(({ value }) => value)
  return values.length === 0 ? null : Math.max(...values)
}

function buckets(metrics: Snapshot, name: string): Buckets {
  const counts: Buckets = new Map()
  for (const { value, labels, part } of valuesOf(metrics, name)) {
    if (part !== `${name}_bucket`) continue
    const bound = labels['le'] === '+Inf' ? Infinity : Number(labels['le'])
    counts.set(bound, (counts.get(bound) ?? 0) + value)
  }
  return counts
}
