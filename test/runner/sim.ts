/**
 * `npm run test:sim`: a fleet under faults on virtual time, once for each seed (test/sim/README.md). The seeds are shared
 * among a few processes; a mutant is the same program with a few sources changed as they are bundled.
 */
import { spawn } from 'node:child_process'
import { rmSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { passSignals } from '../../ops/bootstrap/pass-signals.mjs'
import { printTable } from '../../ops/cli/format-table.js'
import { ROOT } from '../../ops/config/paths.js'
import { bundleFiles } from './bundle-files.js'
import { commandOptions, refuseOptions } from './command-options.js'

const HELP = `npm run test:sim [-- OPTIONS]

Runs a fleet of fold and delivery workers against a simulated broker and a simulated Postgres, on virtual time, under faults
drawn from a seed, and lets an oracle look for broken promises. Needs no servers.

  --seeds N    how many seeds (default 500)
  --from SEED  the first of them (default 1)
  --trace      print everything that happened, also where all promises held: to replay a seed, with --seeds 1
  --mutants    instead, bring fixed faults back one at a time; each must be found within --seeds (default 2000)
  --help       this text

Exit codes: 0 all held, 1 a promise was broken or a mutant was not found, 64 called in another way.
`
const STOPPED = 130
const MAX_PROCESSES = 4

interface Mutant {
  name: string
  fault: string
  edits: Array<{ file: string; from: string; to: string }>
}

const values = commandOptions(HELP, {
  help: { type: 'boolean', default: false },
  seeds: { type: 'string' },
  from: { type: 'string', default: '1' },
  trace: { type: 'boolean', default: false },
  mutants: { type: 'boolean', default: false },
})
const refuse: (why: string) => never = (why) => refuseOptions(why, HELP)
const seeds = Number(values.seeds ?? (values.mutants ? 2_000 : 500))
const from = Number(values.from)
if (!Number.isInteger(seeds) || seeds < 1) refuse('--seeds takes a number from 1 on')
if (!Number.isInteger(from) || from < 0) refuse('--from takes a seed: a whole number')

const BUNDLED = join(ROOT, '.tap', `sim-${process.pid}`)
process.once('exit', () => {
  rmSync(BUNDLED, { recursive: true, force: true })
})

/** Bundles the simulator, with a mutant's changes; returns the program. */
async function bundleSimulator(name: string, edits: Mutant['edits'] = []): Promise<string> {
  const made = new Set<unknown>()
  const folder = join(BUNDLED, name)
  await bundleFiles(ROOT, [join(ROOT, 'test/sim/main.ts'), join(ROOT, 'test/sim/mutants.ts')], folder, {
    rewrite: (path, text) => {
      let changed = text
      for (const edit of edits.filter(({ file }) => path === join(ROOT, file))) {
        if (changed.split(edit.from).length !== 2)
          throw new Error(`the mutant ${name} has no effect: ${edit.file} does not hold "${edit.from}" once`)
        changed = changed.replace(edit.from, () => edit.to)
        made.add(edit)
      }
      return changed
    },
  })
  if (made.size !== edits.length) throw new Error(`the mutant ${name} changes a file that is not simulated`)
  return join(folder, 'test/sim/main.mjs')
}

interface Outcome {
  failed: number
  text: string
}

/** Runs seeds `first`, `first + step`, ...; shows their lines if `show`. */
async function runSeeds(
  program: string,
  { first, count, step, mode }: { first: number; count: number; step: number; mode: string },
  show: boolean,
): Promise<Outcome> {
  const child = spawn(
    process.execPath,
    ['--enable-source-maps', program, String(first), String(count), String(step), mode],
    { cwd: ROOT, stdio: ['ignore', 'pipe', 'inherit'] },
  )
  const stopped = passSignals(child)
  let text = ''
  child.stdout.setEncoding('utf8')
  child.stdout.on('data', (chunk: string) => {
    text += chunk
  })
  const code = await new Promise<number | null>((resolve) => {
    child.once('close', resolve)
  })
  if (stopped()) process.exit(STOPPED)
  const lines = text.trimEnd().split('\n')
  const failed = Number(/^(\d+) failed$/.exec(lines.pop() ?? '')?.[1] ?? Number.NaN)
  if (code !== 0 || Number.isNaN(failed)) throw new Error(`the simulator ended by itself\n${text}`)
  if (show && lines.length > 0) console.log(lines.join('\n'))
  return { failed, text: lines.join('\n') }
}

async function runAll(): Promise<number> {
  const program = await bundleSimulator('main')
  const processes = Math.min(MAX_PROCESSES, availableParallelism(), seeds)
  const shares = Array.from({ length: processes }, async (_, share) => {
    const count = Math.floor((seeds - 1 - share) / processes) + 1
    const mode = values.trace ? 'trace' : 'seeds'
    return await runSeeds(program, { first: from + share, count, step: processes, mode }, true)
  })
  const failed = (await Promise.all(shares)).reduce((sum, outcome) => sum + outcome.failed, 0)
  console.log(`${seeds - failed} passed, ${failed} failed`)
  return failed
}

async function runMutants(): Promise<number> {
  const tables = await bundleSimulator('main')
  const { href } = pathToFileURL(join(tables, '../mutants.mjs'))
  const { MUTANTS } = (await import(href)) as { MUTANTS: Mutant[] }
  const rows: string[][] = []
  let missed = 0
  for (const { name, fault, edits } of MUTANTS) {
    const program = await bundleSimulator(name.replaceAll(' ', '-'), edits)
    const share = { first: from, count: seeds, step: 1, mode: 'first' }
    const { failed, text } = await runSeeds(program, share, false)
    const [, found, rule] = /^found after (\d+): (\w+)/m.exec(text) ?? []
    if (failed === 0) missed += 1
    rows.push([name, found ?? 'not found', rule ?? '', fault])
    console.log(`${failed > 0 ? 'ok' : 'not ok'} - ${name}: ${text.split('\n')[0] ?? ''}`)
  }
  printTable(['mutant', 'seeds', 'rule', 'fault'], rows)
  console.log(`${rows.length - missed} passed, ${missed} failed`)
  return missed
}

process.exit((values.mutants ? await runMutants() : await runAll()) === 0 ? 0 : 1)
