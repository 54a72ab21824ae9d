/**
 * `npm run test:faults`: the faults of workers/DESIGN.md 7 on the real worker, which must survive them all,
 * and on mutants of it, each of which at least one fault must catch; and delivery workers killed in the
 * middle of their deliveries.
 */
import { spawn } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { passSignals } from '../../ops/bootstrap/pass-signals.mjs'
import { ROOT } from '../../ops/config/paths.js'
import { propertySeed } from '../support/property-runs.js'
import { BUNDLED, bundledTest, bundleSuites } from './run/bundle.js'
import { commandOptions, refuseOptions } from './command-options.js'

const HELP = `npm run test:faults [-- OPTIONS]

Hurts fold workers, broker and database under load, on servers of its own, and lets an independent reader look for broken
promises. Then the same with workers that lack one promise (mutants), each of which must be caught.

  --short             the most telling faults and one mutant, in about a minute: for every change
  --privileged        instead, the faults that need root and tools: power loss, full disk, a cut network, wrong clocks
  --only TEXT         faults whose name holds TEXT, or the faults of that number; no mutants. "deliveries": these alone
  --seed N            of everything random; printed at the start (default: by the clock)
  --long N            repeat the blows N times as often, for figures worth having (default 1)
  --slack N           multiply bounds in time by N (default 3; 1 on a machine of its own)
  --no-mutants        leave the mutants out
  --deliveries N      kill delivery workers during so many deliveries (default 2000; 0: not at all)
  --cluster           instead, the whole product on three nats-servers: the stream's leader killed, frozen, all restarted
                      in turn, all down for 45 s; with --minutes N random faults for so long, one of
                      them a server that is up to two seconds behind the others
  --minutes N         instead, one run under load for so many minutes with a random fault now and then
  --every SECONDS     how often, with --minutes (default 20)
  --help              this text

Exit codes: 0 all held, 1 a promise was broken or a fault could not be inflicted, 64 called in another way.
`

/** The fault that each mutant must fall to. */
const CAUGHT_BY = {
  'no-epoch': 'frozen before',
  'no-revision': 'an answer is lost',
  'no-message-id': 'acknowledgements are lost',
  'outbox-outside': 'killed: the owner',
}
const SHORT_MUTANT = 'no-epoch'

const values = commandOptions(HELP, {
  help: { type: 'boolean', default: false },
  short: { type: 'boolean', default: false },
  privileged: { type: 'boolean', default: false },
  only: { type: 'string', default: '' },
  seed: { type: 'string', default: String(propertySeed()) },
  long: { type: 'string', default: '1' },
  slack: { type: 'string', default: '3' },
  mutants: { type: 'boolean', default: true },
  deliveries: { type: 'string', default: '2000' },
  cluster: { type: 'boolean', default: false },
  minutes: { type: 'string', default: '0' },
  every: { type: 'string', default: '20' },
})
const refuse: (why: string) => never = (why) => refuseOptions(why, HELP)
for (const name of ['seed', 'long', 'slack', 'deliveries', 'minutes', 'every'] as const) {
  if (!/^\d+(\.\d+)?$/.test(values[name])) refuse(`--${name} takes a number, not "${values[name]}"`)
}
if ([values.short, values.privileged, values.minutes !== '0'].filter(Boolean).length > 1)
  refuse('--short, --privileged and --minutes exclude each other')
if (values.cluster && (values.short || values.privileged))
  refuse('--cluster cannot be combined with --short or --privileged')

const FAULTS = 'test/faults/faults.test.ts'
const CLUSTER = 'test/faults/cluster/cluster.test.ts'
const DELIVERIES = 'test/outages/worker-killed.test.ts'
const LONGEST_SECONDS = '3600'
const STOPPED = 130

interface Result {
  held: boolean
  number: string
  name: string
  seconds: number
}
interface Outcome {
  results: Result[]
  broken: string[]
}

/** Runs a suite and answers what its lines say; shows them when `show`. */
async function run(suite: string, env: Record<string, string>, show: boolean): Promise<Outcome> {
  const child = spawn(process.execPath, ['--enable-source-maps', bundledTest(suite)], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      TAP_TIMEOUT: LONGEST_SECONDS,
      TRIPFOLD_TEST_BUNDLE: join(ROOT, BUNDLED),
      FAULT_SEED: values.seed,
      FAULT_LONG: values.long,
      FAULT_SLACK: values.slack,
      FAULT_MINUTES: values.minutes,
      FAULT_EVERY: values.every,
      ...env,
    },
  })
  const stopped = passSignals(child)
  const outcome: Outcome = { results: [], broken: [] }
  let rest = ''
  const line = (text: string): void => {
    const [, not, number = '', name, ms] =
      /^(not )?ok \d+ - (?:(\d+) )?(.*?)(?: # time=([\d.]+)ms)?$/.exec(text) ?? []
    if (name !== undefined)
      outcome.results.push({ held: not === undefined, number, name, seconds: Number(ms ?? 0) / 1_000 })
    const promise = /^\s+\+\s+"(O\d .*)/.exec(text)?.[1]
    if (promise !== undefined) outcome.broken.push(promise)
    if (
      show &&
      /^(not )?ok |^\s*# (?!Subtest|\{|time=)|^\s+not ok |^\s+\+\s+"O|^\s+(message|error): /.test(text)
    )
      console.log(text)
  }
  child.stdout.setEncoding('utf8')
  child.stdout.on('data', (chunk: string) => {
    const lines = (rest + chunk).split('\n')
    rest = lines.pop() ?? ''
    lines.forEach(line)
  })
  const code = await new Promise<number | null>((resolve) => {
    child.once('close', (code) => {
      line(rest)
      resolve(code)
    })
  })
  if (stopped()) process.exit(STOPPED)
  if (code !== 0 && outcome.results.length > 0 && outcome.results.every((result) => result.held))
    outcome.results.push({
      held: false,
      number: '',
      name: 'the suite ended before its last fault',
      seconds: 0,
    })
  if (outcome.results.length === 0)
    outcome.results.push({
      held: false,
      number: '',
      name: `nothing ran: no fault is called "${values.only}", or the suite could not start`,
      seconds: 0,
    })
  return outcome
}

function show(results: Result[]): void {
  console.log('\n  #  held  seconds  fault')
  for (const { held, number, name, seconds } of results) {
    console.log(
      `${number.padStart(3)}  ${held ? 'yes ' : 'NO  '}  ${seconds.toFixed(1).padStart(7)}  ${name}`,
    )
  }
}

console.log(`seed ${values.seed}`)
process.once('exit', () => {
  rmSync(join(ROOT, BUNDLED), { recursive: true, force: true })
})
await bundleSuites([FAULTS, CLUSTER, DELIVERIES])
const ordinary = !values.privileged && !values.cluster && values.minutes === '0'
const results: Result[] = []
if (
  ordinary &&
  !values.short &&
  values.deliveries !== '0' &&
  (values.only === '' || values.only === 'deliveries')
) {
  results.push(...(await run(DELIVERIES, { DELIVERIES: values.deliveries }, true)).results)
}
if (values.only !== 'deliveries') {
  const { results: faults } = await run(
    values.cluster ? CLUSTER : FAULTS,
    {
      FAULT_ONLY: values.only,
      FAULT_SHORT: values.short ? 'yes' : '',
      FAULT_PRIVILEGED: values.privileged ? 'yes' : '',
    },
    true,
  )
  results.push(...faults)
}
if (values.mutants && values.only === '' && ordinary) {
  for (const [mutant, fault] of Object.entries(CAUGHT_BY)) {
    if (values.short && mutant !== SHORT_MUTANT) continue
    const {
      broken,
      results: [hurt],
    } = await run(FAULTS, { FAULT_MUTANT: mutant, FAULT_ONLY: fault }, false)
    const caught = broken.length > 0
    const name = `the mutant ${mutant} is caught by "${fault}": ${broken[0] ?? 'it was not'}`
    console.log(`${caught ? 'ok' : 'not ok'} - ${name}`)
    results.push({ held: caught, number: hurt?.number ?? '', name, seconds: hurt?.seconds ?? 0 })
  }
}
show(results)
const failed = results.filter((result) => !result.held).length
console.log(`${results.length - failed} passed, ${failed} failed`)
process.exit(failed === 0 ? 0 : 1)
