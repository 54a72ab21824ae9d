import { totalmem } from 'node:os'
import type { Config } from './config.js'

const LEAST = 128 * 2 ** 20
const MOST = 512 * 2 ** 20
const SHARE = 16

/** Bytes that a fold process, or each of its threads, may hold of members; `machine` is the memory there is in all. */
export function foldMemory ({ FOLD_MEMORY_BYTES: told, FOLD_THREADS: threads }: Pick<Config, 'FOLD_MEMORY_BYTES' | 'FOLD_THREADS'>, machine = machineMemory()): number {
  const budget = told > 0 ? told : Math.min(MOST, Math.max(LEAST, machine / SHARE))
  return Math.floor(budget / Math.max(1, threads))
}

/** Bytes of the machine, or what its container allows of them. */
function machineMemory (): number {
  const allowed = process.constrainedMemory()
  return allowed > 0 ? Math.min(allowed, totalmem()) : totalmem()
}
