/**
 * Folds and commits one batch of a partition. Transient failures retry the whole batch; a poison message is
 * found by bisecting the batch (each half is a commit of its own, in stream order), and its member is parked:
 * later messages of that member wait behind it while all other members go on (workers/DESIGN.md 5). Bisecting
 * serves every stage alike: a failed fold names only the member, and a refused commit not even that.
 */
import type { Id } from '../../../schemas/base/ids.js'
import type { Log } from '../../../schemas/base/log.js'
import { backoff, pause } from '../../lib/backoff.js'
import { FencedError, PoisonMessageError, StoppedError } from '../../lib/errors.js'
import type { Commit } from '../../../schemas/stream/member-store.js'
import type { ParkedMember } from '../../../schemas/stream/dead-letter-store.js'
import type { ReceivedMessage } from '../../stream/session.js'
import type { OutboxRelay } from '../partition/outbox-relay.js'
import { membersOf, prepareCommit, toParkedMessage, type PrepareCommitDeps } from './prepare-commit.js'
import { saveCommit, type SaveCommitDeps } from './save-commit.js'

export interface FoldBatchDeps extends PrepareCommitDeps, SaveCommitDeps {
  log: Log
  /** Version of this fold, stored with a member that is parked. */
  version: string
  relay: OutboxRelay
}

/** The position of a partition, advanced by each commit. */
export interface PartitionProgress {
  partition: number
  epoch: number
  cursor: number
  parked: Set<Id>
}

/**
 * Commits the messages and moves `progress.cursor` past them.
 * @throws {FencedError | StoppedError} and nothing else
 */
export async function foldBatch(
  deps: FoldBatchDeps,
  progress: PartitionProgress,
  messages: ReceivedMessage[],
  signal: AbortSignal,
): Promise<void> {
  const startedAt = performance.now()
  for (let failures = 0; ;) {
    try {
      const commit = await prepareCommit(deps, progress, progress.cursor, messages)
      await commitBatch(deps, progress, commit, signal)
      return reportMetrics(deps, commit, performance.now() - startedAt)
    } catch (error) {
      if (error instanceof FencedError || error instanceof StoppedError) throw error
      if (error instanceof PoisonMessageError) return await bisect(deps, progress, messages, error, signal)
      failures += 1
      deps.metrics.retried()
      deps.log.warn(
        { partition: progress.partition, failures, error },
        'batch could not be prepared; will retry',
      )
      await pause(backoff(failures), signal)
      if (signal.aborted) throw new StoppedError()
    }
  }
}

async function bisect(
  deps: FoldBatchDeps,
  progress: PartitionProgress,
  messages: ReceivedMessage[],
  error: PoisonMessageError,
  signal: AbortSignal,
): Promise<void> {
  const [culprit] = messages
  if (culprit !== undefined && messages.length === 1)
    return await parkMember(deps, progress, culprit, error, signal)
  const middle = messages.length >> 1
  await foldBatch(deps, progress, messages.slice(0, middle), signal)
  await foldBatch(deps, progress, messages.slice(middle), signal)
}

/** Parks the member of a message without folding it, and moves the cursor past the message. */
export async function parkMember(
  deps: FoldBatchDeps,
  progress: PartitionProgress,
  culprit: ReceivedMessage,
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
    { partition: progress.partition, member: culprit.member, seq: culprit.seq, stage: error.stage, error },
    'poison message: member parked',
  )
  const commit: Commit = {
    ...emptyCommit(progress),
    last: culprit.seq,
    lastStored: culprit.stored,
    parking: [parking],
    parked: [toParkedMessage(culprit, error.stage)],
  }
  await commitBatch(deps, progress, commit, signal)
  progress.parked.add(culprit.member)
  deps.metrics.parked(error.stage)
}

/** A commit that changes nothing and keeps the cursor. */
export function emptyCommit({ partition, epoch, cursor }: PartitionProgress): Commit {
  return { partition, epoch, cursor, last: cursor, messages: [], folded: [] }
}

/**
 * Saves a commit, advances the cursor and wakes the relay. If it is not saved, its members leave the cache.
 */
export async function commitBatch(
  deps: FoldBatchDeps,
  progress: PartitionProgress,
  commit: Commit,
  signal: AbortSignal,
): Promise<void> {
  try {
    const published = deps.relay.publishedUpTo()
    const { notices } = await saveCommit(deps, published === null ? commit : { ...commit, published }, signal)
    if (published !== null) deps.relay.recordedUpTo(published)
    deps.relay.enqueue(notices)
  } catch (error) {
    deps.executor.invalidate(membersOf(commit))
    throw error
  }
  progress.cursor = commit.last
}

function reportMetrics(deps: FoldBatchDeps, commit: Commit, ms: number): void {
  deps.metrics.committed({ messages: commit.messages.length, members: commit.folded.length, ms })
  const now = deps.now()
  for (const { envelope } of commit.messages)
    deps.metrics.readableAfter(now - (envelope.waited ?? envelope.received))
}
