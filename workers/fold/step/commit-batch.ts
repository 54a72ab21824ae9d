/** A prepared commit of a partition, with the cursor, the cache and the outbox relay after it. */
import type { Id } from '../../../schemas/base/ids.js'
import type { Log } from '../../../schemas/base/log.js'
import type { ParkedMember } from '../../../schemas/stream/dead-letter-store.js'
import type { Commit } from '../../../schemas/stream/member-store.js'
import { parseTraceparent } from '../../../schemas/trace/traceparent.js'
import type { Tracer } from '../../../schemas/trace/tracer.js'
import { FencedError, PoisonMessageError, StoppedError } from '../../lib/errors.js'
import type { ReceivedMessage } from '../../stream/session.js'
import type { OutboxRelay } from '../partition/outbox-relay.js'
import { membersOf, type PrepareCommitDeps } from './prepare-commit.js'
import { saveCommit, type SaveCommitDeps } from './save-commit.js'

export interface FoldBatchDeps extends PrepareCommitDeps, SaveCommitDeps {
  log: Log
  /** Version of this fold, stored with a member that is parked. */
  version: string
  relay: OutboxRelay
  /** Absent: steps are not traced. */
  tracer?: Tracer
}

/** The position of a partition, advanced by each commit. */
export interface PartitionProgress {
  partition: number
  epoch: number
  cursor: number
  parked: Set<Id>
}

/** A commit that changes nothing and keeps the cursor. */
export function emptyCommit({ partition, epoch, cursor }: PartitionProgress): Commit {
  return { partition, epoch, cursor, last: cursor, messages: [], folded: [] }
}

/** Logs that the member of a message is about to be parked; returns its row. */
export function parkingOf(
  deps: Pick<FoldBatchDeps, 'log' | 'version'>,
  { partition }: PartitionProgress,
  culprit: ReceivedMessage,
  error: PoisonMessageError,
  attempts = 1,
): ParkedMember {
  const { member, seq, traceparent } = culprit
  const trace = parseTraceparent(traceparent)
  const traced = trace === null ? {} : { trace_id: trace.traceId }
  deps.log.error(
    { partition, member, seq, stage: error.stage, error, ...traced },
    'poison message: member parked',
  )
  return { member, since: seq, reason: error.stage, error: error.message, attempts, version: deps.version }
}

/**
 * Saves a commit, advances the cursor and wakes the relay. If it is not saved, its members leave the cache.
 * Throws as `saveCommit`.
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
    // A commit that keeps the cursor may have been saved after all, and nobody knows the rows of its outbox.
    if (!isCertain(error)) deps.relay.enqueue(null)
    throw error
  }
  if (commit.last > progress.cursor) deps.health.cleared(progress.partition)
  progress.cursor = commit.last
}

/** Whether nothing was saved, or nothing of ours is published any more. */
function isCertain(error: unknown): boolean {
  return error instanceof PoisonMessageError || error instanceof FencedError || error instanceof StoppedError
}
