/**
 * The fold worker, put together: ownership decides which partitions are worked, each is worked by a run of its own, they
 * share the thinker and a few turns at Postgres. Beside them run the guards: lag reported, idle cursors moved up, and the
 * stream compared with the cursors every ten seconds.
 */
import type { NatsConnection } from 'nats'
import type { Log } from '../../schemas/log.js'
import type { DeadStore, MemberStore, OutboxStore, Owned, PartitionStore, Thinker } from '../ports.js'
import { probe } from '../stream/probe.js'
import { publisher } from '../stream/publish.js'
import { dropPredecessors, openSession } from '../stream/session.js'
import { streamState, streamStateIfThere, type StreamState } from '../stream/setup.js'
import { isNearlyFull, trimSegments } from '../stream/trim.js'
import { awake } from './awake.js'
import { Stopped } from './failure.js'
import { guard, type Halt } from './guard.js'
import type { BatchLimits } from './mailbox.js'
import { silent, type FoldMeter } from './meter.js'
import { own } from './ownership.js'
import { isDoubtful, runPartition, type PartitionRun } from './partition.js'
import { relay } from './relay.js'
import { together } from './together.js'
import { turns } from './turns.js'

export interface FoldSettings {
  limits?: Partial<BatchLimits>
  /** Milliseconds between two looks at who owns what. */
  poll?: number
  /** Milliseconds between two comparisons of stream and cursors, and between two advances of idle cursors. */
  guardEvery?: number
  idleEvery?: number
  /** Of the rules, kept with what could not be folded. */
  version?: string
}

export interface FoldDeps {
  /** Name of this process among the workers: letters, digits and hyphens; never used twice. */
  worker: string
  nc: NatsConnection
  members: MemberStore
  parts: PartitionStore
  outbox: OutboxStore
  dead: DeadStore
  /** Closed by `stop`. */
  thinker: Thinker
  /** Where a message is folded that may have killed a worker (trial.ts), closed by `stop`; without it a third worker is risked. */
  trial?: Thinker
  log: Log
  /** Epoch milliseconds. */
  now: () => number
  meter?: FoldMeter
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

interface Place {
  partition: number
  epoch: number
  cursor: number
}

/** Partitions that may fold and commit at the same time: one folds while the other is written. */
const AT_ONCE = 2
/** More may, as long as all of them have no more messages in hand; the rest queue, and their batches grow. */
const IN_HAND = 32
const SILENCE_MS = 2_500
const LAG_MS = 1_000
/** Between the two answers that a stream is not there. */
const SURE_MS = 1_000
const COMMAND_MS = 1_000

/** Starts the fold worker. Throws when the stream is not there or is not the one the cursors belong to. */
export async function startFold(deps: FoldDeps): Promise<FoldService> {
  const { worker, nc, members, parts, outbox, dead, thinker, log, now, meter = silent, settings = {} } = deps
  const limits = { messages: 200, bytes: 2 * 2 ** 20, perMember: 50, ...settings.limits }
  const first = await streamState(nc)
  let known = await parts.identity({ created: first.created, partitions: first.partitions })
  const shared = turns(AT_ONCE, IN_HAND)
  const apply = together(members.apply)
  const sender = publisher(nc, { maxCount: 4_096, patience: 10_000 })
  const clock = awake()
  const pulse = probe(nc, clock)

  /** Partitions under the epochs under which they were halted: it is said once. */
  const halted = new Set<string>()

  /** How the stream stands; null when it is not there, which is asked twice: only an operator ends a halt. */
  const standing = async (): Promise<StreamState | null> => {
    const seen = await streamStateIfThere(nc)
    if (seen !== null) return seen
    await new Promise((resolve) => setTimeout(resolve, SURE_MS))
    return await streamStateIfThere(nc)
  }

  const halt = async (
    stream: StreamState | null,
    { partition, epoch, cursor }: Place,
  ): Promise<Halt | 'was' | null> => {
    const why = guard(stream, known, cursor)
    if (why === null) return null
    // A trim may have passed a commit of ours whose answer is still on its way to us.
    if (
      why === 'HALTED_GAP' &&
      guard(stream, known, (await parts.position(partition)).cursor) !== 'HALTED_GAP'
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
  const halting = async function* <T extends Place>(
    stream: StreamState | null,
    places: T[],
  ): AsyncGenerator<T> {
    const partitions: Array<Place & { why: Halt }> = []
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

  const compared = async (owned: Owned, cursor: number): Promise<void> => {
    for await (const { partition, epoch } of halting(await standing(), [{ ...owned, cursor }])) {
      void ownership
        .runs()
        .find((run) => run.partition === partition && run.epoch === epoch)
        ?.stop()
      throw new Stopped()
    }
  }

  const start = async (owned: Owned[]): Promise<PartitionRun[]> => {
    const stream = await standing()
    if (stream !== null)
      known = await parts.identity({ created: stream.created, partitions: stream.partitions })
    // Whoever gave a partition back has deleted its reading; one that was gone without a word may only be frozen.
    const orphans = owned.filter((one) => one.stuck > 0)
    if (orphans.length > 0)
      dropPredecessors(nc, orphans).catch((error: unknown) => {
        log.debug({ error }, 'readings of former owners are left to their time-out')
      })
    const fit = new Set(owned)
    for await (const one of halting(stream, owned)) fit.delete(one)
    const doubtful = [...fit].filter(isDoubtful)
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
        dead,
        thinker,
        log,
        now,
        meter,
        limits,
        ...(deps.trial === undefined ? {} : { trial: deps.trial }),
        publish: sender.publish,
        position: async (partition) => await parts.position(partition),
        suspect: async (seq, deaths) => {
          await parts.suspect(one.partition, one.epoch, seq, deaths)
        },
        version: settings.version ?? '',
        turns: shared,
        relay: relay(one.partition, { outbox, publish: sender.publish, log, sent: meter.relayed }),
        open: async (from, attempt) => {
          // A reading breaks when the broker was away: it may have come back with less than it had.
          if (attempt > 1) await compared(one, from - 1)
          return await openSession(nc, { partition: one.partition, epoch: one.epoch, worker, attempt, from })
        },
      }),
    )
  }

  const ownership = own({
    worker,
    parts,
    log,
    start,
    clock,
    well: () => pulse.silence() < SILENCE_MS,
    ...(settings.poll === undefined ? {} : { poll: settings.poll }),
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
    const at = await streamStateIfThere(nc)
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
    for (const due of await dead.due([...runs.keys()])) await runs.get(due.partition)?.carryOut(due)
  }

  const chores = [
    every(COMMAND_MS, command, log, "an operator's command for a parked member could not be carried out"),
    every(LAG_MS, report, log, 'lag could not be reported'),
    every(settings.guardEvery ?? 10_000, compare, log, 'the stream could not be compared with the cursors'),
    every(settings.idleEvery ?? 60_000, advance, log, 'idle cursors could not be moved up'),
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
      await Promise.all([thinker.close(), deps.trial?.close()])
    },
    status: () => ({
      worker,
      joined: ownership.joined(),
      workers: ownership.workers(),
      partitions: ownership
        .runs()
        .map((run) => ({
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
