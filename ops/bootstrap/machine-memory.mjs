import { totalmem } from 'node:os'

/**
 * Bytes of the machine, or what its container allows of them.
 *
 * @returns {number}
 */
export function machineMemory() {
  const allowed = process.constrainedMemory()
  return allowed > 0 ? Math.min(allowed, totalmem()) : totalmem()
}
