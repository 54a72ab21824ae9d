/**
 * Folds and commits one step of a partition. Transient failures retry the whole step; a poison message is
 * found by bisecting the step (each half is a commit of its own, in stream order), and its member is parked:
 * later messages of that member wait behind it while all other members go on (workers/DESIGN.md 5). Bisecting
 * serves every stage alike: a failed fold names only the member, and a refused commit not even that.
 */
import { backoff, pause } from '../../lib/backoff.js'
import { FencedError, PoisonMessageError, RefusedCommitError, StoppedError } from '../../lib/errors.js'
import type { PreparedCommit } from '../../../schemas/stream/member-store.js'
import type { ReceivedMessage } from '../../stream/session.js'
import {
  commitStep,
  emptyCommit,
  parkingOf,
  type FoldStepDeps,
  type PartitionProgress,
} from './commit-step.js'
import { cutCommit, type CutCommit } from './cut-commit.js'
import { startFoldTrace } from './fold-trace.js'
import { isolateMembers } from './isolate-members.js'
import { membersOf, prepareCommit, toParkedMessage } from './prepare-commit.js'

/**
 * Commits the messages and moves `progress.cursor` past them.
 * @throws {FencedError | StoppedError} and nothing else
 */
export async function foldStep(
  deps: FoldStepDeps,
  progress: PartitionProgress,
  messages: ReceivedMessage[],
  signal: AbortSignal,
): Promise<void> {
  const startedAt = performance.now()
  for (let failures = 0; ;) {
    const trace = startFoldTrace(deps.tracer, progress.partition, messages)
    try {
      const commit = trace.withSpans(await prepareCommit(deps, progress, progress.cursor, messages))
      await saveInParts(deps, progress, commit, messages, signal)
      trace.end()
      return reportMetrics(deps, progress, commit, performance.now() - startedAt)
    } catch (error) {
      trace.end(error instanceof Error ? error.name : 'failed')
      if (error instanceof FencedError || error instanceof StoppedError) throw error
      if (error instanceof PoisonMessageError && !(error instanceof RefusedCommitError))
        return await bisect(deps, progress, messages, error, signal)
      failures += 1
      deps.metrics.retried()
      deps.health.failed(progress.partition, error)
      deps.log.warn(
        { partition: progress.partition, failures, error, ...trace.field },
        'step could not be prepared or saved in parts; will retry',
      )
      await pause(backoff(failures), signal)
      if (signal.aborted) throw new StoppedError()
    }
  }
}

/** Saves the commit, in several if it is large; if Postgres refuses one of them, member by member. */
async function saveInParts(
  deps: FoldStepDeps,
  progress: PartitionProgress,
  commit: PreparedCommit,
  messages: ReceivedMessage[],
  signal: AbortSignal,
): Promise<void> {
  let left: PreparedCommit | null = commit
  while (left !== null) {
    const { part, rest }: CutCommit = cutCommit(left, progress.cursor)
    try {
      await commitStep(deps, progress, part, signal)
    } catch (error) {
      // Members of later parts are folded in the cache too.
      deps.executor.invalidate(membersOf(left))
      if (!(error instanceof RefusedCommitError) || left.folded.length === 0) throw error
      return await isolateMembers(deps, progress, { commit: left, messages }, signal)
    }
    left = rest
  }
}

async function bisect(
  deps: FoldStepDeps,
  progress: PartitionProgress,
  messages: ReceivedMessage[],
  error: PoisonMessageError,
  signal: AbortSignal,
): Promise<void> {
  const [culprit] = messages
  if (culprit !== undefined && messages.length === 1)
    return await parkMember(deps, progress, culprit, error, signal)
  const middle = messages.length >> 1
  await foldStep(deps, progress, messages.slice(0, middle), signal)
  await foldStep(deps, progress, messages.slice(middle), signal)
}

/** Parks the member of a message without folding it, and moves the cursor past the message. */
export async function parkMember(
  deps: FoldStepDeps,
  progress: PartitionProgress,
  culprit: ReceivedMessage,
  error: PoisonMessageError,
  signal: AbortSignal,
): Promise<void> {
  const commit: PreparedCommit = {
    ...emptyCommit(progress),
    cursor: culprit.seq,
    cursorStored: culprit.stored,
    parking: [parkingOf(deps, progress, culprit, error)],
    parked: [toParkedMessage(culprit, error.stage)],
  }
  await commitStep(deps, progress, commit, signal)
  progress.parked.add(culprit.member)
  deps.metrics.parked(error.stage)
}

function reportMetrics(
  deps: FoldStepDeps,
  { parked }: PartitionProgress,
  commit: PreparedCommit,
  ms: number,
): void {
  // Members parked by this step are not committed.
  const messages = commit.messages.filter(({ member }) => !parked.has(member))
  const members = commit.folded.filter(({ member }) => !parked.has(member)).length
  deps.metrics.committed({ messages: messages.length, members, ms })
  const now = deps.now()
  for (const { envelope } of messages)
    deps.metrics.readableAfter(now - (envelope.waited ?? envelope.received))
}
