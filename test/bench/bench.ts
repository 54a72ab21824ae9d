/** `npm run bench -- NAME`: runs one benchmark next to its baseline. */
import { writeFileSync } from 'node:fs'
import { BENCHES } from './benches.js'
import { renderOutcome, runBench } from './harness/harness.js'
import { exitWithUsage, parseOptions } from '../../ops/process/command-options.js'

const HELP = `usage: npm run bench -- NAME [--json FILE] [--rounds N] [--seconds S] [--quiet]

Runs the product next to a minimal baseline in alternating rounds and prints the medians and their ratio.

  NAME          one of ${Object.keys(BENCHES).join(', ')}
  --json FILE   also write the ratio, the medians and all rounds to a file
  --rounds N    number of rounds, at least 3
  --seconds S   length of a round
  --members N   number of members (memory)
  --segments N  number of segments in all rounds together (memory, storage)
  --quiet       do not print progress`

const { values, positionals } = parseOptions(
  {
    allowPositionals: true,
    options: {
      json: { type: 'string' },
      rounds: { type: 'string' },
      seconds: { type: 'string' },
      members: { type: 'string' },
      segments: { type: 'string' },
      quiet: { type: 'boolean', default: false },
    },
  },
  HELP,
)
const rounds = positiveNumber('rounds', values.rounds)
const seconds = positiveNumber('seconds', values.seconds)
const size = {
  members: positiveNumber('members', values.members),
  segments: positiveNumber('segments', values.segments),
}
const [name = ''] = positionals
const load = BENCHES[name] ?? exitWithUsage(`There is no benchmark "${name}".`, HELP)

const { bench } = await load()
const print = (line: string): void => {
  if (!values.quiet) console.error(line)
}
const outcome = await runBench(bench, { rounds, seconds, size, print })
console.log(`\n${bench.name}\n${renderOutcome(bench, outcome)}`)
if (values.json !== undefined) {
  writeFileSync(values.json, `${JSON.stringify(outcome, null, 2)}\n`)
}
process.exit(0)

/** Undefined if it is not given. Exits if it is not a number above 0. */
function positiveNumber(option: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const value = Number(text)
  if (value > 0 && Number.isFinite(value)) return value
  return exitWithUsage(`--${option} must be a number above 0, not "${text}".`, HELP)
}
