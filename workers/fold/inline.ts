import type { Thinker } from '../ports.js'
import { residents } from './resident.js'
import { think, type Rules } from './think.js'

/** Thinks in this thread, with members of up to `budget` bytes in memory. */
export function inlineThinker<S>(rules: Rules<S>, budget = 128 * 2 ** 20): Thinker {
  const memory = residents<S>(budget)
  return {
    fold: async (tasks) => tasks.map((task) => think(rules, memory, task)),
    holds: memory.seen,
    forget: memory.forget,
    close: async () => {
      memory.forget('all')
    },
  }
}
