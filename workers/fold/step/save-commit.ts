/** One commit, retried until its fate is certain: saved, or never to be saved. */
import type { Log } from '../../../schemas/base/log.js'
import { backoff, pause } from '../../lib/backoff.js'
import {
  asPoisonMessage,
  FencedError,
  isRefusedStatement,
  RefusedCommitError,
  StoppedError,
} from '../../lib/errors.js'
import type { PartitionStore } from '../../../schemas/stream/partition-store.js'
import type { Commit, CommitResult, MemberStore } from '../../../schemas/stream/member-store.js'
import type { FoldMetrics } from '../fold-metrics.js'
import type { OngoingFailures } from '../../lib/ongoing-failures.js'
import type { Apply } from './group-commit.js'

export interface SaveCommitDeps {
  apply: Apply
  probe: MemberStore['probe']
  position: PartitionStore['position']
  health: OngoingFailures<number>
  log: Log
  metrics: FoldMetrics
}

/**
 * Saves the commit and returns its result. If the outcome of an attempt is unknown, the partition's revision decides (workers/DESIGN.md 4.1), and the same commit is retried without limit.
 * @throws {FencedError} if another owner has the partition
 * @throws {PoisonMessageError} if Postgres refuses the data
 * @throws {RefusedCommitError} if Postgres cancels or refuses the commit and saves others
 * @throws {StoppedError} if the signal aborts while it waits
 */
export async function saveCommit(
  deps: SaveCommitDeps,
  commit: Commit,
  signal: AbortSignal,
): Promise<CommitResult> {
  for (let failures = 0; ;) {
    try {
      const answer = await deps.apply(commit)
      if (answer !== 'fenced') return answer
      // An earlier attempt of ours may be what raised the revision.
      const saved = failures > 0 ? savedAs(await readFate(deps, commit)) : null
      if (saved !== null) return saved
      throw new FencedError()
    } catch (error) {
      if (error instanceof FencedError) throw error
      const poison = asPoisonMessage(error)
      if (poison !== null) throw poison
      if (await isRefused(deps, commit, error)) throw new RefusedCommitError(error)
      failures += 1
      deps.metrics.retried()
      deps.health.failed(commit.partition, error)
      deps.log.warn(
        { partition: commit.partition, epoch: commit.epoch, failures, error },
        'commit outcome unknown; checking the revision of the partition',
      )
    }
    const fate = await resolveFate(deps, commit, failures, signal)
    const saved = savedAs(fate)
    if (saved !== null) return saved
    if (fate === 'fenced') throw new FencedError()
    if (signal.aborted) throw new StoppedError()
  }
}

/**
 * Whether the failure is that of this commit: while Postgres saves nothing at all, or nothing in time, no commit
 * is to blame.
 */
async function isRefused({ probe, log }: SaveCommitDeps, commit: Commit, error: unknown): Promise<boolean> {
  if (!isRefusedStatement(error)) return false
  try {
    return await probe(commit)
  } catch (probeError) {
    log.debug({ partition: commit.partition, error: probeError }, 'Postgres saves nothing else either')
    return false
  }
}

/** Saved as this revision, not saved yet, or never to be saved. */
type CommitFate = number | 'open' | 'fenced'

/** The result of a commit that was saved though its answer was lost: the outbox has to be read. */
function savedAs(fate: CommitFate): CommitResult | null {
  return typeof fate === 'number' ? { revision: fate, notices: null } : null
}

/** Under an epoch one commit at a time is on its way: a higher revision can only be that of this one. */
async function readFate(deps: SaveCommitDeps, commit: Commit): Promise<CommitFate> {
  const position = await deps.position(commit.partition)
  if (position.epoch !== commit.epoch || position.revision < commit.revision) return 'fenced'
  return position.revision > commit.revision ? position.revision : 'open'
}

async function resolveFate(
  deps: SaveCommitDeps,
  commit: Commit,
  failed: number,
  signal: AbortSignal,
): Promise<CommitFate> {
  for (let failures = failed; ; failures++) {
    await pause(backoff(failures), signal)
    try {
      return await readFate(deps, commit)
    } catch (error) {
      deps.log.warn(
        { partition: commit.partition, failures, error },
        'partition position not readable; will retry',
      )
    }
    if (signal.aborted) throw new StoppedError()
  }
}
