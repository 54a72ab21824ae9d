/** One commit, until it is certain: saved, or never to be saved. */
import type { Log } from '../../schemas/log.js'
import type { Commit, PartitionStore, Saved } from '../ports.js'
import { backoff, pause } from './backoff.js'
import { Fenced, Stopped, unfit } from './failure.js'
import type { FoldMeter } from './meter.js'
import type { Apply } from './together.js'

export interface SaveDeps {
  apply: Apply
  position: PartitionStore['position']
  log: Log
  meter: FoldMeter
}

/**
 * Saves the commit and answers what it put into the outbox. After a failure that leaves its fate open, the partition's
 * position tells (design.md 4.1), and the same commit is tried again for as long as it takes. Throws `Fenced` when another
 * owner has the partition, `Unfit` when the data is refused, `Stopped` when the signal came while waiting.
 */
export async function save(deps: SaveDeps, commit: Commit, signal: AbortSignal): Promise<Saved> {
  for (let failures = 0; ;) {
    try {
      const answer = await deps.apply(commit)
      if (answer !== 'fenced') return answer
      // An earlier try of ours may have been the one that moved the position.
      if (failures > 0 && (await settled(deps, commit)) === 'saved') return UNSEEN
      throw new Fenced()
    } catch (error) {
      if (error instanceof Fenced) throw error
      const own = unfit(error)
      if (own !== null) throw own
      // A commit that leaves the cursor where it is cannot be recognised by it: whoever asked for it looks again.
      if (commit.last === commit.cursor) throw error
      failures += 1
      deps.meter.retried()
      deps.log.warn(
        { partition: commit.partition, epoch: commit.epoch, failures, error },
        'commit outcome unknown; checking',
      )
    }
    const fate = await settle(deps, commit, failures, signal)
    if (fate === 'saved') return UNSEEN
    if (fate === 'fenced') throw new Fenced()
    if (signal.aborted) throw new Stopped()
  }
}

/** Saved, but its answer was lost. */
const UNSEEN: Saved = { notices: null }

type Fate = 'saved' | 'fenced' | 'open'

async function settled(deps: SaveDeps, commit: Commit): Promise<Fate> {
  const at = await deps.position(commit.partition)
  if (at.epoch !== commit.epoch) return 'fenced'
  if (at.cursor >= commit.last) return 'saved'
  return at.cursor === commit.cursor ? 'open' : 'fenced'
}

async function settle(deps: SaveDeps, commit: Commit, failed: number, signal: AbortSignal): Promise<Fate> {
  for (let failures = failed; ; failures++) {
    await pause(backoff(failures), signal)
    try {
      return await settled(deps, commit)
    } catch (error) {
      deps.log.warn(
        { partition: commit.partition, failures, error },
        'the position of a partition cannot be read',
      )
    }
    if (signal.aborted) throw new Stopped()
  }
}
