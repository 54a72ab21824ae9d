import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../../../ops/config/paths.js'
import { BUNDLED, bundleTests } from './bundle.js'
import { MAX_PROCESSES, planTests } from './plan.js'
import { runTestFiles } from './process-pool.js'
import { startTestServers, type TestServers } from '../servers/servers.js'

/** A run of so many files needs servers, whatever they are made of: they start while the files are bundled. */
const MANY_FILES = 100

/** `TEST_PROCESSES=N`: at most N test processes, from 1 to MAX_PROCESSES; for runs beside each other. */
function mostProcesses(): number {
  const text = process.env['TEST_PROCESSES'] ?? String(MAX_PROCESSES)
  const most = Number(text)
  if (Number.isInteger(most) && most >= 1 && most <= MAX_PROCESSES) return most
  throw new Error(`TEST_PROCESSES must be a number from 1 to ${MAX_PROCESSES}, not "${text}"`)
}

/**
 * Runs test files (paths below the root) and prints a line a file, every failure, and the totals. Returns the
 * exit code: 1 for a failure, or if nothing was tested. `beforeTotals` may print more.
 */
export async function runTests(files: string[], beforeTotals: () => void = () => {}): Promise<number> {
  const most = mostProcesses()
  const bundle = join(ROOT, BUNDLED)
  let servers: Promise<TestServers> | null = files.length >= MANY_FILES ? startServers() : null
  try {
    const plan = planTests(await bundleTests(files), most)
    if (plan.needsServers) servers ??= startServers()
    const totals = await runTestFiles({
      plan,
      servers: servers === null ? Promise.resolve({}) : environmentOf(servers),
      show: (line) => console.log(line),
    })
    beforeTotals()
    console.log(`${totals.passed} passed, ${totals.failed} failed`)
    return totals.failed > 0 || totals.passed === 0 ? 1 : 0
  } finally {
    const started = await servers?.catch(() => null)
    await started?.stop()
    rmSync(bundle, { recursive: true, force: true })
  }
}

function startServers(): Promise<TestServers> {
  return mayFailEarly(startTestServers())
}

function environmentOf(servers: Promise<TestServers>): Promise<Record<string, string>> {
  return mayFailEarly(servers.then(({ environment }) => environment))
}

/** Lets a promise reject before anybody waits for it. */
function mayFailEarly<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => {})
  return promise
}
