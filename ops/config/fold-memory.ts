import type { Config } from './config.js'
import { machineMemory } from '../bootstrap/machine-memory.mjs'

const MIN_BYTES = 128 * 2 ** 20
const MAX_BYTES = 1024 * 2 ** 20
const SHARE = 16

/** Bytes that a fold process, its threads together, may hold of members; `machine` is the memory there is in all. */
export function foldMemoryBytes(
  { FOLD_MEMORY_BYTES: told }: Pick<Config, 'FOLD_MEMORY_BYTES'>,
  machine = machineMemory(),
): number {
  return Math.floor(told > 0 ? told : Math.min(MAX_BYTES, Math.max(MIN_BYTES, machine / SHARE)))
}
