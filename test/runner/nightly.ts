/**
 * `npm run test:nightly`: what is too long for every change, one suite after the other: many seeds of the simulator and its
 * mutants, all faults on one server and on three, random faults, every attack, test/nightly, and
 * the properties of all tests with as much random data as they name.
 */
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { passSignals } from '../../ops/bootstrap/pass-signals.mjs'
import { ROOT } from '../../ops/config/paths.js'

const SEEDS = 100_000
const DAY_MS = 86_400_000
/** Seeds that no earlier night has run. */
const FIRST_SEED = Math.floor(Date.now() / DAY_MS) * SEEDS
const SUITES = [
  ['test', 'test', 'test/nightly'],
  ['test:sim', '--seeds', String(SEEDS), '--from', String(FIRST_SEED)],
  ['test:sim', '--mutants'],
  ['test:faults'],
  ['test:faults', '--cluster'],
  ['test:faults', '--cluster', '--minutes', '20'],
  ['test:hostile'],
]
const STOPPED = 130

if (process.argv.length > 2) {
  console.error('npm run test:nightly takes no options; the suites that it runs do.')
  process.exit(64)
}
const sum = { passed: 0, failed: 0 }
for (const suite of SUITES) {
  console.log(`== ${suite.join(' ')}`)
  const { passed, failed } = await run(suite)
  sum.passed += passed
  sum.failed += failed
}
console.log(`${sum.passed} passed, ${sum.failed} failed`)
process.exit(sum.failed === 0 ? 0 : 1)

/** Shows what the suite prints; its last totals count, and an end by itself is a failure. */
async function run([command = '', ...options]: string[]): Promise<{ passed: number; failed: number }> {
  const child = spawn(process.execPath, ['ops/bootstrap.mjs', command, ...options], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, TEST_PROPERTIES: 'full' },
  })
  const stopped = passSignals(child)
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  let totals = { passed: 0, failed: 0 }
  for await (const line of createInterface({ input: child.stdout })) {
    console.log(line)
    const [, passed, failed] = /^(\d+) passed, (\d+) failed$/.exec(line) ?? []
    if (passed !== undefined) totals = { passed: Number(passed), failed: Number(failed) }
  }
  const code = await ended
  if (stopped()) process.exit(STOPPED)
  return code !== 0 && totals.failed === 0 ? { ...totals, failed: 1 } : totals
}
