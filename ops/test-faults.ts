/**
 * `npm run test:faults [-- --seed N] [--long N] [--only TEXT] [--slack N] [--no-mutants] [--deliveries N]`: the faults of design.md 7
 * on the real worker, which must survive them all, and on mutants of it, each of which at least one fault must catch; and
 * delivery workers killed during that many deliveries. `--only deliveries` runs these alone. With `--minutes N
 * [--every SECONDS]` one run under load with a random fault every so often instead.
 */
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

/** The fault that each mutant must fall to. */
const CAUGHT_BY = {
  'no-epoch': 'frozen before',
  'no-cursor': 'an answer is lost',
  'no-message-id': 'acknowledgements are lost',
  'outbox-outside': 'killed: the owner'
}

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    long: { type: 'string', default: '1' },
    only: { type: 'string', default: '' },
    slack: { type: 'string', default: '3' },
    minutes: { type: 'string', default: '0' },
    every: { type: 'string', default: '20' },
    mutants: { type: 'boolean', default: true },
    deliveries: { type: 'string', default: '2000' }
  },
  allowNegative: true
})
const pathOf = (test: string): string => fileURLToPath(new URL(test, import.meta.url))
const FAULTS = pathOf('../test/faults/faults.test.ts')
const DELIVERIES = pathOf('../test/workers/deliver/killed.test.ts')
const LONGEST_SECONDS = '3600'

interface Outcome { passed: number, failed: string[], broken: string[] }

/** Runs a suite and answers what its lines say; shows them when `show`. */
async function run (suite: string, env: Record<string, string>, show: boolean): Promise<Outcome> {
  const child = spawn(process.execPath, ['--import', 'tsx', suite], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env, TAP_TIMEOUT: LONGEST_SECONDS, FAULT_SEED: values.seed, FAULT_LONG: values.long, FAULT_SLACK: values.slack,
      FAULT_MINUTES: values.minutes, FAULT_EVERY: values.every, ...env
    }
  })
  const outcome: Outcome = { passed: 0, failed: [], broken: [] }
  let rest = ''
  const line = (text: string): void => {
    if (/^ok /.test(text)) outcome.passed += 1
    if (/^not ok /.test(text)) outcome.failed.push(text)
    const promise = /^\s+\+\s+"(O\d .*)/.exec(text)?.[1]
    if (promise !== undefined) outcome.broken.push(promise)
    if (show && /^(not )?ok |^\s+# |^\s+not ok |^\s+\+\s+"O/.test(text)) console.log(text)
  }
  child.stdout.setEncoding('utf8')
  child.stdout.on('data', (chunk: string) => {
    const lines = (rest + chunk).split('\n')
    rest = lines.pop() ?? ''
    lines.forEach(line)
  })
  await new Promise<void>(resolve => { child.once('close', () => { line(rest); resolve() }) })
  return outcome
}

function count (outcome: Outcome): void {
  failed += outcome.failed.length + (outcome.passed === 0 ? 1 : 0)
  passed += outcome.passed
}

console.log(`seed ${values.seed}`)
let failed = 0
let passed = 0
const long = values.minutes !== '0'
if (!long && (values.only === '' || values.only === 'deliveries')) count(await run(DELIVERIES, { DELIVERIES: values.deliveries }, true))
if (values.only !== 'deliveries') count(await run(FAULTS, { FAULT_ONLY: values.only }, true))
if (values.mutants && values.only === '' && !long) {
  for (const [mutant, fault] of Object.entries(CAUGHT_BY)) {
    const outcome = await run(FAULTS, { FAULT_MUTANT: mutant, FAULT_ONLY: fault }, false)
    const caught = outcome.broken.length > 0
    console.log(`${caught ? 'ok' : 'not ok'} - the mutant ${mutant} is caught by "${fault}": ${outcome.broken[0] ?? 'it was not'}`)
    if (caught) passed += 1
    else failed += 1
  }
}
console.log(`${passed} passed, ${failed} failed`)
process.exit(failed === 0 ? 0 : 1)
