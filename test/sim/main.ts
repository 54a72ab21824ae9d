/**
 * Runs seeds: `main.mjs FIRST COUNT STEP MODE`; the modes: `seeds`, `trace` (print every trace), `first` (end with the first
 * that fails). Prints what failed and how to replay it, then `N failed`. Started by test/runner/sim.ts.
 */
import { describe, simulate } from './simulate.js'
import type { TraceEntry } from './virtual-time.js'

/** Lines of the trace of a seed that fails; all of them with `--trace`. */
const SHOWN_LINES = 60

const [first = '1', count = '1', step = '1', mode = 'seeds'] = process.argv.slice(2)
let failed = 0
for (let run = 0; run < Number(count); run++) {
  const seed = Number(first) + run * Number(step)
  const { violations, trace, lasted } = await simulate(seed)
  if (violations.length > 0) failed += 1
  if (violations.length > 0 && mode === 'first') {
    console.log(`found after ${run + 1}: ${violations[0]}`)
    break
  }
  if (mode === 'trace') for (const entry of trace) console.log(lineOf(entry))
  else if (violations.length > 0 && failed === 1)
    for (const entry of trace.slice(-SHOWN_LINES)) console.log(lineOf(entry))
  if (violations.length === 0) continue
  console.log(`seed ${seed} failed after ${(lasted / 1_000).toFixed(1)} virtual seconds`)
  for (const violation of violations.slice(0, 5)) console.log(`  ${violation}`)
  console.log(`  replay it: npm run test:sim -- --from ${seed} --seeds 1 --trace`)
}
console.log(`${failed} failed`)

function lineOf([at, process, what, fields]: TraceEntry): string {
  const seconds = (at / 1_000).toFixed(3).padStart(8)
  return `${seconds} ${process.padEnd(11)} ${what} ${fields === '' ? '' : describe(fields)}`
}
