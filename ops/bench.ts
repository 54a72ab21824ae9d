/**
 * `npm run bench -- NAME [--json FILE] [--rounds N] [--seconds S] [--quiet]`: one benchmark beside its bare baseline. `memory`
 * takes `--members N` and `--segments N` too.
 */
import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { renderOutcome, runBench } from './bench/harness/harness.js'
import { BENCHES } from './bench/benches.js'

const USAGE_ERROR = 64

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    json: { type: 'string' },
    rounds: { type: 'string' },
    seconds: { type: 'string' },
    members: { type: 'string' },
    segments: { type: 'string' },
    quiet: { type: 'boolean', default: false },
  },
})
const load = BENCHES[positionals[0] ?? '']
const rounds = count('rounds', values.rounds)
const seconds = count('seconds', values.seconds)
const members = count('members', values.members)
const segments = count('segments', values.segments)

if (load === undefined || [rounds, seconds, members, segments].some(Number.isNaN)) {
  console.error(
    `usage: npm run bench -- NAME [--json FILE] [--rounds N] [--seconds S] [--members N] [--segments N] [--quiet]\nNAME: ${Object.keys(BENCHES).join(' ')}`,
  )
  process.exit(USAGE_ERROR)
}
const { bench } = await load()
const say = values.quiet
  ? () => {}
  : (line: string) => {
      console.error(line)
    }
const outcome = await runBench(bench, { rounds, seconds, size: { members, segments }, say })
console.log(`\n${bench.name}\n${renderOutcome(bench, outcome)}`)
if (values.json !== undefined)
  writeFileSync(
    values.json,
    JSON.stringify(
      { name: outcome.name, ratio: outcome.ratio, figures: outcome.figures, rounds: outcome.rounds },
      null,
      2,
    ) + '\n',
  )
process.exit(0)

/** Undefined when not given, NaN when it is no number above 0. */
function count(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const value = Number(text)
  if (value > 0 && Number.isFinite(value)) return value
  console.error(`--${name} takes a number above 0, not "${text}"`)
  return NaN
}
