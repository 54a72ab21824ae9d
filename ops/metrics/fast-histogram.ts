/**
 * A histogram without labels that only counts while it is told values, and is made up when it is asked for: the library's
 * own makes labels and a hash of them for each value, which shows where there are thousands a second.
 */
import { Histogram } from 'prom-client'
import type { Registry } from 'prom-client'

interface Line {
  metricName: string
  labels: { le?: number | string }
  sharedLabels: object
  value: number
}

/** Takes its values through `add` alone; the library's `observe` does nothing to it. */
export class FastHistogram extends Histogram {
  private readonly description: { name: string; help: string; type: 'histogram'; aggregator: 'sum' }
  private readonly bounds: readonly number[]
  private readonly counts: number[]
  private sum = 0

  /** `bounds`: upper bounds of the buckets, rising. */
  constructor(registry: Registry, name: string, help: string, bounds: readonly number[]) {
    super({ name, help, buckets: [...bounds], registers: [registry] })
    this.description = { name, help, type: 'histogram', aggregator: 'sum' }
    this.bounds = bounds
    this.counts = Array.from({ length: bounds.length + 1 }, () => 0)
  }

  /** Counts a value. */
  add(value: number): void {
    let at = 0
    while (at < this.bounds.length && value > (this.bounds[at] ?? Infinity)) at += 1
    this.counts[at] = (this.counts[at] ?? 0) + 1
    this.sum += value
  }

  /** Where the library takes the values from, for its page of text as for `get`. */
  async getForPromString(): Promise<FastHistogram['description'] & { values: Line[] }> {
    const { name } = this.description
    let count = 0
    const line = (what: string, value: number, labels: Line['labels'] = {}): Line => ({
      metricName: `${name}_${what}`,
      labels,
      sharedLabels: {},
      value,
    })
    const buckets = this.counts.map((here, at) =>
      line('bucket', (count += here), { le: this.bounds[at] ?? '+Inf' }),
    )
    return { ...this.description, values: [...buckets, line('sum', this.sum), line('count', count)] }
  }
}
