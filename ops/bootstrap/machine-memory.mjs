import { totalmem } from 'node:os'

/**
 * Memory of the machine in bytes, or the limit of its container.
 *
 * @returns {number}
 */
export function machineMemory() {
  const allowed = process.constrainedMemory()
  return allowed > 0 ? Math.min(allowed, totalmem()) : totalmem()
}
