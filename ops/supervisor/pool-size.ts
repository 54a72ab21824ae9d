/**
 * How many fold processes a pool should have, from what it does: more at once when messages wait for long, fewer slowly when
 * none have waited for minutes, because every change moves partitions (workers/README.md 8.2). Pure: the times come with the looks.
 */

/** Processes at least and at most. */
export interface PoolBounds {
  least: number
  most: number
}

/** Only the processes of a pool see what waits: one that may grow has one at least. */
export function withObservableMinimum({ least, most }: PoolBounds): PoolBounds {
  return { least: Math.max(least, Math.min(1, most)), most }
}

export interface PoolSample {
  /** Milliseconds of any clock that only goes forward. */
  at: number
  /** Processes there are. */
  workers: number
  /** Messages stored and not yet folded. */
  lag: number
  /** Messages folded since the look before. */
  folded: number
}

/** What is remembered from look to look. */
export interface PoolHistory {
  at: number
  late: number
  calmSince: number
  changedAt: number
}

/** So many messages are never worth a process. */
const NEGLIGIBLE_LAG = 200
const LATE_S = 2
const LATE_SAMPLES = 2
/** A new process has loaded, has its share of the partitions and shows what it does. */
const SETTLE_MS = 10_000
const CALM_S = 0.5
const CALM_MS = 300_000
const SHRINK_INTERVAL_MS = 60_000

/** Before the first look, at that time. */
export function newPoolHistory(at: number): PoolHistory {
  return { at, late: 0, calmSince: at, changedAt: -Infinity }
}

/** How many processes there should be, and what to remember. */
export function nextPoolSize(
  bounds: PoolBounds,
  memory: PoolHistory,
  look: PoolSample,
): { workers: number; memory: PoolHistory } {
  const { at, workers, lag, folded } = look
  const rate = folded / Math.max(0.001, (at - memory.at) / 1000)
  const behind = lag / Math.max(1, rate)
  const late = lag >= NEGLIGIBLE_LAG && behind >= LATE_S ? memory.late + 1 : 0
  const calm = lag < NEGLIGIBLE_LAG || behind < CALM_S
  const next: PoolHistory = { at, late, calmSince: calm ? memory.calmSince : at, changedAt: memory.changedAt }
  const to = (count: number): { workers: number; memory: PoolHistory } => ({
    workers: count,
    memory: { ...next, late: 0, changedAt: at },
  })
  if (workers < bounds.least) return to(bounds.least)
  if (workers > bounds.most) return to(bounds.most)
  if (late >= LATE_SAMPLES && workers < bounds.most && at - memory.changedAt >= SETTLE_MS)
    return to(workers + 1)
  if (at - next.calmSince >= CALM_MS && workers > bounds.least && at - memory.changedAt >= SHRINK_INTERVAL_MS)
    return to(workers - 1)
  return { workers, memory: next }
}
