/** Keeps the fold pool of a crew as large as its work wants it, within bounds (pool-size.ts). */
import type { Log } from '../../schemas/base/log.js'
import type { Snapshot } from '../metrics/registry.js'
import type { ProcessGroup } from './process-group.js'
import { newPoolHistory, nextPoolSize, withObservableMinimum } from './pool-size.js'
import type { PoolBounds } from './pool-size.js'

export interface PoolAutoscaler {
  /** From now on so many; at once, when there are fewer or more. Settles when it is so. */
  setBounds: (bounds: PoolBounds) => Promise<void>
  stop: () => Promise<void>
}

const SAMPLE_INTERVAL_MS = 2_000

/** Starts to look after the pool, every `every` milliseconds. */
export function startPoolAutoscaler(
  crew: ProcessGroup,
  first: PoolBounds,
  log: Log,
  every = SAMPLE_INTERVAL_MS,
): PoolAutoscaler {
  let bounds = withObservableMinimum(first)
  let memory = newPoolHistory(performance.now())
  let before = new Map<string, number>()
  let busy: Promise<void> = Promise.resolve()
  let stopped = false

  const look = async (): Promise<void> => {
    const asked = bounds
    const pool = crew.processes('fold')
    if (bounds.least === bounds.most || pool.some((member) => member.state() !== 'ready')) return
    const told = await Promise.all(pool.map(async (member) => [member.name, await member.metrics()] as const))
    // Whoever did not answer in time is busy, but how busy is not known; and other bounds given meanwhile are being met already.
    if (bounds !== asked || told.some(([, snapshot]) => snapshot.length === 0)) return
    const now = new Map(
      told.map(([name, snapshot]) => [name, sumOf(snapshot, 'tripfold_folded_messages_total')]),
    )
    // A process that was started again counts from nothing.
    const folded = [...now].reduce(
      (sum, [name, count]) => sum + Math.max(0, count - (before.get(name) ?? count)),
      0,
    )
    if (bounds !== asked) return
    const lag = told.reduce((sum, [, snapshot]) => sum + sumOf(snapshot, 'tripfold_partition_lag'), 0)
    before = now
    const { workers, memory: next } = nextPoolSize(bounds, memory, {
      at: performance.now(),
      workers: pool.length,
      lag,
      folded,
    })
    memory = next
    if (workers === pool.length || stopped) return
    log.info({ from: pool.length, to: workers, lag, folded }, 'the fold pool is resized')
    await crew.scale('fold', workers)
  }

  const timer = setInterval(() => {
    busy = busy.then(look).catch((error: unknown) => {
      if (!stopped) log.warn({ error }, 'the fold pool could not be looked after')
    })
  }, every)

  return {
    setBounds: async (wanted) => {
      const { least, most } = (bounds = withObservableMinimum(wanted))
      memory = newPoolHistory(performance.now())
      await crew.scale('fold', Math.min(most, Math.max(least, crew.processes('fold').length)))
    },
    stop: async () => {
      stopped = true
      clearInterval(timer)
      await busy
    },
  }
}

function sumOf(snapshot: Snapshot, name: string): number {
  return (
    snapshot.find((metric) => metric.name === name)?.values.reduce((sum, { value }) => sum + value, 0) ?? 0
  )
}
