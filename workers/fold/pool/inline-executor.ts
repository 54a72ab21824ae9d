import type { FoldExecutor } from '../../ports.js'
import { runFoldTask, type Rules } from './fold-task.js'
import { memberCache } from './member-cache.js'

/** Folds in the calling thread, with at most `cacheBytes` of members in memory. */
export function inlineExecutor<S>(rules: Rules<S>, cacheBytes = 128 * 2 ** 20): FoldExecutor {
  const cache = memberCache<S>(cacheBytes)
  return {
    fold: async (tasks) => tasks.map((task) => runFoldTask(rules, cache, task)),
    cached: cache.cursor,
    invalidate: cache.invalidate,
    close: async () => {
      cache.invalidate('all')
    },
  }
}
