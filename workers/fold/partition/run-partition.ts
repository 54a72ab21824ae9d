/**
 * One partition in the hands of one worker, from the moment it is acquired to the moment it is left:
 *
 *   read from the position behind the cursor -> step after step; beside it the outbox, from what the last owner left.
 *
 * When the reading breaks, another one starts from the position Postgres has. When a step is fenced, the partition is
 * somebody else's: everything of it in memory is forgotten and nothing more is saved.
 */
import type { Publish } from '../../../schemas/stream/publish-error.js'
import type { ReadSession, StreamMessage } from '../../stream/session.js'
import type { DeadLetterCommand, DeadLetterStore, AcquiredPartition } from '../../ports.js'
import { backoff, pause } from '../../lib/backoff.js'
import { poisonRecovery, type PoisonRecovery, type PoisonRecoveryDeps } from '../poison/poison-recovery.js'
import { executeDeadLetterCommand } from '../poison/dead-letter-commands.js'
import { FencedError, StoppedError } from '../../lib/errors.js'
import { mailbox, type BatchLimits, type Mailbox } from './mailbox.js'
import { publishDeadLetters } from '../poison/dead-letter-publisher.js'
import { ownerTag } from '../step/prepare-commit.js'
import { commitBatch, foldBatch, type PartitionProgress } from '../step/fold-batch.js'
import { fairSemaphore, type FairSemaphore } from '../step/fair-semaphore.js'

export interface PartitionDeps extends PoisonRecoveryDeps {
  openSession: (from: number, attempt: number) => Promise<ReadSession>
  deadLetters: DeadLetterStore
  publish: Publish
  /** Shared by the partitions of this worker. */
  semaphore: FairSemaphore
  limits: BatchLimits
}

export interface PartitionRun {
  partition: number
  epoch: number
  cursor: () => number
  /** Messages stored in the stream and not yet committed; null while that is not known. `foldedTo`: those stored before, epoch milliseconds, are committed. */
  lag: () => { lag: number; foldedTo?: number } | null
  /** Moves the cursor of an idle partition up to `seq`, if the partition has nothing at or before it left to fold. */
  advance: (seq: number) => Promise<void>
  /** Carries out an operator's word about a parked member, between two steps. Throws when it must be tried again. */
  execute: (command: DeadLetterCommand) => Promise<void>
  /** Stops reading and finishes the running transaction: then the partition may be given back. */
  stop: () => Promise<void>
  /** Resolves when the broker has forgotten the readings too; never rejects. */
  cleanedUp: () => Promise<void>
  ended: Promise<'stopped' | 'fenced'>
}

/** Starts to work the partition. It never rejects: a failure is waited out, or ends the run as `fenced`. */
export function runPartition(owned: AcquiredPartition, deps: PartitionDeps): PartitionRun {
  const stopping = new AbortController()
  const at: PartitionProgress = {
    partition: owned.partition,
    epoch: owned.epoch,
    cursor: owned.cursor,
    parked: new Set(),
  }
  /** Held by whoever moves the cursor. */
  const lane = fairSemaphore(1)
  let box: Mailbox<StreamMessage> | null = null
  let session: ReadSession | null = null
  let closing: Promise<void> = Promise.resolve()
  let received = 0
  /** Sequence of the newest message that was read: it may still be on its way, or dropped because the reading ended. */
  let newest = 0
  /** Of the messages not yet read; null while none can be. */
  let behind: number | null = null
  /** Messages that are being folded. */
  let inHand = 0
  let foldedTo: number | null = null
  let ready = false
  let care: PoisonRecovery | null = needsPoisonRecovery(owned)
    ? poisonRecovery(deps, at, owned, stopping.signal)
    : null

  const prepareRun = async (): Promise<void> => {
    // Not waited for: the outbox is sent in its own order, and itineraries must not stand still while EVENTS takes nothing.
    deps.relay.enqueue(null)
    const parked = await deps.deadLetters.parked(at.partition)
    for (const { member } of parked) at.parked.add(member)
    if (parked.some((one) => !one.noticed))
      await publishDeadLetters(deps.deadLetters, deps.publish, at.partition)
    ready = true
  }

  const tell = async (): Promise<void> => {
    try {
      await publishDeadLetters(deps.deadLetters, deps.publish, at.partition)
    } catch (error) {
      deps.log.warn(
        { partition: at.partition, error },
        'the dead-letter stream did not hear of a parked member; the next owner tells it',
      )
    }
  }

  const read = async (from: ReadSession, into: Mailbox<StreamMessage>): Promise<void> => {
    try {
      for await (const message of from.messages) {
        received += 1
        newest = message.seq
        if (session === from) behind = message.pending
        await into.put(message)
      }
    } finally {
      into.close()
    }
  }

  const work = async (from: Mailbox<StreamMessage>): Promise<void> => {
    while (await from.waitForMessages()) {
      const leaveLane = await lane.acquire(stopping.signal)
      try {
        // A message that may kill is folded with nothing beside it: otherwise its neighbours would be taken for the killer.
        const leaveTurn = await deps.semaphore.acquire(stopping.signal, {
          alone: care?.maxMessages === 1,
          weigh: () => Math.min(from.size(), care?.maxMessages ?? deps.limits.messages),
        })
        try {
          const parked = at.parked.size
          const batch = from.take(care?.maxMessages)
          inHand = batch.length
          if (care !== null) care = await care.fold(batch)
          else if (batch.length > 0) await foldBatch(deps, at, batch, stopping.signal)
          foldedTo = batch.at(-1)?.stored ?? foldedTo
          if (at.parked.size > parked) void tell()
        } finally {
          inHand = 0
          leaveTurn()
        }
      } finally {
        leaveLane()
      }
    }
  }

  /** What is read waits until it is known who is parked. */
  const begin = async (attempt: number): Promise<ReadSession> => {
    const [opened, prepared] = await Promise.allSettled([
      deps.openSession(at.cursor + 1, attempt),
      ready ? null : prepareRun(),
    ])
    if (opened.status === 'rejected') throw opened.reason
    if (prepared.status === 'fulfilled') return opened.value
    await opened.value.close()
    throw prepared.reason
  }

  const sitting = async (attempt: number): Promise<void> => {
    const opened = (session = await begin(attempt))
    const letters = (box = mailbox<StreamMessage>(deps.limits))
    received = 0
    newest = 0
    behind = opened.pending
    if (stopping.signal.aborted) letters.close()
    const reading = read(opened, letters).then(
      () => null,
      (error: unknown) => error,
    )
    try {
      await work(letters)
    } finally {
      letters.close()
      behind = null
      box = null
      session = null
      closing = opened.close()
      // The next owner need not wait until the broker has forgotten this reading; our own next one does.
      if (!stopping.signal.aborted) await closing
    }
    const broken = await reading
    if (broken !== null) throw broken
  }

  const run = async (): Promise<'stopped' | 'fenced'> => {
    let failures = 0
    for (let attempt = 1; !stopping.signal.aborted; attempt++) {
      try {
        const before = at.cursor
        await sitting(attempt).finally(() => {
          if (at.cursor > before) failures = 0
        })
      } catch (error) {
        if (error instanceof FencedError) return 'fenced'
        if (error instanceof StoppedError || stopping.signal.aborted) break
        failures += 1
        deps.metrics.sessionLost()
        deps.log.warn(
          { partition: at.partition, epoch: at.epoch, failures, error },
          'the reading of a partition broke',
        )
        await pause(backoff(failures), stopping.signal)
      }
      if (!(await stillOwned(deps, at, stopping.signal))) return 'fenced'
    }
    return 'stopped'
  }

  const ended = run().then(async (how) => {
    await deps.relay.stop()
    deps.executor.invalidate({ owner: ownerTag(at) })
    if (how === 'fenced') {
      deps.metrics.fenced()
      deps.log.warn({ partition: at.partition, epoch: at.epoch }, 'a partition was lost to another owner')
    }
    return how
  })

  return {
    partition: at.partition,
    epoch: at.epoch,
    cursor: () => at.cursor,
    lag: () =>
      behind === null
        ? null
        : { lag: behind + (box?.size() ?? 0) + inHand, ...(foldedTo === null ? {} : { foldedTo }) },
    advance: async (seq) => {
      const reading = session
      if (reading === null || seq <= at.cursor) return
      const { pending, delivered } = await reading.progress()
      if (pending > 0) return
      const leaveLane = await lane.acquire(stopping.signal)
      try {
        if (stopping.signal.aborted || session !== reading || seq <= at.cursor) return
        if (received < delivered || at.cursor < newest) return
        const { partition, epoch, cursor } = at
        await commitBatch(
          deps,
          at,
          { partition, epoch, cursor, last: seq, messages: [], folded: [] },
          stopping.signal,
        )
      } finally {
        leaveLane()
      }
    },
    execute: async (command) => {
      if (!ready || stopping.signal.aborted) return
      const leaveLane = await lane.acquire(stopping.signal)
      try {
        const result = await executeDeadLetterCommand(deps, at, command, stopping.signal)
        deps.log.info({ ...command, result }, "an operator's command for a parked member was carried out")
        await deps.deadLetters.finish(command.id, result)
      } finally {
        leaveLane()
      }
    },
    stop: async () => {
      stopping.abort()
      box?.close()
      await ended
    },
    cleanedUp: async () => {
      await closing
    },
    ended,
  }
}

/** Whether a message may have killed a former owner, so that it is folded with care (careful.ts). */
export function needsPoisonRecovery({ stuck, suspect }: AcquiredPartition): boolean {
  return stuck > 0 || suspect !== null
}

/** Whether the epoch is still ours; sets the cursor to what Postgres has. Asks until it is answered. */
async function stillOwned(deps: PartitionDeps, at: PartitionProgress, signal: AbortSignal): Promise<boolean> {
  for (let failures = 1; !signal.aborted; failures++) {
    try {
      const now = await deps.position(at.partition)
      if (now.epoch !== at.epoch) return false
      if (now.cursor !== at.cursor) deps.executor.invalidate({ owner: ownerTag(at) })
      at.cursor = now.cursor
      return true
    } catch (error) {
      deps.log.warn(
        { partition: at.partition, failures, error },
        'the position of a partition cannot be read',
      )
      await pause(backoff(failures), signal)
    }
  }
  return true
}
