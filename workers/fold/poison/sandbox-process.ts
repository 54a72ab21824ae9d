/** What runs in the process of trial.ts: rules first, then tasks, each with the state of its member. It ends with its parent. */
import type { RulesModule } from '../pool/pool-thread.js'
import { memberCache } from '../pool/member-cache.js'
import { runFoldTask, type Rules } from '../pool/fold-task.js'
import type { SandboxRequest } from './sandbox.js'

let rules: Rules<unknown> | null = null

process.once('disconnect', () => {
  process.exit(0)
})
process.on('message', (order: SandboxRequest) => {
  void obey(order)
})

async function obey(order: SandboxRequest): Promise<void> {
  if ('rules' in order) {
    rules = await ((await import(order.rules)) as RulesModule).default(order.input)
    process.send?.([])
    return
  }
  if (rules === null) throw new Error('tasks came before the rules')
  const made = rules
  process.send?.(order.tasks.map((task) => runFoldTask(made, memberCache<unknown>(0), task)))
}
