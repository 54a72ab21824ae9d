import { availableParallelism } from 'node:os'
import type { Config } from '../config.js'

const DEFAULT_MAX = 4
/** A busy fold process keeps Postgres, NATS and the api role as busy as itself. */
const PROCESSORS_PER_WORKER = 2

/** The number of fold processes up to which the pool scales automatically. */
export function maxFoldWorkers(
  { FOLD_WORKERS: initial, FOLD_WORKERS_MAX: max }: Pick<Config, 'FOLD_WORKERS' | 'FOLD_WORKERS_MAX'>,
  processors = availableParallelism(),
): number {
  if (max > 0 || initial === 0) return Math.max(initial, max)
  return Math.max(initial, Math.min(DEFAULT_MAX, Math.ceil(processors / PROCESSORS_PER_WORKER)))
}
