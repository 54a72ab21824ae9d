/**
 * The fold worker. Ownership decides which partitions this worker holds; each of them runs on its own, and
 * they share the executor, a few concurrent steps and the transactions. Periodic maintenance reports lag,
 * marks the stream for idle partitions and compares it with the cursors (maintenance.ts).
 */
import type { Log } from '../../schemas/base/log.js'
import type { Tracer } from '../../schemas/trace/tracer.js'
import { databaseClock } from '../lib/database-clock.js'
import { stallAwareClock, type StallAwareClock } from '../lib/stall-aware-clock.js'
import { ongoingFailures, type OngoingFailure, type OngoingFailures } from '../lib/ongoing-failures.js'
import type { FoldExecutor } from '../ports.js'
import type { AcquiredPartition, PartitionStore } from '../../schemas/stream/partition-store.js'
import type { MemberStore, OutboxStore } from '../../schemas/stream/member-store.js'
import type { StreamAuditStore } from '../../schemas/stream/stream-audit.js'
import type { DeadLetterStore } from '../../schemas/stream/dead-letter-store.js'
import { brokerProbe } from '../stream/connection/broker-probe.js'
import type { SegmentsStream } from '../stream/segments-stream.js'
import { noFoldMetrics, type FoldMetrics } from './fold-metrics.js'
import { startMaintenance } from './maintenance.js'
import { haltPartitions, type HaltPartitions } from './ownership/halt-partitions.js'
import { holdPartitions, type HeldPartitions } from './ownership/hold-partitions.js'
import type { StepLimits } from './partition/mailbox.js'
import { outboxRelay } from './partition/outbox-relay.js'
import { needsPoisonRecovery, runPartition, type PartitionRun } from './partition/run-partition.js'
import { fairSemaphore, type FairSemaphore } from './step/fair-semaphore.js'
import { groupCommit, type Apply } from './step/group-commit.js'

export interface FoldSettings {
  limits?: Partial<StepLimits>
  /** Milliseconds between two polls of who owns what. */
  pollMs?: number
  /** Milliseconds between two comparisons of stream and cursors. */
  continuityCheckMs?: number
  /** Milliseconds for which stream and cursors must differ before a partition is halted. */
  haltConfirmMs?: number
  /** Milliseconds between two rounds of markers for idle partitions. */
  idleAdvanceMs?: number
  /** Version of this fold, stored with a member that is parked (ops/roles/fold.ts). */
  version?: string
}

export interface FoldDeps {
  /** Name of this process among the workers: letters, digits and hyphens; never used twice. */
  worker: string
  /** Closed by `stop`. */
  stream: SegmentsStream
  members: MemberStore
  partitions: PartitionStore
  outbox: OutboxStore
  deadLetters: DeadLetterStore
  audit: StreamAuditStore
  /** Closed by `stop`. */
  executor: FoldExecutor
  /**
   * Where a message that may have crashed two workers is folded first, closed by `stop`; without it, it
   * always crashes a third.
   */
  sandbox?: FoldExecutor
  /** What else keeps this worker from folding, such as a lack of ids; null if nothing does. */
  obstacle?: () => string | null
  log: Log
  /** The database's time in epoch milliseconds: what effects are dated by. */
  databaseTime: () => Promise<number>
  /** Measures how long answers are overdue; closed by `stop`. */
  clock?: StallAwareClock
  metrics?: FoldMetrics
  /** Absent: messages are not traced. */
  tracer?: Tracer
  settings?: FoldSettings
}

export interface FoldStatus {
  worker: string
  joined: boolean
  workers: string[]
  /** Partitions that are this worker's share, and how many of them are halted (workers/DESIGN.md 4.4). */
  assigned: number
  halted: number
  /** `lag` null: unknown while the read session is lost. */
  partitions: Array<{ partition: number; epoch: number; cursor: number; lag: number | null }>
  /** Partitions that stand still because their next commit keeps failing. */
  failing: OngoingFailure<number>[]
}

export interface FoldService {
  /** Stops reading, finishes running transactions, releases the partitions and leaves; well under 30 s. */
  stop: () => Promise<void>
  status: () => FoldStatus
}

const DEFAULT_LIMITS: StepLimits = { messages: 200, bytes: 2 * 2 ** 20, perMember: 50 }
/** One step folds while another is written. */
const CONCURRENT_STEPS = 2
/**
 * More steps may run while they all together hold fewer messages; otherwise they queue, and their steps
 * grow.
 */
const LIGHT_LOAD_MESSAGES = 32
/** As long as a lost lease takes to be noticed (hold-partitions.ts). */
const BROKER_SILENCE_MS = 2_500

/** Starts the fold worker. Throws if the stream is missing or is not the one the cursors belong to. */
export async function startFoldWorker(deps: FoldDeps): Promise<FoldService> {
  const { worker, stream, partitions, log, metrics = noFoldMetrics, settings = {} } = deps
  const { clock = stallAwareClock() } = deps
  const { haltConfirmMs: confirmMs } = settings
  const first = await stream.state()
  if (first === null) throw new Error('the stream SEGMENTS is missing')
  const halts = await haltPartitions(first, {
    stream,
    partitions,
    metrics,
    log,
    ...(confirmMs === undefined ? {} : { confirmMs }),
  })
  const dates = await databaseClock(deps.databaseTime)
  const probe = brokerProbe(stream.ping, clock)
  const starter: Starter = {
    deps,
    // Whole milliseconds, and not before what was committed within this one.
    now: () => Math.ceil(dates.now()),
    metrics,
    halts,
    limits: { ...DEFAULT_LIMITS, ...settings.limits },
    semaphore: fairSemaphore(CONCURRENT_STEPS, LIGHT_LOAD_MESSAGES),
    apply: groupCommit(deps.members.apply),
    health: ongoingFailures(),
  }
  const held: HeldPartitions = holdPartitions({
    worker,
    partitions,
    log,
    clock,
    obstacle: () =>
      probe.silenceMs() < BROKER_SILENCE_MS ? (deps.obstacle?.() ?? null) : 'the broker does not answer',
    start: async (owned) => await startPartitions(starter, owned),
    ...(settings.pollMs === undefined ? {} : { pollMs: settings.pollMs }),
  })
  const maintenance = startMaintenance({ ...deps, halts, runs: held.runs, syncClock: dates.sync })

  return {
    stop: async () => {
      await Promise.all([held.stop(), maintenance.stop()])
      probe.stop()
      clock.stop()
      stream.close()
      await Promise.all([deps.executor.close(), deps.sandbox?.close()])
    },
    status: () => ({
      worker,
      joined: held.joined(),
      workers: held.workers(),
      ...held.share(),
      partitions: held.runs().map((run) => ({
        partition: run.partition,
        epoch: run.epoch,
        cursor: run.cursor(),
        lag: run.lag()?.lag ?? null,
      })),
      failing: starter.health.failing(),
    }),
  }
}

/** What the partitions of one worker share. */
interface Starter {
  deps: FoldDeps
  now: () => number
  metrics: FoldMetrics
  halts: HaltPartitions
  limits: StepLimits
  semaphore: FairSemaphore
  apply: Apply
  health: OngoingFailures<number>
}

/** Starts the acquired partitions. Those that the stream does not fit wait until it does, or are halted. */
async function startPartitions(starter: Starter, owned: AcquiredPartition[]): Promise<PartitionRun[]> {
  const { deps, halts } = starter
  const stream = await deps.stream.state()
  // A worker that released its partition has deleted its consumer; one that crashed may only be frozen and
  // still read.
  const orphans = owned.filter((one) => one.abandonedEpochs > 0)
  if (orphans.length > 0)
    deps.stream.deleteStaleConsumers(orphans).catch((error: unknown) => {
      deps.log.debug({ error }, 'consumers of former owners not deleted; they will time out')
    })
  const mismatches = await halts.mismatches(stream, owned)
  const misfits = new Set(mismatches.map(({ position }) => position))
  warnOfPoisonRecovery(deps.log, owned.filter(needsPoisonRecovery))
  return owned.map((one) => startPartition(starter, one, !misfits.has(one)))
}

function warnOfPoisonRecovery(log: Log, partitions: AcquiredPartition[]): void {
  if (partitions.length === 0) return
  const suspects = partitions.flatMap(({ partition, suspect, crashes }) =>
    suspect === null ? [] : [{ partition, suspect, crashes }],
  )
  log.warn(
    { partitions: partitions.map((one) => one.partition), suspects },
    'previous owner crashed; entering poison recovery',
  )
}

/** `isFitting`: the stream was found to fit it just now. */
function startPartition(starter: Starter, owned: AcquiredPartition, isFitting: boolean): PartitionRun {
  const { deps, now, metrics, limits, semaphore, apply, health } = starter
  const { partition, epoch } = owned
  const { publish } = deps.stream
  return runPartition(owned, {
    members: deps.members,
    apply,
    probe: deps.members.probe,
    health,
    deadLetters: deps.deadLetters,
    executor: deps.executor,
    ...(deps.sandbox === undefined ? {} : { sandbox: deps.sandbox }),
    log: deps.log,
    ...(deps.tracer === undefined ? {} : { tracer: deps.tracer }),
    now,
    metrics,
    limits,
    semaphore,
    publish,
    version: deps.settings?.version ?? '',
    position: async (at) => await deps.partitions.position(at),
    recordSuspect: async (seq, crashes) => {
      await deps.partitions.recordSuspect(partition, epoch, seq, crashes)
    },
    suspectCrashes: async () => await deps.partitions.suspectCrashes(partition),
    relay: outboxRelay(partition, {
      outbox: deps.outbox,
      publish,
      log: deps.log,
      onPublished: metrics.relayed,
    }),
    openSession: async (position, attempt, signal) => {
      // Sessions are lost when the broker was away: it may have come back with less than it had.
      if (attempt > 1 || !isFitting) await starter.halts.fits({ ...owned, ...position }, signal)
      const start = { ...owned, worker: deps.worker, attempt, from: position.cursor + 1 }
      return await deps.stream.openSession(start)
    },
  })
}
