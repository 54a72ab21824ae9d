/**
 * One partition in the hands of one worker, from the moment it is acquired to the moment it is left:
 *
 *   read from the position behind the cursor -> step after step; beside it the outbox, from what the last owner left.
 *
 * When the reading breaks, another one starts from the position Postgres has. When a step is fenced, the partition is
 * somebody else's: everything of it in memory is forgotten and nothing more is saved.
 */
import type { Publish } from '../../schemas/publish-fault.js'
import type { Session, StreamMessage } from '../stream/session.js'
import type { DeadCommand, DeadStore, Owned } from '../ports.js'
import { backoff, pause } from './backoff.js'
import { careful, type Careful, type CarefulDeps } from './careful.js'
import { obey } from './dead.js'
import { Fenced, Stopped } from './failure.js'
import { mailbox, type BatchLimits, type Mailbox } from './mailbox.js'
import { noticeParked } from './notice.js'
import { ownerTag } from './prepare.js'
import { carry, step, type Progress } from './step.js'
import { turns, type Turns } from './turns.js'

export interface PartitionDeps extends CarefulDeps {
  open: (from: number, attempt: number) => Promise<Session>
  dead: DeadStore
  publish: Publish
  /** Shared by the partitions of this worker. */
  turns: Turns
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
  carryOut: (command: DeadCommand) => Promise<void>
  /** Stops reading and finishes the running transaction: then the partition may be given back. */
  stop: () => Promise<void>
  /** Resolves when the broker has forgotten the readings too; never rejects. */
  tidy: () => Promise<void>
  ended: Promise<'stopped' | 'fenced'>
}

/** Starts to work the partition. It never rejects: a failure is waited out, or ends the run as `fenced`. */
export function runPartition(owned: Owned, deps: PartitionDeps): PartitionRun {
  const stopping = new AbortController()
  const at: Progress = {
    partition: owned.partition,
    epoch: owned.epoch,
    cursor: owned.cursor,
    parked: new Set(),
  }
  /** Held by whoever moves the cursor. */
  const lane = turns(1)
  let box: Mailbox<StreamMessage> | null = null
  let session: Session | null = null
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
  let care: Careful | null = isDoubtful(owned) ? careful(deps, at, owned, stopping.signal) : null

  const prepareRun = async (): Promise<void> => {
    // Not waited for: the outbox is sent in its own order, and itineraries must not stand still while EVENTS takes nothing.
    deps.relay.add(null)
    const parked = await deps.dead.parked(at.partition)
    for (const { member } of parked) at.parked.add(member)
    if (parked.some((one) => !one.noticed)) await noticeParked(deps.dead, deps.publish, at.partition)
    ready = true
  }

  const tell = async (): Promise<void> => {
    try {
      await noticeParked(deps.dead, deps.publish, at.partition)
    } catch (error) {
      deps.log.warn(
        { partition: at.partition, error },
        'the dead-letter stream did not hear of a parked member; the next owner tells it',
      )
    }
  }

  const read = async (from: Session, into: Mailbox<StreamMessage>): Promise<void> => {
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
    while (await from.filled()) {
      const leaveLane = await lane.enter(stopping.signal)
      try {
        // A message that may kill is folded with nothing beside it: otherwise its neighbours would be taken for the killer.
        const leaveTurn = await deps.turns.enter(stopping.signal, {
          alone: care?.most === 1,
          weigh: () => Math.min(from.size(), care?.most ?? deps.limits.messages),
        })
        try {
          const parked = at.parked.size
          const batch = from.take(care?.most)
          inHand = batch.length
          if (care !== null) care = await care.fold(batch)
          else if (batch.length > 0) await step(deps, at, batch, stopping.signal)
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
  const begin = async (attempt: number): Promise<Session> => {
    const [opened, prepared] = await Promise.allSettled([
      deps.open(at.cursor + 1, attempt),
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
        if (error instanceof Fenced) return 'fenced'
        if (error instanceof Stopped || stopping.signal.aborted) break
        failures += 1
        deps.meter.sessionLost()
        deps.log.warn(
          { partition: at.partition, epoch: at.epoch, failures, error },
          'the reading of a partition broke',
        )
        await pause(backoff(failures), stopping.signal)
      }
      if (!(await stillMine(deps, at, stopping.signal))) return 'fenced'
    }
    return 'stopped'
  }

  const ended = run().then(async (how) => {
    await deps.relay.stop()
    deps.thinker.forget({ owner: ownerTag(at) })
    if (how === 'fenced') {
      deps.meter.fenced()
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
      const leaveLane = await lane.enter(stopping.signal)
      try {
        if (stopping.signal.aborted || session !== reading || seq <= at.cursor) return
        if (received < delivered || at.cursor < newest) return
        const { partition, epoch, cursor } = at
        await carry(
          deps,
          at,
          { partition, epoch, cursor, last: seq, messages: [], folded: [] },
          stopping.signal,
        )
      } finally {
        leaveLane()
      }
    },
    carryOut: async (command) => {
      if (!ready || stopping.signal.aborted) return
      const leaveLane = await lane.enter(stopping.signal)
      try {
        const result = await obey(deps, at, command, stopping.signal)
        deps.log.info({ ...command, result }, "an operator's command for a parked member was carried out")
        await deps.dead.finish(command.id, result)
      } finally {
        leaveLane()
      }
    },
    stop: async () => {
      stopping.abort()
      box?.close()
      await ended
    },
    tidy: async () => {
      await closing
    },
    ended,
  }
}

/** Whether a message may have killed a former owner, so that it is folded with care (careful.ts). */
export function isDoubtful({ stuck, suspect }: Owned): boolean {
  return stuck > 0 || suspect !== null
}

/** Whether the epoch is still ours; sets the cursor to what Postgres has. Asks until it is answered. */
async function stillMine(deps: PartitionDeps, at: Progress, signal: AbortSignal): Promise<boolean> {
  for (let failures = 1; !signal.aborted; failures++) {
    try {
      const now = await deps.position(at.partition)
      if (now.epoch !== at.epoch) return false
      if (now.cursor !== at.cursor) deps.thinker.forget({ owner: ownerTag(at) })
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
