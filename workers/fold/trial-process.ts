/** What runs in the process of trial.ts: rules first, then tasks, each with the state of its member. It ends with its parent. */
import type { RulesModule } from './pool-thread.js'
import { residents } from './resident.js'
import { think, type Rules } from './think.js'
import type { TrialOrder } from './trial.js'

let rules: Rules<unknown> | null = null

process.once('disconnect', () => {
  process.exit(0)
})
process.on('message', (order: TrialOrder) => {
  void obey(order)
})

async function obey(order: TrialOrder): Promise<void> {
  if ('rules' in order) {
    rules = await ((await import(order.rules)) as RulesModule).default(order.input)
    process.send?.([])
    return
  }
  if (rules === null) throw new Error('tasks came before the rules')
  const made = rules
  process.send?.(order.tasks.map((task) => think(made, residents<unknown>(0), task)))
}
