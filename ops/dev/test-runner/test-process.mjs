/**
 * One process of `npm test`: asks its parent for the next files and runs each as a subtest named after it, so
 * that what all files import is loaded once. Test files are bundled with their own `t` in place of tap's
 * (bundle.ts).
 */
import { pathToFileURL } from 'node:url'
import { t } from 'tap'

const FILE_TIMEOUT_MS = 300_000

let receive = (_files) => {}
process.on('message', ({ files, environment }) => {
  Object.assign(process.env, environment)
  receive(files)
})

function nextFiles() {
  return new Promise((resolve) => {
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
    process.send({ is: 'running', name })
    await t.test(name, { timeout: FILE_TIMEOUT_MS }, async (file) => {
      globalThis.tripfoldFileTest = file
      await import(pathToFileURL(path).href)
    })
  }
}
process.disconnect()
