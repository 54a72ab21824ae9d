/** One commit, until it is certain: saved, or never to be saved. */
import type { Log } from '../../../schemas/base/log.js'
import type { Commit, PartitionStore, CommitResult } from '../../ports.js'
import { backoff, pause } from '../../lib/backoff.js'
import { FencedError, StoppedError, asPoisonMessage } from '../../lib/errors.js'
import type { FoldMetrics } from '../fold-metrics.js'
import type { Apply } from './group-commit.js'

export interface SaveCommitDeps {
  apply: Apply
  position: PartitionStore['position']
  log: Log
  metrics: FoldMetrics
}

/**
 * Saves the commit and answers what it put into the outbox. After a failure that leaves its fate open, the partition's
 * position tells (workers/README.md 4.1), and the same commit is tried again for as long as it takes. Throws `Fenced` when another
 * owner has the partition, `Unfit` when the data is refused, `Stopped` when the signal came while waiting.
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
      // An earlier try of ours may have been the one that moved the position.
      if (failures > 0 && (await readFate(deps, commit)) === 'saved') return RESULT_LOST
      throw new FencedError()
    } catch (error) {
      if (error instanceof FencedError) throw error
      const own = asPoisonMessage(error)
      if (own !== null) throw own
      // A commit that leaves the cursor where it is cannot be recognised by it: whoever asked for it looks again.
      if (commit.last === commit.cursor) throw error
      failures += 1
      deps.metrics.retried()
      deps.log.warn(
        { partition: commit.partition, epoch: commit.epoch, failures, error },
        'commit outcome unknown; checking',
      )
    }
    const fate = await resolveFate(deps, commit, failures, signal)
    if (fate === 'saved') return RESULT_LOST
    if (fate === 'fenced') throw new FencedError()
    if (signal.aborted) throw new StoppedError()
  }
}

/** Saved, but its answer was lost. */
const RESULT_LOST: CommitResult = { notices: null }

type CommitFate = 'saved' | 'fenced' | 'open'

async function readFate(deps: SaveCommitDeps, commit: Commit): Promise<CommitFate> {
  const at = await deps.position(commit.partition)
  if (at.epoch !== commit.epoch) return 'fenced'
  if (at.cursor >= commit.last) return 'saved'
  return at.cursor === commit.cursor ? 'open' : 'fenced'
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
        'the position of a partition cannot be read',
      )
    }
    if (signal.aborted) throw new StoppedError()
  }
}
