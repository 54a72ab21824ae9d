/**
 * `npm run test:hostile`: hostile clients beside an innocent one, on servers of its own and 127.0.0.1 only
 * (api/docs/threat-model.md). Prints for each attack what the innocent client waited for and what the attack cost.
 */
import { mkdtempSync, readFileSync, rmSync, existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { printTable } from '../../ops/cli/format-table.js'
import { runTests } from './run/run.js'
import { commandOptions, refuseOptions } from './command-options.js'

const HELP = `npm run test:hostile [-- OPTIONS]

Attacks a started product from one address while a member works from another. That member may never be refused, and
may wait for at most three times as long as without the attack. Needs Linux, which has a network of loopback addresses.

  --short        the most telling attacks, in about a minute
  --only TEXT    attacks whose name holds TEXT
  --seconds N    how long each attack is kept up (default 8)
  --slack N      multiply the bound by N (default 3; 1 on a machine of its own)
  --help         this text

Exit codes: 0 all held, 1 somebody else was refused or waited for too long, 64 called in another way.
`

interface Waits {
  read: number
  batch: number
  page: number
  signIn: number
  newcomer: number
  refused: string[]
}
interface Figures {
  attack: string
  made: number
  alone: Waits
  under: Waits
  cost: { cpuSeconds: number; walMiB: number; memoryMiB: number; grownMiB: number }
}

const values = commandOptions(HELP, {
  help: { type: 'boolean', default: false },
  short: { type: 'boolean', default: false },
  only: { type: 'string', default: '' },
  seconds: { type: 'string', default: '8' },
  slack: { type: 'string', default: '3' },
})
const refuse: (why: string) => never = (why) => refuseOptions(why, HELP)
for (const name of ['seconds', 'slack'] as const)
  if (!/^\d+(\.\d+)?$/.test(values[name])) refuse(`--${name} takes a number, not "${values[name]}"`)
if (process.platform !== 'linux') refuse('The attacks need two loopback addresses, which only Linux has.')

const folder = mkdtempSync(join(tmpdir(), 'tripfold-hostile-'))
const report = join(folder, 'figures.jsonl')
Object.assign(process.env, {
  HOSTILE_SHORT: values.short ? 'yes' : '',
  HOSTILE_ONLY: values.only,
  HOSTILE_SECONDS: values.seconds,
  HOSTILE_SLACK: values.slack,
  HOSTILE_REPORT: report,
})
process.once('exit', () => {
  rmSync(folder, { recursive: true, force: true })
})
const files = [join('test', 'hostile', 'hostile.test.ts')]
if (!values.short && values.only === '')
  files.push(join('test', 'hostile', 'rules', 'crowded-members.test.ts'))
process.exitCode = await runTests(files, show)

function show(): void {
  if (!existsSync(report)) return
  const rows = readFileSync(report, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Figures)
  const wait = (figures: Figures, kind: 'read' | 'batch' | 'page' | 'signIn' | 'newcomer'): string =>
    `${Math.round(figures.alone[kind])} -> ${Math.round(figures.under[kind])}`
  console.log('\nLongest waits of the innocent member in milliseconds, alone -> under attack')
  printTable(
    [
      'attack',
      'made',
      'read',
      'batch',
      'page',
      'sign-in',
      'newcomer',
      'refused',
      'CPU s',
      'WAL MiB',
      'memory MiB',
    ],
    rows.map((figures) => [
      figures.attack,
      String(figures.made),
      wait(figures, 'read'),
      wait(figures, 'batch'),
      wait(figures, 'page'),
      wait(figures, 'signIn'),
      wait(figures, 'newcomer'),
      String(figures.under.refused.length),
      figures.cost.cpuSeconds.toFixed(0),
      figures.cost.walMiB.toFixed(1),
      `${figures.cost.memoryMiB.toFixed(0)} (+${figures.cost.grownMiB.toFixed(0)})`,
    ]),
  )
}
