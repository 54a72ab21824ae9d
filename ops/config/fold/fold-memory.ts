import { machineMemory } from '../../bootstrap/machine-memory.mjs'
import type { Config } from '../config.js'

const MIN_BYTES = 128 * 2 ** 20
const MAX_BYTES = 512 * 2 ** 20
const SHARE = 32

/**
 * Bytes that a fold process, with all its threads, may use to cache members; `machine` is the memory of the
 * machine.
 */
export function foldMemoryBytes(
  { FOLD_MEMORY_BYTES: configured }: Pick<Config, 'FOLD_MEMORY_BYTES'>,
  machine = machineMemory(),
): number {
  return Math.floor(configured > 0 ? configured : Math.min(MAX_BYTES, Math.max(MIN_BYTES, machine / SHARE)))
}
