/**
 * Runs inside a thread of thread-pool.ts: the members of its slot stay here, messages come in and rows go
 * out.
 */
import { workerData } from 'node:worker_threads'
import type { Id } from '../../../schemas/base/ids.js'
import type { FoldOutcome, FoldTask } from '../../ports.js'
import { runFoldTask, type Rules } from './fold-task.js'
import { memberCache } from './member-cache.js'

export interface ThreadData {
  rules: string
  input: unknown
  cacheBytes: number
  /** One number: 0 until the rules are there, then one more for each task begun and for each request. */
  progress: Int32Array
}
export type PoolRequest = { fold: FoldTask[] } | { invalidate: Id[] | { ownerTag: string } | 'all' }

/** A module of rules: its default export creates them from the pool's `input`. */
export interface RulesModule {
  default: (input: unknown) => Rules<unknown> | Promise<Rules<unknown>>
}

const data = workerData as ThreadData
Atomics.store(data.progress, 0, 0)
const rules = await ((await import(data.rules)) as RulesModule).default(data.input)
const cache = memberCache<unknown>(data.cacheBytes)

moveOn()

function moveOn(): void {
  Atomics.add(data.progress, 0, 1)
}

/** Handles one request; returns one outcome per task of it. */
export default function handle(request: PoolRequest): FoldOutcome[] {
  moveOn()
  if ('fold' in request)
    return request.fold.map((task) => {
      moveOn()
      return runFoldTask(rules, cache, task)
    })
  cache.invalidate(request.invalidate)
  return []
}
