/** `npm test [-- files and folders]`: one Postgres for the run, every test file under tap, and tap's totals alone on the last line. */
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join, relative, resolve, sep } from 'node:path'
import { bundleFiles } from './bundle.mjs'
import { makeTemplate } from './test-template.js'
import { startPostgres } from '../embedded/postgres.js'
import { removeHome } from '../embedded/server-home.js'
import { passSignals } from '../bootstrap/pass-signals.mjs'
import { ROOT } from '../config/paths.js'
import { countResults } from './tap-totals.js'

/** Bundled, a file starts in a third of the time: a hundred of them, each a process (ops/decisions.md). */
const BUNDLED = join('.tap', 'bundled')
/** These have commands of their own. */
const OF_THEIR_OWN = /^test[/\\](browser|faults)[/\\]/
const USAGE_ERROR = 64

const files = (process.argv.length > 2 ? process.argv.slice(2) : ['test']).flatMap((asked) => {
  const path = relative(ROOT, resolve(asked))
  const found = !existsSync(join(ROOT, path))
    ? []
    : statSync(join(ROOT, path)).isFile()
      ? [path]
      : readdirSync(join(ROOT, path), { recursive: true, encoding: 'utf8' })
          .map((name) => join(path, name))
          .filter((name) => name.endsWith('.test.ts') && !OF_THEIR_OWN.test(name))
          .sort()
  if (found.length === 0) {
    console.error(`no such test: ${asked}`)
    process.exit(USAGE_ERROR)
  }
  return found
})
await bundleFiles(
  ROOT,
  files.map((file) => join(ROOT, file)),
  join(ROOT, BUNDLED),
)
const dir = mkdtempSync(join(tmpdir(), 'tripfold-test-'))
const postgres = await startPostgres({
  dir,
  port: 0,
  settings: { fsync: 'off', full_page_writes: 'off', max_connections: '400' },
})
let code = 1
try {
  await makeTemplate(postgres.url)
  const require = createRequire(import.meta.url)
  const runner = join(require.resolve('tap/package.json'), '..', 'dist', 'esm', 'run.mjs')
  const tap = spawn(
    process.execPath,
    [runner, 'run', '--reporter=tap', ...files.map((file) => join(BUNDLED, file.replace(/\.ts$/, '.mjs')))],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, TRIPFOLD_TEST_PG: postgres.url },
    },
  )
  passSignals(tap)
  const ended = new Promise<number>((resolve) => tap.once('exit', (exit) => resolve(exit ?? 1)))
  const totals = await countResults(tap.stdout, (line) => {
    if (line.show)
      console.log(line.text.replaceAll(`${BUNDLED}${sep}`, '').replaceAll('.test.mjs', '.test.ts'))
  })
  const exit = await ended
  code = exit !== 0 || totals.failed > 0 || totals.passed === 0 ? 1 : 0
  if (exit !== 0 && totals.failed === 0) totals.failed = 1
  console.log(`${totals.passed} passed, ${totals.failed} failed`)
} finally {
  await postgres.stop()
  removeHome(dir)
}
process.exit(code)
