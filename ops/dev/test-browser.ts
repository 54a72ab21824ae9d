/** `npm run test:browser [-- files]`: the tests that need a browser, one after the other, on one Postgres. */
import { spawn } from 'node:child_process'
import { mkdtempSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPostgres } from '../embedded/postgres.js'
import { removeHome } from '../embedded/server-home.js'
import { countResults } from './tap-totals.js'
import { makeTemplate } from './test-template.js'

const FOLDER = 'test/browser'
const TIMEOUT_SECONDS = '180'
const named = process.argv.slice(2)
const files =
  named.length > 0
    ? named
    : readdirSync(FOLDER)
        .filter((name) => name.endsWith('.test.ts'))
        .map((name) => join(FOLDER, name))

const dir = mkdtempSync(join(tmpdir(), 'tripfold-browser-'))
const postgres = await startPostgres({ dir, port: 0, settings: { fsync: 'off', full_page_writes: 'off' } })
const sum = { passed: 0, failed: 0 }
try {
  await makeTemplate(postgres.url)
  for (const file of files) {
    const tap = spawn(process.execPath, ['--import', 'tsx', file], {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, TRIPFOLD_TEST_PG: postgres.url, TAP_TIMEOUT: TIMEOUT_SECONDS },
    })
    const ended = new Promise<number>((resolve) => tap.once('exit', (exit) => resolve(exit ?? 1)))
    const totals = await countResults(tap.stdout, (line) => {
      if (line.show) console.log(line.text)
    })
    if ((await ended) !== 0 && totals.failed === 0) totals.failed = 1
    sum.passed += totals.passed
    sum.failed += totals.failed
  }
  console.log(`${sum.passed} passed, ${sum.failed} failed`)
} finally {
  await postgres.stop()
  removeHome(dir)
}
process.exit(sum.failed > 0 || sum.passed === 0 ? 1 : 0)
