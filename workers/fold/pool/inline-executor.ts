import type { FoldExecutor, FoldOutcome } from '../../ports.js'
import { EventLoopTurns } from './event-loop-turns.js'
import { foldTaskInPieces, type Rules } from './fold-task.js'
import { memberCache } from './member-cache.js'

/**
 * Folds in the calling thread, with at most `cacheBytes` of members in memory. Calls take turns with each other and with
 * everything else in the thread: a member that takes long holds up neither the lease of the worker nor other partitions.
 */
export function inlineExecutor<S>(rules: Rules<S>, cacheBytes = 128 * 2 ** 20): FoldExecutor {
  const cache = memberCache<S>(cacheBytes)
  const turns = new EventLoopTurns()
  return {
    fold: async (tasks) => {
      const outcomes: FoldOutcome[] = []
      for (const task of tasks) outcomes.push(await turns.run(foldTaskInPieces(rules, cache, task)))
      return outcomes
    },
    cached: cache.position,
    invalidate: cache.invalidate,
    close: async () => {
      cache.invalidate('all')
    },
  }
}
