/**
 * `npm run demo [-- --members N --seed N --flights FILE --start DATE --quiet --json]`: a year of journeys for 300 members,
 * posted through the front door, folded, and read back. Starts the service when none runs, and stops it again.
 */
import { parseArgs } from 'node:util'
import { demoLines } from './demo/report.js'
import { runDemo } from './demo/run.js'
import { serviceClient } from './demo/service/service-client.js'
import { openDemoStack } from './demo/service/demo-stack.js'

const USAGE_ERROR = 64
const DAY_MS = 86_400_000
const HALF_A_YEAR = 182
const CONNECTIONS = 32

const { values } = parseArgs({
  options: {
    members: { type: 'string', default: '300' },
    seed: { type: 'string', default: '1' },
    flights: { type: 'string' },
    start: { type: 'string' },
    quiet: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
  },
})
const members = Number(values.members)
const seed = Number(values.seed)
const today = new Date().toISOString().slice(0, 10)
const start = values.start ?? new Date(Date.now() - HALF_A_YEAR * DAY_MS).toISOString().slice(0, 10)
if (!Number.isInteger(members) || members < 1 || !Number.isInteger(seed) || Number.isNaN(Date.parse(start))) {
  console.error(
    'usage: npm run demo -- [--members N] [--seed N] [--flights FILE] [--start YYYY-MM-DD] [--quiet] [--json]',
  )
  process.exit(USAGE_ERROR)
}

const say = values.quiet
  ? () => {}
  : (line: string) => {
      process.stderr.write(`${line}\n`)
    }
const stack = await openDemoStack(say)
const api = serviceClient(stack.baseUrl, stack.ca, CONNECTIONS)
try {
  const result = await runDemo(
    { members, seed, start, today, flights: values.flights ?? null, concurrency: CONNECTIONS },
    {
      service: api,
      memberFactory: stack.members,
      token: stack.token,
      ...stack.reference,
      screen: values.quiet ? null : process.stderr,
      clock: () => performance.now(),
    },
  )
  if (values.json) console.log(JSON.stringify(result.totals))
  else console.log(demoLines(result).join('\n'))
  process.exitCode = result.totals.failed_batches === 0 ? 0 : 1
} finally {
  await api.close()
  await stack.close()
}
