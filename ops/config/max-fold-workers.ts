import { availableParallelism } from 'node:os'
import type { Config } from './config.js'

const DEFAULT_MAX = 4
/** A fold process that is busy keeps Postgres, the broker and the door as busy as itself. */
const PROCESSORS_PER_WORKER = 2

/** The fold processes that the pool may grow to by itself. */
export function maxFoldWorkers(
  { FOLD_WORKERS: least, FOLD_WORKERS_MAX: most }: Pick<Config, 'FOLD_WORKERS' | 'FOLD_WORKERS_MAX'>,
  processors = availableParallelism(),
): number {
  if (most > 0 || least === 0) return Math.max(least, most)
  return Math.max(least, Math.min(DEFAULT_MAX, Math.ceil(processors / PROCESSORS_PER_WORKER)))
}
