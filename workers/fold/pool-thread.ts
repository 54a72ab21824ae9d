/** What runs inside a thread of pool.ts: the members of its slot stay here, messages come in, rows go out. */
import { workerData } from 'node:worker_threads'
import type { Id } from '../../schemas/ids.js'
import type { FoldOutcome, FoldTask } from '../ports.js'
import { residents } from './resident.js'
import { think, type Rules } from './think.js'

export interface ThreadData {
  rules: string
  input: unknown
  budget: number
}
export type Order = { fold: FoldTask[] } | { forget: Id[] | { owner: string } | 'all' }

/** A module of rules: its default export makes them from what the pool was given. */
export interface RulesModule {
  default: (input: unknown) => Rules<unknown> | Promise<Rules<unknown>>
}

const data = workerData as ThreadData
const rules = await ((await import(data.rules)) as RulesModule).default(data.input)
const memory = residents<unknown>(data.budget)

/** Carries out one order; answers one outcome per task of it. */
export default function obey(order: Order): FoldOutcome[] {
  if ('fold' in order) return order.fold.map((task) => think(rules, memory, task))
  memory.forget(order.forget)
  return []
}
