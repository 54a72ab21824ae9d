/**
 * One process of `npm test`: asks its parent for the next files and runs each as a subtest named after it, so
 * that what all files import is loaded once. Test files are bundled with their own `t` in place of tap's
 * (bundle.ts).
 */
import async_hooks from 'node:async_hooks'
import { readFileSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { pathToFileURL } from 'node:url'

/**
 * tap follows every promise with a hook, to name the test that an uncaught error belongs to: a tenth of a run's CPU
 * time. Without it such an error ends the process, and process-pool.ts reports the file that ran.
 */
async_hooks.createHook = () => ({ enable: () => {}, disable: () => {} })
syncBuiltinESMExports()
const { t } = await import('tap')
if (process.env.TEST_SEED !== undefined) {
  const { default: fc } = await import('fast-check')
  fc.configureGlobal({ seed: Number(process.env.TEST_SEED) })
}

const FILE_TIMEOUT_MS = 300_000
const CLOCK_TICKS_PER_SECOND = 100
const UTIME_FIELD = 11

let isDying = false
process.on('uncaughtExceptionMonitor', () => {
  isDying = true
})

let receive = (_files) => {}
process.on('message', ({ files, environment }) => {
  Object.assign(process.env, environment)
  receive(files)
})

function nextFiles() {
  return new Promise((resolve) => {
    if (isDying) return
    receive = resolve
    // tap lets a process end while its channel is open; this one has more to do.
    process.channel.ref()
    process.send({ is: 'idle' })
  })
}

/** Wall, CPU of this process and CPU of the processes that it started and that have ended, in seconds. */
function times() {
  const { user, system } = process.cpuUsage()
  const children = () => {
    const stat = readFileSync('/proc/self/stat', 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return (Number(fields[UTIME_FIELD + 2]) + Number(fields[UTIME_FIELD + 3])) / CLOCK_TICKS_PER_SECOND
  }
  return [performance.now() / 1e3, (user + system) / 1e6, process.platform === 'linux' ? children() : 0]
}

/** With TEST_TIMES=1: a line for each file with its wall and CPU seconds. */
function showTimes(name, before) {
  if (process.env.TEST_TIMES !== '1') return
  const [wall, own, children] = times().map((now, i) => (now - before[i]).toFixed(1))
  process.send({ is: 'took', name, wall, own, children })
}

t.setTimeout(0)
for (;;) {
  const files = await nextFiles()
  if (files.length === 0) break
  for (const { name, path } of files) {
    // tap ends the test of an error that nobody caught before the process is gone.
    if (isDying) await new Promise(() => {})
    process.send({ is: 'running', name })
    const before = times()
    await t.test(name, { timeout: FILE_TIMEOUT_MS }, async (file) => {
      globalThis.tripfoldFileTest = file
      await import(pathToFileURL(path).href)
    })
    showTimes(name, before)
  }
}
process.send({ is: 'done' }, () => process.disconnect())
