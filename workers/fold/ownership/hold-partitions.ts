/**
 * Which partitions this worker works: ten times a second, or when somebody says that a worker came or went, it renews its
 * own lease (twice a second), looks at who lives and who owns what, computes the share of everybody (rendezvous.ts) and moves towards it:
 * leave what is another's share, take what is mine and free. When it cannot renew for 2.5 s it leaves everything, before
 * others take it for dead at 3 s. A standstill of its own is no such silence: what others took meanwhile is fenced, and what
 * nobody took it keeps.
 */
import type { Log } from '../../../schemas/base/log.js'
import { wakeSignal } from '../../lib/wake-signal.js'
import type { AcquiredPartition, PartitionStore } from '../../ports.js'
import type { StallAwareClock } from '../../lib/stall-aware-clock.js'
import { pause } from '../../lib/backoff.js'
import type { PartitionRun } from '../partition/run-partition.js'
import { assignPartitions } from './assign-partitions.js'

export interface HoldPartitionsDeps {
  worker: string
  partitions: PartitionStore
  log: Log
  /** Tells how long an answer is overdue. */
  clock: StallAwareClock
  /** Whether everything else this worker needs can be reached. */
  isHealthy: () => boolean
  /** Called with partitions just acquired; answers those that may be worked, running. */
  start: (owned: AcquiredPartition[]) => Promise<PartitionRun[]>
  /** Milliseconds between two looks; they tell how soon a dead worker is missed. */
  pollMs?: number
  /** Milliseconds, of the clock, without a renewed lease after which everything is given up. */
  leaseTimeoutMs?: number
}

export interface HeldPartitions {
  runs: () => PartitionRun[]
  /** Live workers as last seen. */
  workers: () => string[]
  joined: () => boolean
  /** Stops every run, gives the partitions back and leaves. */
  stop: () => Promise<void>
}

/** Polls to see before taking anything after the database was away: a table just restored may not show everybody yet. */
const CAUTIOUS_POLLS = 2
const QUERY_TIMEOUT_MS = 5_000
const HEARTBEAT_MS = 500
/** How long running transactions may hold up a worker that leaves. */
const LEAVE_TIMEOUT_MS = 1_000

/** Starts the loop. It never rejects; what fails is logged and tried again with the next poll. */
export function holdPartitions(deps: HoldPartitionsDeps): HeldPartitions {
  const { worker, partitions: parts, log, clock, pollMs: poll = 100, leaseTimeoutMs: patience = 2_500 } = deps
  const stopping = new AbortController()
  const runs = new Map<number, PartitionRun>()
  const leaving = new Map<number, Promise<void>>()
  const left: PartitionRun[] = []
  const tidying = new Set<Promise<void>>()
  let giving: Promise<void> | null = null
  let workers: string[] = []
  let renewed = clock.now()
  let joined = false
  let caution = 0
  const bell = wakeSignal()
  const unlisten = parts.onRebalance(bell.notify)

  /** Gives back whatever has been left by now, in one statement, and then what was left meanwhile. */
  const giveBack = async (): Promise<void> => {
    while (left.length > 0) {
      const now = left.splice(0)
      try {
        await parts.release(now)
      } catch (error) {
        log.warn(
          { partitions: now.map((one) => one.partition), error },
          'partitions could not be given back; the lease runs out instead',
        )
      }
    }
  }

  const end = (run: PartitionRun): Promise<void> => {
    runs.delete(run.partition)
    const ended = run.stop()
    const tidied = ended.then(run.cleanedUp).finally(() => {
      tidying.delete(tidied)
    })
    tidying.add(tidied)
    return ended
  }

  const leave = (run: PartitionRun): void => {
    leaving.set(
      run.partition,
      (async () => {
        await end(run)
        left.push(run)
        while (left.includes(run))
          await (giving ??= giveBack().finally(() => {
            giving = null
          }))
        // Its statement may still be on its way, when another one has taken this partition along.
        await giving
        leaving.delete(run.partition)
      })(),
    )
  }

  const take = async (wanted: number[]): Promise<void> => {
    if (wanted.length === 0) return
    const owned = await parts.acquire(wanted)
    if (owned.length === 0) return
    log.info({ partitions: owned.map((one) => one.partition) }, 'partitions acquired')
    for (const run of await deps.start(owned)) {
      runs.set(run.partition, run)
      void run.ended.then(() => {
        if (runs.get(run.partition) === run) runs.delete(run.partition)
      })
    }
  }

  const giveUp = async (why: string): Promise<void> => {
    if (!joined && runs.size === 0) return
    log.warn({ why, partitions: runs.size }, 'giving up all partitions')
    joined = false
    for (const run of [...runs.values()]) leave(run)
    // Not waited for: what hangs in a transaction is fenced, and the lease runs out by itself.
    await withTimeout(clock, QUERY_TIMEOUT_MS, parts.leave())
  }

  const round = async (): Promise<void> => {
    if (!deps.isHealthy()) return await giveUp('the broker does not answer')
    if (!joined || clock.now() - renewed >= HEARTBEAT_MS - poll / 2) {
      await withTimeout(clock, QUERY_TIMEOUT_MS, parts.heartbeat())
      renewed = clock.now()
      joined = true
    }
    const seen = await withTimeout(clock, QUERY_TIMEOUT_MS, parts.survey())
    workers = seen.workers
    // The lease hangs on a session that is gone: renew it with the next look, and take nothing until then.
    if (!workers.includes(worker)) {
      joined = false
      return
    }
    const shares = assignPartitions(seen.parts.length, workers)
    const owners = new Map(seen.parts.map((part) => [part.partition, part.owner]))
    // A run whose partition was taken while this process was frozen does not know it yet, if nothing came for it since.
    for (const run of [...runs.values()])
      if (shares.get(run.partition) !== worker || owners.get(run.partition) !== worker) leave(run)
    if (caution > 0) {
      caution -= 1
      return
    }
    const free = seen.parts.filter(
      ({ partition, owner, status }) =>
        shares.get(partition) === worker &&
        status === 'ok' &&
        !runs.has(partition) &&
        !leaving.has(partition) &&
        (owner === null || owner === worker || !workers.includes(owner)),
    )
    await take(free.map((part) => part.partition))
  }

  const loop = (async () => {
    while (!stopping.signal.aborted) {
      try {
        await round()
      } catch (error) {
        log.warn({ error }, 'the share of partitions could not be settled')
        caution = CAUTIOUS_POLLS
      }
      await bell.wait(poll, stopping.signal)
    }
  })()

  const watchdog = setInterval(() => {
    if (clock.now() - renewed < patience) return
    giveUp('the database does not answer').catch((error: unknown) => {
      log.warn({ error }, 'could not leave in order; the lease runs out')
    })
  }, poll / 2)

  return {
    runs: () => [...runs.values()],
    workers: () => workers,
    joined: () => joined,
    stop: async () => {
      stopping.abort()
      unlisten()
      await loop
      clearInterval(watchdog)
      // Others take over when this worker is gone, so they wait for its running transactions; not for one that hangs, which
      // is fenced by its next owner.
      const ended = Promise.all([...[...runs.values()].map(end), ...leaving.values()])
      const over = new AbortController()
      void ended.finally(() => {
        over.abort()
      })
      await pause(LEAVE_TIMEOUT_MS, over.signal)
      await parts.leave()
      await ended
      await Promise.all(tidying)
    },
  }
}

/** The answer, or an error when it does not come in time; a late answer is ignored. */
async function withTimeout<T>(clock: StallAwareClock, ms: number, answer: Promise<T>): Promise<T> {
  const asked = clock.now()
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setInterval(() => {
      if (clock.now() - asked >= ms) reject(new Error(`no answer within ${ms} ms`))
    }, ms / 20)
  })
  try {
    return await Promise.race([answer, late])
  } finally {
    clearInterval(timer)
  }
}
