/**
 * How many fold processes the pool should have. It grows quickly while messages wait and shrinks slowly after
 * minutes of calm, because every change moves partitions. Pure: the samples carry the time.
 */

/** Minimum and maximum number of processes. */
export interface PoolBounds {
  min: number
  max: number
}

/** Only a fold process can see the backlog, so a pool that may grow always keeps at least one. */
export function withObservableMinimum({ min, max }: PoolBounds): PoolBounds {
  return { min: Math.max(min, Math.min(1, max)), max }
}

export interface PoolSample {
  /** Milliseconds of a monotonic clock. */
  at: number
  /** Number of processes now. */
  workers: number
  /** Messages stored and not yet folded. */
  lag: number
  /** Messages folded since the previous sample. */
  folded: number
}

/** State carried from one sample to the next. */
export interface PoolHistory {
  at: number
  lateSamples: number
  calmSince: number
  changedAt: number
}

/** A backlog below this never justifies another process. */
const NEGLIGIBLE_LAG = 200
const LATE_S = 2
const LATE_SAMPLES = 2
/** After this time a new process has started and works its share of the partitions. */
const SETTLE_MS = 10_000
const CALM_S = 0.5
const CALM_MS = 300_000
const SHRINK_INTERVAL_MS = 60_000

/** The state before the first sample; `at` is the time now. */
export function newPoolHistory(at: number): PoolHistory {
  return { at, lateSamples: 0, calmSince: at, changedAt: -Infinity }
}

/** The number of processes to have after `sample`, and the state for the next call. */
export function nextPoolSize(
  bounds: PoolBounds,
  history: PoolHistory,
  sample: PoolSample,
): { workers: number; history: PoolHistory } {
  const { at, workers, lag, folded } = sample
  const rate = folded / Math.max(0.001, (at - history.at) / 1000)
  const secondsOfWork = lag / Math.max(1, rate)
  const isLate = lag >= NEGLIGIBLE_LAG && secondsOfWork >= LATE_S
  const isCalm = lag < NEGLIGIBLE_LAG || secondsOfWork < CALM_S
  const next: PoolHistory = {
    at,
    lateSamples: isLate ? history.lateSamples + 1 : 0,
    calmSince: isCalm ? history.calmSince : at,
    changedAt: history.changedAt,
  }
  const resizeTo = (count: number): { workers: number; history: PoolHistory } => ({
    workers: count,
    history: { ...next, lateSamples: 0, changedAt: at },
  })
  if (workers < bounds.min) return resizeTo(bounds.min)
  if (workers > bounds.max) return resizeTo(bounds.max)
  const sinceChange = at - history.changedAt
  if (next.lateSamples >= LATE_SAMPLES && workers < bounds.max && sinceChange >= SETTLE_MS)
    return resizeTo(workers + 1)
  if (at - next.calmSince >= CALM_MS && workers > bounds.min && sinceChange >= SHRINK_INTERVAL_MS)
    return resizeTo(workers - 1)
  return { workers, history: next }
}
