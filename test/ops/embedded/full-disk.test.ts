import { tmpdir } from 'node:os'
import t from 'tap'
import { stopOnceDiskHasSpace } from '../../../ops/embedded/full-disk.js'
import { runServerProcess } from '../../../ops/embedded/server-process.js'

const program = (script: string) =>
  runServerProcess({
    command: process.execPath,
    args: ['-e', script],
    cwd: tmpdir(),
    account: null,
    stopSignal: 'SIGTERM',
  })

t.test('a server that met a full disk is stopped once there is space, others are not', async (t) => {
  const full = program(
    "setTimeout(() => console.error('[ERR] JetStream failed to store a msg on stream: write 1.blk: no space left on device'), 500); setTimeout(() => {}, 60_000)",
  )
  const other = program(
    "setTimeout(() => console.error('[ERR] something else'), 500); setTimeout(() => {}, 60_000)",
  )
  t.teardown(async () => {
    await Promise.all([full.stop(), other.stop()])
  })
  for (const server of [full, other]) stopOnceDiskHasSpace(server, tmpdir())
  // Server processes do not keep this process alive.
  const awake = setInterval(() => {}, 1_000)
  t.teardown(() => {
    clearInterval(awake)
  })
  const startedAt = performance.now()
  t.match(await full.ended, /no space left/)
  t.ok(performance.now() - startedAt < 30_000)
  t.equal(
    await Promise.race([other.ended, new Promise((resolve) => setTimeout(resolve, 2_000, 'runs'))]),
    'runs',
  )
})
