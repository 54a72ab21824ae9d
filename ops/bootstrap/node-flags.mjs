import { machineMemory } from './machine-memory.mjs'

/** Of memory that a machine, or its container, must have for the larger of the two. */
const LARGE = 8 * 2 ** 30

/**
 * Flags that node is started with for a role. What a fold makes of a batch is garbage when the batch is committed; with V8's
 * usual 16 MiB for young objects much of it is moved about before that, which costs a tenth of the process's time. What grew
 * old all the same is collected when the heap is twice as large as what lives: V8 would let it grow up to fourfold.
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
