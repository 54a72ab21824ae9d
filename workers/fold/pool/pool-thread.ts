/** What runs inside a thread of pool.ts: the members of its slot stay here, messages come in, rows go out. */
import { workerData } from 'node:worker_threads'
import type { Id } from '../../../schemas/base/ids.js'
import type { FoldOutcome, FoldTask } from '../../ports.js'
import { memberCache } from './member-cache.js'
import { runFoldTask, type Rules } from './fold-task.js'

export interface ThreadData {
  rules: string
  input: unknown
  cacheBytes: number
}
export type PoolRequest = { fold: FoldTask[] } | { forget: Id[] | { owner: string } | 'all' }

/** A module of rules: its default export makes them from what the pool was given. */
export interface RulesModule {
  default: (input: unknown) => Rules<unknown> | Promise<Rules<unknown>>
}

const data = workerData as ThreadData
const rules = await ((await import(data.rules)) as RulesModule).default(data.input)
const memory = memberCache<unknown>(data.cacheBytes)

/** Carries out one order; answers one outcome per task of it. */
export default function obey(order: PoolRequest): FoldOutcome[] {
  if ('fold' in order) return order.fold.map((task) => runFoldTask(rules, memory, task))
  memory.invalidate(order.forget)
  return []
}
