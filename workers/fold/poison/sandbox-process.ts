/**
 * Runs inside the process of sandbox.ts: first it creates the rules, then it folds tasks, each with the
 * stored state of its member. It exits with its parent.
 */
import { runFoldTask, type Rules } from '../pool/fold-task.js'
import { memberCache } from '../pool/member-cache.js'
import type { RulesModule } from '../pool/pool-thread.js'
import type { SandboxRequest } from './sandbox.js'

let rules: Rules<unknown> | null = null

process.once('disconnect', () => {
  process.exit(0)
})
process.on('message', (request: SandboxRequest) => {
  void handle(request)
})

async function handle(request: SandboxRequest): Promise<void> {
  if ('rules' in request) {
    rules = await ((await import(request.rules)) as RulesModule).default(request.input)
    process.send?.([])
    return
  }
  if (rules === null) throw new Error('a task arrived before the rules')
  const loaded = rules
  process.send?.(request.tasks.map((task) => runFoldTask(loaded, memberCache<unknown>(0), task)))
}
