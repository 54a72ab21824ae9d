/**
 * `npm test [-- FILES AND FOLDERS]`: runs the test files in a few processes on one Postgres and one nats-server, and
 * prints a line a file, every failure, and the totals. Pure tests alone start no server.
 */
import { bundleTests } from './test-bundle.js'
import { findTestFiles } from './test-files.js'
import { planTests } from './test-plan.js'
import { runTestFiles } from './test-pool.js'
import { startTestServers } from './test-servers.js'

const USAGE_ERROR = 64

const asked = process.argv.length > 2 ? process.argv.slice(2) : ['test']
const missing = asked.find((path) => findTestFiles(path).length === 0)
if (missing !== undefined) {
  console.error(`There is no test at ${missing}.`)
  process.exit(USAGE_ERROR)
}
const plan = planTests(await bundleTests([...new Set(asked.flatMap(findTestFiles))]))
const servers = plan.needsServers ? await startTestServers() : null
let failed = true
try {
  const totals = await runTestFiles({
    groups: plan.groups,
    processes: plan.processes,
    environment: { ...process.env, ...servers?.environment },
    show: (line) => console.log(line),
  })
  failed = totals.failed > 0 || totals.passed === 0
  console.log(`${totals.passed} passed, ${totals.failed} failed`)
} finally {
  await servers?.stop()
}
process.exit(failed ? 1 : 0)
