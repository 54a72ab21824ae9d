/**
 * `npm test [-- FILES AND FOLDERS]`: runs the test files in a few processes on one Postgres and one
 * nats-server. Pure tests alone start no server.
 */
import { findTestFiles } from './run/find-files.js'
import { runTests } from './run/run.js'

const USAGE_ERROR = 64

const asked = process.argv.length > 2 ? process.argv.slice(2) : ['test']
const missing = asked.find((path) => findTestFiles(path).length === 0)
if (missing !== undefined) {
  console.error(`There is no test at ${missing}.`)
  process.exit(USAGE_ERROR)
}
process.exit(await runTests([...new Set(asked.flatMap(findTestFiles))]))
