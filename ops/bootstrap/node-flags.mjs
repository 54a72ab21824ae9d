import { machineMemory } from './machine-memory.mjs'

/** A machine or container with at least this much memory gets the larger young generation. */
const LARGE = 8 * 2 ** 30

/**
 * Node flags of a role. The objects of a fold are garbage once its batch is committed; with V8's default
 * young generation of 16 MiB many of them are copied before that, which costs a tenth of the process's time.
 * The old generation is collected when it has doubled; V8 would let it grow up to fourfold.
 *
 * @param {string} role
 * @param {number} [memory] bytes of the machine
 * @returns {string[]}
 */
export function nodeFlags(role, memory = machineMemory()) {
  return role === 'fold'
    ? [`--max-semi-space-size=${memory < LARGE ? 32 : 64}`, '--heap-growing-percent=100']
    : []
}
