import { availableParallelism } from 'node:os'
import type { Config } from '../config.js'

const LEAST_PROCESSORS = 4
const PROCESSORS_PER_THREAD = 2
/** Threads take the rules from the main thread, which is busy with the rest of that many. */
const DEFAULT_MAX = 8

/** The number of threads in which a fold process runs the rules; 0: in its main thread (workers/DESIGN.md 8.2). */
export function foldThreads(
  { FOLD_THREADS: configured }: Pick<Config, 'FOLD_THREADS'>,
  processors = availableParallelism(),
): number {
  if (configured !== '') return Number(configured)
  if (processors < LEAST_PROCESSORS) return 0
  return Math.min(DEFAULT_MAX, Math.floor(processors / PROCESSORS_PER_THREAD))
}
