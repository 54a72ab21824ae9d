import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../../config/paths.js'
import { BUNDLED, bundleTests } from './bundle.js'
import { planTests } from './plan.js'
import { runTestFiles } from './process-pool.js'
import { startTestServers, type TestServers } from './servers.js'

/**
 * Runs test files (paths below the root) and prints a line a file, every failure, and the totals. Returns the
 * exit code: 1 for a failure, or if nothing was tested. `beforeTotals` may print more.
 */
export async function runTests(files: string[], beforeTotals: () => void = () => {}): Promise<number> {
  const bundle = join(ROOT, BUNDLED)
  let servers: TestServers | null = null
  try {
    const plan = planTests(await bundleTests(files))
    if (plan.needsServers) servers = await startTestServers()
    const totals = await runTestFiles({
      groups: plan.groups,
      processes: plan.processes,
      environment: { ...process.env, ...servers?.environment },
      show: (line) => console.log(line),
    })
    beforeTotals()
    console.log(`${totals.passed} passed, ${totals.failed} failed`)
    return totals.failed > 0 || totals.passed === 0 ? 1 : 0
  } finally {
    await servers?.stop()
    rmSync(bundle, { recursive: true, force: true })
  }
}
