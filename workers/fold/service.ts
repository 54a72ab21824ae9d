/**
 * The fold worker, put together: ownership decides which partitions are worked, each is worked by a run of its own, they
 * share the thinker and a few turns at Postgres. Beside them run the guards: lag reported, idle cursors moved up, and the
 * stream compared with the cursors every ten seconds.
 */
import type { NatsConnection } from 'nats'
import type { Log } from '../../schemas/base/log.js'
import type {
  DeadLetterStore,
  MemberStore,
  OutboxStore,
  AcquiredPartition,
  PartitionStore,
  FoldExecutor,
} from '../ports.js'
import { brokerProbe } from '../stream/connection/broker-probe.js'
import { publisher } from '../stream/publish.js'
import { deleteStaleConsumers, openReadSession } from '../stream/session.js'
import { streamState, findStreamState, type StreamState } from '../stream/setup.js'
import { isNearlyFull, trimSegments } from '../stream/trim.js'
import { stallAwareClock } from '../lib/stall-aware-clock.js'
import { StoppedError } from '../lib/errors.js'
import { haltReason, type HaltReason } from './ownership/stream-continuity.js'
import type { BatchLimits } from './partition/mailbox.js'
import { noFoldMetrics, type FoldMetrics } from './fold-metrics.js'
import { holdPartitions } from './ownership/hold-partitions.js'
import { needsPoisonRecovery, runPartition, type PartitionRun } from './partition/run-partition.js'
import { outboxRelay } from './partition/outbox-relay.js'
import { groupCommit } from './step/group-commit.js'
import { fairSemaphore } from './step/fair-semaphore.js'

export interface FoldSettings {
  limits?: Partial<BatchLimits>
  /** Milliseconds between two looks at who owns what. */
  pollMs?: number
  /** Milliseconds between two comparisons of stream and cursors, and between two advances of idle cursors. */
  continuityCheckMs?: number
  idleAdvanceMs?: number
  /** Of the rules, kept with what could not be folded. */
  version?: string
}

export interface FoldDeps {
  /** Name of this process among the workers: letters, digits and hyphens; never used twice. */
  worker: string
  nc: NatsConnection
  members: MemberStore
  partitions: PartitionStore
  outbox: OutboxStore
  deadLetters: DeadLetterStore
  /** Closed by `stop`. */
  executor: FoldExecutor
  /** Where a message is folded that may have killed a worker (trial.ts), closed by `stop`; without it a third worker is risked. */
  sandbox?: FoldExecutor
  log: Log
  /** Epoch milliseconds. */
  now: () => number
  metrics?: FoldMetrics
  settings?: FoldSettings
}

export interface FoldStatus {
  worker: string
  joined: boolean
  workers: string[]
  partitions: Array<{ partition: number; epoch: number; cursor: number; lag: number }>
}

export interface FoldService {
  /** Stops reading, finishes running transactions, gives the partitions back and leaves; well under 30 s. */
  stop: () => Promise<void>
  status: () => FoldStatus
}

interface PartitionPosition {
  partition: number
  epoch: number
  cursor: number
}

/** Partitions that may fold and commit at the same time: one folds while the other is written. */
const CONCURRENT_STEPS = 2
/** More may, as long as all of them have no more messages in hand; the rest queue, and their batches grow. */
const LIGHT_LOAD_MESSAGES = 32
const BROKER_SILENCE_MS = 2_500
const LAG_REPORT_MS = 1_000
/** Between the two answers that a stream is not there. */
const RECHECK_MS = 1_000
const COMMAND_POLL_MS = 1_000

/** Starts the fold worker. Throws when the stream is not there or is not the one the cursors belong to. */
export async function startFoldWorker(deps: FoldDeps): Promise<FoldService> {
  const {
    worker,
    nc,
    members,
    partitions: parts,
    outbox,
    deadLetters: dead,
    executor: thinker,
    log,
    now,
    metrics: meter = noFoldMetrics,
    settings = {},
  } = deps
  const limits = { messages: 200, bytes: 2 * 2 ** 20, perMember: 50, ...settings.limits }
  const first = await streamState(nc)
  let known = await parts.identity({ created: first.created, partitions: first.partitions })
  const shared = fairSemaphore(CONCURRENT_STEPS, LIGHT_LOAD_MESSAGES)
  const apply = groupCommit(members.apply)
  const sender = publisher(nc, { maxCount: 4_096, queueTimeoutMs: 10_000 })
  const clock = stallAwareClock()
  const pulse = brokerProbe(nc, clock)

  /** Partitions under the epochs under which they were halted: it is said once. */
  const halted = new Set<string>()

  /** How the stream stands; null when it is not there, which is asked twice: only an operator ends a halt. */
  const standing = async (): Promise<StreamState | null> => {
    const seen = await findStreamState(nc)
    if (seen !== null) return seen
    await new Promise((resolve) => setTimeout(resolve, RECHECK_MS))
    return await findStreamState(nc)
  }

  const halt = async (
    stream: StreamState | null,
    { partition, epoch, cursor }: PartitionPosition,
  ): Promise<HaltReason | 'was' | null> => {
    const why = haltReason(stream, known, cursor)
    if (why === null) return null
    // A trim may have passed a commit of ours whose answer is still on its way to us.
    if (
      why === 'HALTED_GAP' &&
      haltReason(stream, known, (await parts.position(partition)).cursor) !== 'HALTED_GAP'
    )
      return null
    const mark = `${partition}.${epoch}`
    if (halted.has(mark)) return 'was'
    halted.add(mark)
    await parts.halt(partition, epoch, why)
    meter.halted(partition, why)
    return why
  }

  /**
   * Halts those that the stream does not fit, and answers each as soon as it is. All are said in one line, however it ends.
   * `stream` was asked for after the cursors were read: an older answer could lie before one without any fault.
   */
  const halting = async function* <T extends PartitionPosition>(
    stream: StreamState | null,
    places: T[],
  ): AsyncGenerator<T> {
    const partitions: Array<PartitionPosition & { why: HaltReason }> = []
    try {
      for (const place of places) {
        const why = await halt(stream, place)
        if (why === null) continue
        const { partition, epoch, cursor } = place
        if (why !== 'was') partitions.push({ partition, epoch, cursor, why })
        yield place
      }
    } finally {
      if (partitions.length > 0)
        log.error(
          { partitions, missing: stream === null, firstSeq: stream?.firstSeq, lastSeq: stream?.lastSeq },
          'partitions are halted until an operator repairs them',
        )
    }
  }

  const compared = async (owned: AcquiredPartition, cursor: number): Promise<void> => {
    for await (const { partition, epoch } of halting(await standing(), [{ ...owned, cursor }])) {
      void ownership
        .runs()
        .find((run) => run.partition === partition && run.epoch === epoch)
        ?.stop()
      throw new StoppedError()
    }
  }

  const start = async (owned: AcquiredPartition[]): Promise<PartitionRun[]> => {
    const stream = await standing()
    if (stream !== null)
      known = await parts.identity({ created: stream.created, partitions: stream.partitions })
    // Whoever gave a partition back has deleted its reading; one that was gone without a word may only be frozen.
    const orphans = owned.filter((one) => one.stuck > 0)
    if (orphans.length > 0)
      deleteStaleConsumers(nc, orphans).catch((error: unknown) => {
        log.debug({ error }, 'readings of former owners are left to their time-out')
      })
    const fit = new Set(owned)
    for await (const one of halting(stream, owned)) fit.delete(one)
    const doubtful = [...fit].filter(needsPoisonRecovery)
    if (doubtful.length > 0) {
      const suspects = doubtful.flatMap(({ partition, suspect, deaths }) =>
        suspect === null ? [] : [{ partition, suspect, deaths }],
      )
      log.warn(
        { partitions: doubtful.map((one) => one.partition), suspects },
        'the last owner was gone without a word; going on with care',
      )
    }
    return [...fit].map((one) =>
      runPartition(one, {
        members,
        apply,
        deadLetters: dead,
        executor: thinker,
        log,
        now,
        metrics: meter,
        limits,
        ...(deps.sandbox === undefined ? {} : { sandbox: deps.sandbox }),
        publish: sender.publish,
        position: async (partition) => await parts.position(partition),
        suspect: async (seq, deaths) => {
          await parts.suspect(one.partition, one.epoch, seq, deaths)
        },
        version: settings.version ?? '',
        semaphore: shared,
        relay: outboxRelay(one.partition, {
          outbox,
          publish: sender.publish,
          log,
          onPublished: meter.relayed,
        }),
        openSession: async (from, attempt) => {
          // A reading breaks when the broker was away: it may have come back with less than it had.
          if (attempt > 1) await compared(one, from - 1)
          return await openReadSession(nc, {
            partition: one.partition,
            epoch: one.epoch,
            worker,
            attempt,
            from,
          })
        },
      }),
    )
  }

  const ownership = holdPartitions({
    worker,
    partitions: parts,
    log,
    start,
    clock,
    isHealthy: () => pulse.silenceMs() < BROKER_SILENCE_MS,
    ...(settings.pollMs === undefined ? {} : { pollMs: settings.pollMs }),
  })

  const compare = async (): Promise<void> => {
    const seen = ownership
      .runs()
      .map((run) => ({ run, partition: run.partition, epoch: run.epoch, cursor: run.cursor() }))
    const stream = await standing()
    for await (const { run } of halting(stream, seen)) await run.stop()
    if (stream?.created !== known.created || !isNearlyFull(stream)) return
    const removed = await trimSegments(nc, stream, await parts.folded(stream.partitions))
    if (removed > 0)
      log.warn(
        { removed, bytes: stream.bytes, maxBytes: stream.maxBytes },
        'the stream is nearly full: its oldest folded messages were removed before their time',
      )
  }

  const advance = async (): Promise<void> => {
    const at = await findStreamState(nc)
    if (at === null) return
    for (const run of ownership.runs()) await run.advance(at.lastSeq)
  }

  const report = async (): Promise<void> => {
    const told = ownership.runs().flatMap((run) => {
      const lag = run.lag()
      return lag === null ? [] : [{ partition: run.partition, epoch: run.epoch, ...lag }]
    })
    if (told.length > 0) await parts.lag(told)
  }

  const command = async (): Promise<void> => {
    const runs = new Map(ownership.runs().map((run) => [run.partition, run]))
    if (runs.size === 0) return
    for (const due of await dead.due([...runs.keys()])) await runs.get(due.partition)?.execute(due)
  }

  const chores = [
    every(
      COMMAND_POLL_MS,
      command,
      log,
      "an operator's command for a parked member could not be carried out",
    ),
    every(LAG_REPORT_MS, report, log, 'lag could not be reported'),
    every(
      settings.continuityCheckMs ?? 10_000,
      compare,
      log,
      'the stream could not be compared with the cursors',
    ),
    every(settings.idleAdvanceMs ?? 60_000, advance, log, 'idle cursors could not be moved up'),
  ]

  return {
    stop: async () => {
      await Promise.all([
        ownership.stop(),
        ...chores.map(async (chore) => {
          await chore()
        }),
      ])
      pulse.stop()
      clock.stop()
      sender.close()
      await Promise.all([thinker.close(), deps.sandbox?.close()])
    },
    status: () => ({
      worker,
      joined: ownership.joined(),
      workers: ownership.workers(),
      partitions: ownership.runs().map((run) => ({
        partition: run.partition,
        epoch: run.epoch,
        cursor: run.cursor(),
        lag: run.lag()?.lag ?? 0,
      })),
    }),
  }
}

/** Does a chore again and again, never twice at once; what fails is logged. Answers how to stop it and wait for its end. */
function every(ms: number, chore: () => Promise<void>, log: Log, complaint: string): () => Promise<void> {
  let running: Promise<void> | null = null
  const timer = setInterval(() => {
    running ??= chore()
      .catch((error: unknown) => {
        log.warn({ error }, complaint)
      })
      .finally(() => {
        running = null
      })
  }, ms)
  return async () => {
    clearInterval(timer)
    await running
  }
}
