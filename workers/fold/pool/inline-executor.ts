import type { FoldExecutor } from '../../ports.js'
import { memberCache } from './member-cache.js'
import { runFoldTask, type Rules } from './fold-task.js'

/** Thinks in this thread, with members of up to `budget` bytes in memory. */
export function inlineExecutor<S>(rules: Rules<S>, budget = 128 * 2 ** 20): FoldExecutor {
  const memory = memberCache<S>(budget)
  return {
    fold: async (tasks) => tasks.map((task) => runFoldTask(rules, memory, task)),
    cached: memory.cursor,
    invalidate: memory.invalidate,
    close: async () => {
      memory.invalidate('all')
    },
  }
}
