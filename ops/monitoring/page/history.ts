/** The last hour of the numbers on the operations page. */
import type { Buckets, Sample } from './sample.js'

export interface Point {
  /** Milliseconds before the newest sample. */
  ago: number
  /** Null: nothing happened, or a process was started again. */
  value: number | null
}

/** An hour at one sample every ten seconds. */
const MAX_SAMPLES = 360
export const SAMPLE_INTERVAL_MS = 10_000

/** Samples that are added, oldest first; beyond an hour the oldest goes. */
export class History {
  readonly #samples: Sample[] = []

  add(sample: Sample): void {
    this.#samples.push(sample)
    if (this.#samples.length > MAX_SAMPLES) this.#samples.shift()
  }

  /** A number as it was at each sample. */
  levels(read: (sample: Sample) => number): Point[] {
    return this.#samples.map((sample) => ({ ago: this.#ago(sample), value: read(sample) }))
  }

  /** How much a total grew a second between samples. */
  rates(read: (sample: Sample) => number): Point[] {
    return this.#pairs((before, after) => {
      const grown = read(after) - read(before)
      return grown < 0 ? null : (grown * 1_000) / (after.at - before.at)
    })
  }

  /** A quantile of what a histogram counted between samples, in its unit. */
  quantiles(read: (sample: Sample) => Buckets, quantile: number): Point[] {
    return this.#pairs((before, after) => quantileOf(read(before), read(after), quantile))
  }

  #pairs(value: (before: Sample, after: Sample) => number | null): Point[] {
    return this.#samples.slice(1).map((after, i) => {
      const before = this.#samples[i]
      return { ago: this.#ago(after), value: before === undefined ? null : value(before, after) }
    })
  }

  #ago(sample: Sample): number {
    return (this.#samples.at(-1)?.at ?? sample.at) - sample.at
  }
}

/** Within a bucket values are taken to be spread evenly, as Prometheus does; above the last bound it is that bound. */
function quantileOf(before: Buckets, after: Buckets, quantile: number): number | null {
  const bounds = [...after.keys()].sort((one, other) => one - other)
  const counts = bounds.map((bound) => (after.get(bound) ?? 0) - (before.get(bound) ?? 0))
  const all = counts.at(-1) ?? 0
  if (all <= 0 || counts.some((count) => count < 0)) return null
  const wanted = quantile * all
  const at = counts.findIndex((count) => count >= wanted)
  const lower = at === 0 ? 0 : (bounds[at - 1] ?? 0)
  const upper = bounds[at] ?? 0
  if (upper === Infinity) return lower
  const below = at === 0 ? 0 : (counts[at - 1] ?? 0)
  return lower + ((upper - lower) * (wanted - below)) / Math.max(1e-9, (counts[at] ?? 0) - below)
}
