/** `npm run demo`: a year of travel for many members, submitted over the API, folded and read back. */
import { demoLines } from './report.js'
import { runDemo } from './run.js'
import { openDemoStack } from './service/demo-stack.js'
import { serviceClient } from './service/service-client.js'
import { exitWithUsage, parseOptions } from '../../ops/process/command-options.js'

const HELP = `usage: npm run demo -- [--members N] [--seed N] [--flights FILE] [--start YYYY-MM-DD] [--quiet] [--json]

Composes a year of travel, submits it over the API as its sources would, waits until it is folded, and prints three
itineraries and the totals. Starts the service if it is not running, and stops it again.

  --members N         number of members (300)
  --seed N            seed of the random numbers (1); the same seed gives the same year
  --flights FILE      weekly timetable in CSV, may be gzipped; by default one is generated
  --start YYYY-MM-DD  first day of the year; by default half a year ago
  --quiet             do not print progress
  --json              print the totals as JSON`
const DAY_MS = 86_400_000
const HALF_A_YEAR_DAYS = 182
const CONNECTIONS = 32

const { values } = parseOptions(
  {
    options: {
      members: { type: 'string', default: '300' },
      seed: { type: 'string', default: '1' },
      flights: { type: 'string' },
      start: { type: 'string' },
      quiet: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
    },
  },
  HELP,
)
const members = Number(values.members)
const seed = Number(values.seed)
const today = new Date().toISOString().slice(0, 10)
const start = values.start ?? new Date(Date.now() - HALF_A_YEAR_DAYS * DAY_MS).toISOString().slice(0, 10)
if (!Number.isInteger(members) || members < 1)
  exitWithUsage(`--members must be a whole number above 0, not "${values.members}".`, HELP)
if (!Number.isInteger(seed)) exitWithUsage(`--seed must be a whole number, not "${values.seed}".`, HELP)
if (Number.isNaN(Date.parse(start))) exitWithUsage(`--start must be a date, not "${start}".`, HELP)

const print = (line: string): void => {
  if (!values.quiet) process.stderr.write(`${line}\n`)
}
const stack = await openDemoStack(print)
const service = serviceClient(stack.baseUrl, stack.ca, CONNECTIONS)
try {
  const result = await runDemo(
    { members, seed, start, today, flights: values.flights ?? null, concurrency: CONNECTIONS },
    {
      service,
      memberFactory: stack.members,
      ...stack.reference,
      screen: values.quiet ? null : process.stderr,
      clock: () => performance.now(),
    },
  )
  if (values.json) console.log(JSON.stringify(result.totals))
  else console.log(demoLines(result).join('\n'))
  process.exitCode = result.totals.failed_batches === 0 ? 0 : 1
} finally {
  await service.close()
  await stack.close()
}
