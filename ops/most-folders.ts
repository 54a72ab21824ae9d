import { availableParallelism } from 'node:os'
import type { Config } from './config.js'

const USUAL = 4

/** The fold processes that the pool may grow to by itself. */
export function mostFolders ({ FOLD_WORKERS: least, FOLD_WORKERS_MAX: most }: Pick<Config, 'FOLD_WORKERS' | 'FOLD_WORKERS_MAX'>): number {
  if (most > 0 || least === 0) return Math.max(least, most)
  return Math.max(least, Math.min(USUAL, Math.ceil(availableParallelism() / 2)))
}
