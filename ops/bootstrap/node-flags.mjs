import { machineMemory } from './machine-memory.mjs'

/** A machine or container with at least this much memory gives the heap of its fold more room. */
const LARGE = 8 * 2 ** 30

/**
 * Node flags of a role. The objects of a fold are garbage once its batch is committed; with V8's default
 * young generation of 16 MiB many of them are copied before that, which costs a tenth of the process's time.
 * The old generation is collected when it has grown fourfold, on a small machine when it has doubled: each time
 * takes a processor for a second and more (decision 145).
 *
 * @param {string} role
 * @param {number} [memory] bytes of the machine
 * @returns {string[]}
 */
export function nodeFlags(role, memory = machineMemory()) {
  if (role !== 'fold') return []
  const [youngMib, growthPercent] = memory < LARGE ? [32, 100] : [64, 300]
  return [`--max-semi-space-size=${youngMib}`, `--heap-growing-percent=${growthPercent}`]
}
