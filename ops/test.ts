/** `npm test [-- files]`: one Postgres for the run, every test file under tap, and tap's totals alone on the last line. */
import { spawn } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeTemplate } from './test-template.js'
import { startPostgres } from './embedded/postgres.js'
import { removeHome } from './embedded/reach.js'
import { countResults } from './tap-totals.js'

const dir = mkdtempSync(join(tmpdir(), 'tripfold-test-'))
const postgres = await startPostgres({ dir, port: 0, settings: { fsync: 'off', full_page_writes: 'off', max_connections: '400' } })
let code = 1
try {
  await makeTemplate(postgres.url)
  const require = createRequire(import.meta.url)
  const runner = join(require.resolve('tap/package.json'), '..', 'dist', 'esm', 'run.mjs')
  const tap = spawn(process.execPath, [runner, 'run', '--reporter=tap', ...process.argv.slice(2)], {
    stdio: ['ignore', 'pipe', 'inherit'], env: { ...process.env, TRIPFOLD_TEST_PG: postgres.url }
  })
  const ended = new Promise<number>(resolve => tap.once('exit', exit => resolve(exit ?? 1)))
  const totals = await countResults(tap.stdout, line => { if (line.show) console.log(line.text) })
  const exit = await ended
  code = exit !== 0 || totals.failed > 0 || totals.passed === 0 ? 1 : 0
  if (exit !== 0 && totals.failed === 0) totals.failed = 1
  console.log(`${totals.passed} passed, ${totals.failed} failed`)
} finally {
  await postgres.stop()
  removeHome(dir)
}
process.exit(code)
