/** A prepared commit of a partition, with the cursor, the cache and the outbox relay after it. */
import type { Id } from '../../../schemas/base/ids.js'
import type { Log } from '../../../schemas/base/log.js'
import type { ParkedMember } from '../../../schemas/stream/dead-letter-store.js'
import type { PreparedCommit } from '../../../schemas/stream/member-store.js'
import { parseTraceparent } from '../../../schemas/trace/traceparent.js'
import type { Tracer } from '../../../schemas/trace/tracer.js'
import type { PoisonMessageError } from '../../lib/errors.js'
import type { ReceivedMessage } from '../../stream/session.js'
import type { OutboxRelay } from '../partition/outbox-relay.js'
import { membersOf, type PrepareCommitDeps } from './prepare-commit.js'
import { saveCommit, type SaveCommitDeps } from './save-commit.js'

export interface FoldStepDeps extends PrepareCommitDeps, SaveCommitDeps {
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
  revision: number
  cursor: number
  parked: Set<Id>
}

/** A commit that changes nothing and keeps the cursor. */
export function emptyCommit({ partition, epoch, cursor }: PartitionProgress): PreparedCommit {
  return { partition, epoch, cursor, messages: [], folded: [] }
}

/** Logs that the member of a message is about to be parked; returns its row. */
export function parkingOf(
  deps: Pick<FoldStepDeps, 'log' | 'version'>,
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
export async function commitStep(
  deps: FoldStepDeps,
  progress: PartitionProgress,
  prepared: PreparedCommit,
  signal: AbortSignal,
): Promise<void> {
  const published = deps.relay.unrecorded()
  const { revision } = progress
  const commit = { ...prepared, revision, ...(published === null ? {} : { published }) }
  try {
    const saved = await saveCommit(deps, commit, signal)
    progress.revision = saved.revision
    if (published !== null) deps.relay.markRecorded(published)
    deps.relay.enqueue(saved.notices)
  } catch (error) {
    deps.executor.invalidate(membersOf(commit))
    throw error
  }
  if (commit.cursor > progress.cursor) deps.health.cleared(progress.partition)
  progress.cursor = commit.cursor
}
