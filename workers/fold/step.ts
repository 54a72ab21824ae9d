/**
 * One batch of a partition, all the way to Postgres. The world's failures are waited out with the whole batch; a message
 * that fails for its own reason is found by halving the batch (each half is a commit of its own, in stream order), and its
 * member is parked: later messages of that member wait behind it, everybody else goes on (design.md 5).
 */
import type { Id } from '../../schemas/ids.js'
import type { Log } from '../../schemas/log.js'
import type { StreamMessage } from '../stream/session.js'
import type { Commit, Parking } from '../ports.js'
import { backoff, pause } from './backoff.js'
import { Fenced, Stopped, Unfit } from './failure.js'
import { membersOf, prepare, waiting, type PrepareDeps } from './prepare.js'
import type { Relay } from './relay.js'
import { save, type SaveDeps } from './save.js'

export interface StepDeps extends PrepareDeps, SaveDeps {
  log: Log
  /** Of this program, kept with what it could not fold. */
  version: string
  /** Of this partition. */
  relay: Relay
}

/** A partition as its steps move it. */
export interface Progress {
  partition: number
  epoch: number
  cursor: number
  parked: Set<Id>
}

/** Carries the messages into Postgres and moves `at.cursor` behind them. Throws `Fenced` or `Stopped`, nothing else. */
export async function step(
  deps: StepDeps,
  at: Progress,
  messages: StreamMessage[],
  signal: AbortSignal,
): Promise<void> {
  const started = performance.now()
  for (let failures = 0; ;) {
    try {
      const commit = await prepare(deps, at, at.cursor, messages)
      await carry(deps, at, commit, signal)
      return measure(deps, commit, performance.now() - started)
    } catch (error) {
      if (error instanceof Fenced || error instanceof Stopped) throw error
      if (error instanceof Unfit) return await divide(deps, at, messages, error, signal)
      failures += 1
      deps.meter.retried()
      deps.log.warn(
        { partition: at.partition, failures, error },
        'a batch could not be prepared and is tried again',
      )
      await pause(backoff(failures), signal)
      if (signal.aborted) throw new Stopped()
    }
  }
}

async function divide(
  deps: StepDeps,
  at: Progress,
  messages: StreamMessage[],
  error: Unfit,
  signal: AbortSignal,
): Promise<void> {
  const [culprit] = messages
  if (culprit !== undefined && messages.length === 1) return await park(deps, at, culprit, error, signal)
  const middle = messages.length >> 1
  await step(deps, at, messages.slice(0, middle), signal)
  await step(deps, at, messages.slice(middle), signal)
}

/** Parks the member of a message without folding it, and moves the cursor behind it. */
export async function park(
  deps: StepDeps,
  at: Progress,
  culprit: StreamMessage,
  error: Unfit,
  signal: AbortSignal,
): Promise<void> {
  const parking: Parking = {
    member: culprit.member,
    since: culprit.seq,
    reason: error.stage,
    error: error.message,
    attempts: 1,
    version: deps.version,
  }
  deps.log.error(
    { partition: at.partition, member: culprit.member, seq: culprit.seq, stage: error.stage, error },
    'a member is parked',
  )
  await carry(
    deps,
    at,
    {
      partition: at.partition,
      epoch: at.epoch,
      cursor: at.cursor,
      last: culprit.seq,
      messages: [],
      folded: [],
      parking: [parking],
      parked: [waiting(culprit, error.stage)],
    },
    signal,
  )
  at.parked.add(culprit.member)
  deps.meter.parked(error.stage)
}

/** Saves a commit, moves the cursor and tells the relay; when it is not saved, the memory of its members is forgotten. */
export async function carry(
  deps: StepDeps,
  at: Progress,
  commit: Commit,
  signal: AbortSignal,
): Promise<void> {
  try {
    const relayed = deps.relay.relayed()
    const { notices } = await save(deps, relayed === null ? commit : { ...commit, relayed }, signal)
    if (relayed !== null) deps.relay.left(relayed)
    deps.relay.add(notices)
  } catch (error) {
    deps.thinker.forget(membersOf(commit))
    throw error
  }
  at.cursor = commit.last
}

function measure(deps: StepDeps, commit: Commit, ms: number): void {
  deps.meter.committed({ messages: commit.messages.length, members: commit.folded.length, ms })
  const now = deps.now()
  for (const { envelope } of commit.messages)
    deps.meter.readable(now - (envelope.waited ?? envelope.received))
}
