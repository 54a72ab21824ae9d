/**
 * `npm run test:watch`: runs the pure tests, and runs them again whenever a file of the pure rooms or their
 * tests changes.
 */
import { spawnSync } from 'node:child_process'
import { watch } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../../ops/config/paths.js'

const TESTS = ['test/schemas', 'test/actors']
const WATCHED = ['schemas', 'actors', ...TESTS]
/** An editor saves in several steps. */
const QUIET_MS = 200

let timer: NodeJS.Timeout | undefined

function run(): void {
  spawnSync(process.execPath, ['--import', 'tsx', 'test/runner/test.ts', ...TESTS], {
    cwd: ROOT,
    stdio: 'inherit',
  })
  console.log('Waiting for a change; Ctrl-C ends.')
}

for (const folder of WATCHED) {
  watch(join(ROOT, folder), { recursive: true }, () => {
    clearTimeout(timer)
    timer = setTimeout(run, QUIET_MS)
  })
}
run()
