/**
 * One process of `npm test`: asks its parent for the next files and runs each as a subtest named after it, so
 * that what all files import is loaded once. Test files are bundled with their own `t` in place of tap's
 * (bundle.ts).
 */
import async_hooks from 'node:async_hooks'
import { syncBuiltinESMExports } from 'node:module'
import { pathToFileURL } from 'node:url'

/**
 * tap follows every promise with a hook, to name the test that an uncaught error belongs to: a tenth of a run's CPU
 * time. Without it such an error ends the process, and process-pool.ts reports the file that ran.
 */
async_hooks.createHook = () => ({ enable: () => {}, disable: () => {} })
syncBuiltinESMExports()
const { t } = await import('tap')

const FILE_TIMEOUT_MS = 300_000

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

t.setTimeout(0)
for (;;) {
  const files = await nextFiles()
  if (files.length === 0) break
  for (const { name, path } of files) {
    // tap ends the test of an error that nobody caught before the process is gone.
    if (isDying) await new Promise(() => {})
    process.send({ is: 'running', name })
    await t.test(name, { timeout: FILE_TIMEOUT_MS }, async (file) => {
      globalThis.tripfoldFileTest = file
      await import(pathToFileURL(path).href)
    })
  }
}
process.send({ is: 'done' }, () => process.disconnect())
