/**
 * Which partitions this worker holds. Ten times a second, or when a worker joined or left, it reads which
 * workers are live and which partitions they own, computes everybody's share (assign-partitions.ts) and
 * moves towards it: release what belongs to another's share, acquire what belongs to its own and is free.
 * Twice a second it renews its lease, whatever else it waits for. If it cannot renew for 2.5 s it gives
 * everything up, before others consider it dead at 3 s. A stall of its own does not count: what others took
 * meanwhile is fenced, and what nobody took it keeps.
 */
import type { Log } from '../../../schemas/base/log.js'
import { pause } from '../../lib/backoff.js'
import { withTimeout, type StallAwareClock } from '../../lib/stall-aware-clock.js'
import { wakeSignal } from '../../lib/wake-signal.js'
import { LEASE_SECONDS } from '../../../schemas/stream/partition-store.js'
import type { AcquiredPartition, PartitionStore } from '../../../schemas/stream/partition-store.js'
import type { PartitionRun } from '../partition/run-partition.js'
import { assignPartitions } from './assign-partitions.js'
import { releaseQueue, type ReleaseQueue } from './release-queue.js'

export interface HoldPartitionsDeps {
  worker: string
  partitions: PartitionStore
  log: Log
  /** Measures how long answers are overdue. */
  clock: StallAwareClock
  /** Why this worker cannot fold now, and leaves its partitions to others; null if it can. */
  obstacle: () => string | null
  /** Starts the partitions just acquired. */
  start: (owned: AcquiredPartition[]) => Promise<PartitionRun[]>
  /** Milliseconds between two polls; they bound how soon a dead worker is detected. */
  pollMs?: number
}

export interface HeldPartitions {
  runs: () => PartitionRun[]
  /** Live workers as last seen. */
  workers: () => string[]
  joined: () => boolean
  /** Partitions assigned to this worker as last seen, and how many of them are halted. */
  share: () => { assigned: number; halted: number }
  /** Stops every run, releases the partitions and leaves. */
  stop: () => Promise<void>
}

type Survey = Awaited<ReturnType<PartitionStore['survey']>>

/**
 * Polls after a database outage before anything is acquired: a restored table may not list every worker yet.
 */
const CAUTIOUS_POLLS = 2
const QUERY_TIMEOUT_MS = 5_000
/** How often the lease is renewed. */
const HEARTBEAT_MS = 500
/** Time of `clock` without a renewed lease after which everything is given up: before the lease ends. */
const LEASE_TIMEOUT_MS = LEASE_SECONDS * 1_000 - HEARTBEAT_MS
/** How long running transactions may delay a worker that leaves. */
const LEAVE_TIMEOUT_MS = 1_000

/** Starts the loop. It never rejects: failures are logged and retried with the next poll. */
export function holdPartitions(deps: HoldPartitionsDeps): HeldPartitions {
  const holder = new PartitionHolder(deps)
  return {
    runs: () => [...holder.runs.values()],
    workers: () => holder.workers,
    joined: () => holder.joined,
    share: () => holder.share,
    stop: async () => {
      await holder.stop()
    },
  }
}

class PartitionHolder {
  readonly runs = new Map<number, PartitionRun>()
  workers: string[] = []
  joined = false
  share = { assigned: 0, halted: 0 }
  private readonly deps: HoldPartitionsDeps
  private readonly pollMs: number
  private readonly stopping = new AbortController()
  private readonly wake = wakeSignal()
  private readonly unsubscribe: () => void
  private readonly releasing: ReleaseQueue
  private readonly watchdog: NodeJS.Timeout
  private readonly loops: Promise<unknown>
  private renewedAt: number
  private cautiousPolls = 0
  /** Rises when everything is given up: what was acquired before is not ours any more. */
  private tenure = 0

  constructor(deps: HoldPartitionsDeps) {
    this.deps = deps
    this.pollMs = deps.pollMs ?? 100
    this.renewedAt = deps.clock.now()
    this.releasing = releaseQueue(deps.partitions, deps.log)
    this.unsubscribe = deps.partitions.onRebalance(this.wake.notify)
    this.loops = Promise.all([this.keepLease(), this.run()])
    this.watchdog = setInterval(() => {
      if (deps.clock.now() - this.renewedAt < LEASE_TIMEOUT_MS) return
      this.giveUp('the database does not answer').catch((error: unknown) => {
        deps.log.warn({ error }, 'worker could not leave; its lease will expire')
      })
    }, this.pollMs / 2)
  }

  async stop(): Promise<void> {
    this.stopping.abort()
    this.unsubscribe()
    await this.loops
    clearInterval(this.watchdog)
    const runs = [...this.runs.values()]
    this.runs.clear()
    // Others take over once this worker has left, so its running transactions get a moment. One that hangs is
    // fenced by its next owner.
    const ended = this.releasing.stopAll(runs)
    const finished = new AbortController()
    void ended.finally(() => {
      finished.abort()
    })
    await pause(LEAVE_TIMEOUT_MS, finished.signal)
    await this.deps.partitions.leave().catch((error: unknown) => {
      this.deps.log.debug({ error }, 'worker could not leave; its lease will expire')
    })
    await ended
    await this.releasing.cleanedUp()
  }

  private async run(): Promise<void> {
    while (!this.stopping.signal.aborted) {
      try {
        await this.poll()
      } catch (error) {
        this.deps.log.warn({ error }, 'partition ownership not updated; will retry')
        this.cautiousPolls = CAUTIOUS_POLLS
      }
      await this.wake.wait(this.pollMs, this.stopping.signal)
    }
  }

  /** Renews the lease, or leaves, if this worker cannot fold. */
  private async keepLease(): Promise<void> {
    const { clock, obstacle, log } = this.deps
    while (!this.stopping.signal.aborted) {
      try {
        const why = obstacle()
        if (why !== null) await this.giveUp(why)
        else if (!this.joined || clock.now() - this.renewedAt >= HEARTBEAT_MS - this.pollMs / 2)
          await this.renewLease()
      } catch (error) {
        log.warn({ error }, 'lease not renewed; will retry')
        this.cautiousPolls = CAUTIOUS_POLLS
      }
      await pause(this.pollMs, this.stopping.signal)
    }
  }

  private async renewLease(): Promise<void> {
    const { clock, partitions } = this.deps
    const { tenure } = this
    const askedAt = clock.now()
    await withTimeout(clock, QUERY_TIMEOUT_MS, partitions.heartbeat())
    this.renewedAt = askedAt
    if (this.joined || tenure !== this.tenure) return
    this.joined = true
    this.wake.notify()
  }

  private async poll(): Promise<void> {
    const { deps } = this
    if (!this.joined) return
    const survey = await withTimeout(deps.clock, QUERY_TIMEOUT_MS, deps.partitions.survey())
    this.workers = survey.workers
    // The lease belongs to a session that is gone: renew it with the next poll and acquire nothing until
    // then.
    if (!this.workers.includes(deps.worker)) {
      this.joined = false
      return
    }
    const shares = assignPartitions(survey.partitions.length, this.workers)
    const mine = survey.partitions.filter(({ partition }) => shares.get(partition) === deps.worker)
    this.share = { assigned: mine.length, halted: mine.filter(({ status }) => status !== 'ok').length }
    this.releaseForeign(survey, shares)
    await this.releaseStray(survey, shares)
    if (this.cautiousPolls > 0) {
      this.cautiousPolls -= 1
      return
    }
    await this.acquire(this.acquirable(survey, shares))
  }

  /**
   * A run whose partition was taken, or divided (workers/DESIGN.md 4.4), may not know it yet if no message came since.
   */
  private releaseForeign({ partitions }: Survey, shares: Map<number, string>): void {
    const { worker } = this.deps
    const states = new Map(partitions.map((one) => [one.partition, one]))
    for (const run of [...this.runs.values()]) {
      const { owner, epoch } = states.get(run.partition) ?? {}
      if (shares.get(run.partition) !== worker || owner !== worker || epoch !== run.epoch) this.release(run)
    }
  }

  /**
   * What is ours without a run and belongs to another's share: nobody else takes it from a live worker. Its run ended under
   * an earlier epoch, or could not be started.
   */
  private async releaseStray({ partitions }: Survey, shares: Map<number, string>): Promise<void> {
    const { worker } = this.deps
    const stray = partitions.filter(
      ({ partition, owner }) =>
        owner === worker &&
        shares.get(partition) !== worker &&
        !this.runs.has(partition) &&
        !this.releasing.includes(partition),
    )
    if (stray.length > 0)
      await withTimeout(this.deps.clock, QUERY_TIMEOUT_MS, this.deps.partitions.release(stray))
  }

  /** Partitions of our share that are healthy and free, ours already, or orphaned. */
  private acquirable({ partitions }: Survey, shares: Map<number, string>): number[] {
    const { worker } = this.deps
    return partitions
      .filter(
        ({ partition, owner, status }) =>
          shares.get(partition) === worker &&
          status === 'ok' &&
          !this.runs.has(partition) &&
          !this.releasing.includes(partition) &&
          (owner === null || owner === worker || !this.workers.includes(owner)),
      )
      .map(({ partition }) => partition)
  }

  private async acquire(wanted: number[]): Promise<void> {
    if (wanted.length === 0) return
    const { tenure } = this
    const owned = await this.deps.partitions.acquire(wanted)
    if (owned.length === 0) return
    this.deps.log.info({ partitions: owned.map((one) => one.partition) }, 'partitions acquired')
    for (const run of await this.deps.start(owned)) {
      if (tenure !== this.tenure) {
        this.releasing.add(run)
        continue
      }
      this.runs.set(run.partition, run)
      void run.ended.then(() => {
        if (this.runs.get(run.partition) === run) this.runs.delete(run.partition)
      })
    }
  }

  private release(run: PartitionRun): void {
    this.runs.delete(run.partition)
    this.releasing.add(run)
  }

  private async giveUp(why: string): Promise<void> {
    if (!this.joined && this.runs.size === 0) return
    // The log of the process has a line for the server that is away: this is what follows from it.
    this.deps.log.info({ why, partitions: this.runs.size }, 'giving up all partitions')
    this.joined = false
    this.tenure += 1
    for (const run of [...this.runs.values()]) this.release(run)
    // Releasing is not awaited: what hangs in a transaction will be fenced, and the lease expires by itself.
    await withTimeout(this.deps.clock, QUERY_TIMEOUT_MS, this.deps.partitions.leave())
  }
}
