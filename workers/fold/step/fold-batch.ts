/**
 * One batch of a partition, all the way to Postgres. The world's failures are waited out with the whole batch; a message
 * that fails for its own reason is found by halving the batch (each half is a commit of its own, in stream order), and its
 * member is parked: later messages of that member wait behind it, everybody else goes on (workers/README.md 5).
 */
import type { Id } from '../../../schemas/base/ids.js'
import type { Log } from '../../../schemas/base/log.js'
import type { StreamMessage } from '../../stream/session.js'
import type { Commit, ParkedMember } from '../../ports.js'
import { backoff, pause } from '../../lib/backoff.js'
import { FencedError, StoppedError, PoisonMessageError } from '../../lib/errors.js'
import { membersOf, prepareCommit, toParkedMessage, type PrepareCommitDeps } from './prepare-commit.js'
import type { OutboxRelay } from '../partition/outbox-relay.js'
import { saveCommit, type SaveCommitDeps } from './save-commit.js'

export interface FoldBatchDeps extends PrepareCommitDeps, SaveCommitDeps {
  log: Log
  /** Of this program, kept with what it could not fold. */
  version: string
  /** Of this partition. */
  relay: OutboxRelay
}

/** A partition as its steps move it. */
export interface PartitionProgress {
  partition: number
  epoch: number
  cursor: number
  parked: Set<Id>
}

/** Carries the messages into Postgres and moves `at.cursor` behind them. Throws `Fenced` or `Stopped`, nothing else. */
export async function foldBatch(
  deps: FoldBatchDeps,
  at: PartitionProgress,
  messages: StreamMessage[],
  signal: AbortSignal,
): Promise<void> {
  const started = performance.now()
  for (let failures = 0; ;) {
    try {
      const commit = await prepareCommit(deps, at, at.cursor, messages)
      await commitBatch(deps, at, commit, signal)
      return reportMetrics(deps, commit, performance.now() - started)
    } catch (error) {
      if (error instanceof FencedError || error instanceof StoppedError) throw error
      if (error instanceof PoisonMessageError) return await bisect(deps, at, messages, error, signal)
      failures += 1
      deps.metrics.retried()
      deps.log.warn(
        { partition: at.partition, failures, error },
        'a batch could not be prepared and is tried again',
      )
      await pause(backoff(failures), signal)
      if (signal.aborted) throw new StoppedError()
    }
  }
}

async function bisect(
  deps: FoldBatchDeps,
  at: PartitionProgress,
  messages: StreamMessage[],
  error: PoisonMessageError,
  signal: AbortSignal,
): Promise<void> {
  const [culprit] = messages
  if (culprit !== undefined && messages.length === 1)
    return await parkMember(deps, at, culprit, error, signal)
  const middle = messages.length >> 1
  await foldBatch(deps, at, messages.slice(0, middle), signal)
  await foldBatch(deps, at, messages.slice(middle), signal)
}

/** Parks the member of a message without folding it, and moves the cursor behind it. */
export async function parkMember(
  deps: FoldBatchDeps,
  at: PartitionProgress,
  culprit: StreamMessage,
  error: PoisonMessageError,
  signal: AbortSignal,
): Promise<void> {
  const parking: ParkedMember = {
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
  await commitBatch(
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
      parked: [toParkedMessage(culprit, error.stage)],
    },
    signal,
  )
  at.parked.add(culprit.member)
  deps.metrics.parked(error.stage)
}

/** Saves a commit, moves the cursor and tells the relay; when it is not saved, the memory of its members is forgotten. */
export async function commitBatch(
  deps: FoldBatchDeps,
  at: PartitionProgress,
  commit: Commit,
  signal: AbortSignal,
): Promise<void> {
  try {
    const relayed = deps.relay.publishedUpTo()
    const { notices } = await saveCommit(deps, relayed === null ? commit : { ...commit, relayed }, signal)
    if (relayed !== null) deps.relay.removedUpTo(relayed)
    deps.relay.enqueue(notices)
  } catch (error) {
    deps.executor.invalidate(membersOf(commit))
    throw error
  }
  at.cursor = commit.last
}

function reportMetrics(deps: FoldBatchDeps, commit: Commit, ms: number): void {
  deps.metrics.committed({ messages: commit.messages.length, members: commit.folded.length, ms })
  const now = deps.now()
  for (const { envelope } of commit.messages)
    deps.metrics.readableAfter(now - (envelope.waited ?? envelope.received))
}
