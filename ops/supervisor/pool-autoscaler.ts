/** Keeps the fold pool as large as its backlog requires, within bounds (pool-size.ts). */
import type { Log } from '../../schemas/base/log.js'
import type { Snapshot } from '../metrics/registry.js'
import { newPoolHistory, nextPoolSize, withObservableMinimum } from './pool-size.js'
import type { PoolBounds } from './pool-size.js'
import type { ProcessGroup } from './process-group.js'

export interface PoolAutoscaler {
  /** Applies new bounds. Resolves when the number of processes is within them. */
  setBounds: (bounds: PoolBounds) => Promise<void>
  stop: () => Promise<void>
}

const SAMPLE_INTERVAL_MS = 2_000

/** Starts to sample the pool every `intervalMs` milliseconds. */
export function startPoolAutoscaler(
  group: ProcessGroup,
  initial: PoolBounds,
  log: Log,
  intervalMs = SAMPLE_INTERVAL_MS,
): PoolAutoscaler {
  let bounds = withObservableMinimum(initial)
  let history = newPoolHistory(performance.now())
  let foldedBefore = new Map<string, number>()
  let running: Promise<void> = Promise.resolve()
  let isStopped = false

  const sample = async (): Promise<void> => {
    const boundsAtStart = bounds
    const pool = group.processes('fold')
    if (bounds.min === bounds.max || pool.some((one) => one.state() !== 'ready')) return
    const snapshots = await Promise.all(pool.map(async (one) => [one.name, await one.metrics()] as const))
    // A process that did not answer is busy, but how busy is unknown; new bounds are already being applied.
    if (bounds !== boundsAtStart || snapshots.some(([, snapshot]) => snapshot.length === 0)) return
    const foldedNow = new Map(
      snapshots.map(([name, snapshot]) => [name, sumOf(snapshot, 'tripfold_folded_messages_total')]),
    )
    // The counter of a restarted process begins at zero.
    const folded = [...foldedNow].reduce(
      (sum, [name, count]) => sum + Math.max(0, count - (foldedBefore.get(name) ?? count)),
      0,
    )
    const lag = snapshots.reduce((sum, [, snapshot]) => sum + sumOf(snapshot, 'tripfold_partition_lag'), 0)
    foldedBefore = foldedNow
    const next = nextPoolSize(bounds, history, { at: performance.now(), workers: pool.length, lag, folded })
    history = next.history
    if (next.workers === pool.length || isStopped) return
    log.info({ from: pool.length, to: next.workers, lag, folded }, 'resizing the fold pool')
    await group.scale('fold', next.workers)
  }

  const timer = setInterval(() => {
    running = running.then(sample).catch((error: unknown) => {
      if (!isStopped) log.warn({ error }, 'fold pool not resized; will retry')
    })
  }, intervalMs)

  return {
    setBounds: async (wanted) => {
      const { min, max } = (bounds = withObservableMinimum(wanted))
      history = newPoolHistory(performance.now())
      await group.scale('fold', Math.min(max, Math.max(min, group.processes('fold').length)))
    },
    stop: async () => {
      isStopped = true
      clearInterval(timer)
      await running
    },
  }
}

function sumOf(snapshot: Snapshot, name: string): number {
  return (
    snapshot.find((metric) => metric.name === name)?.values.reduce((sum, { value }) => sum + value, 0) ?? 0
  )
}
