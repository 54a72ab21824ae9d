import type { Config } from './config.js'
import { machineMemory } from './machine-memory.mjs'

const LEAST = 128 * 2 ** 20
const MOST = 1024 * 2 ** 20
const SHARE = 16

/** Bytes that a fold process, its threads together, may hold of members; `machine` is the memory there is in all. */
export function foldMemory(
  { FOLD_MEMORY_BYTES: told }: Pick<Config, 'FOLD_MEMORY_BYTES'>,
  machine = machineMemory(),
): number {
  return Math.floor(told > 0 ? told : Math.min(MOST, Math.max(LEAST, machine / SHARE)))
}
