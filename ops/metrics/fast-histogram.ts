/**
 * A histogram for thousands of values a second. It only counts, and builds its samples at a scrape: the
 * library's own histogram creates and hashes labels for each value, which took 4 % of a delivery worker.
 * Values with labels go through a series that the caller keeps.
 */
import { Histogram } from 'prom-client'
import type { Registry } from 'prom-client'

type Labels = Record<string, string>

interface Sample {
  metricName: string
  labels: { le?: number | string }
  sharedLabels: Labels
  value: number
}

/** The values with the same labels. */
class Series {
  sum = 0
  readonly counts: number[]
  constructor(
    readonly labels: Labels,
    private readonly bounds: readonly number[],
  ) {
    this.counts = Array.from({ length: bounds.length + 1 }, () => 0)
  }

  add(value: number): void {
    let at = 0
    while (at < this.bounds.length && value > (this.bounds[at] ?? Infinity)) at += 1
    this.counts[at] = (this.counts[at] ?? 0) + 1
    this.sum += value
  }
}

/** Takes values through `add` and `series` only; the library's `observe` has no effect. */
export class FastHistogram extends Histogram {
  private readonly description: { name: string; help: string; type: 'histogram'; aggregator: 'sum' }
  private readonly bounds: readonly number[]
  private readonly all: Series[] = []
  private readonly unlabelled: { add: (value: number) => void } | null

  /** `bounds`: upper bounds of the buckets in ascending order. */
  constructor(
    registry: Registry,
    name: string,
    help: string,
    bounds: readonly number[],
    labelNames: readonly string[] = [],
  ) {
    super({ name, help, buckets: [...bounds], labelNames: [...labelNames], registers: [registry] })
    this.description = { name, help, type: 'histogram', aggregator: 'sum' }
    this.bounds = bounds
    this.unlabelled = labelNames.length === 0 ? this.series({}) : null
  }

  /** Adds a value to a histogram without labels. */
  add(value: number): void {
    this.unlabelled?.add(value)
  }

  /** A new series; the labels must not have one yet. */
  series(labels: Labels): { add: (value: number) => void } {
    const series = new Series(labels, this.bounds)
    this.all.push(series)
    return series
  }

  /** The library reads the values here, for its text page and for `get`. */
  async getForPromString(): Promise<FastHistogram['description'] & { values: Sample[] }> {
    return { ...this.description, values: this.all.flatMap((series) => this.samples(series)) }
  }

  private samples({ labels: sharedLabels, counts, sum }: Series): Sample[] {
    const { name } = this.description
    let count = 0
    const sample = (suffix: string, value: number, labels: Sample['labels'] = {}): Sample => ({
      metricName: `${name}_${suffix}`,
      labels,
      sharedLabels,
      value,
    })
    const buckets = counts.map((inBucket, at) =>
      sample('bucket', (count += inBucket), { le: this.bounds[at] ?? '+Inf' }),
    )
    return [...buckets, sample('sum', sum), sample('count', count)]
  }
}
