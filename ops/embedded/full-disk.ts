/**
 * A nats-server (2.14) that met a full disk stores nothing in the affected streams until it is restarted,
 * even when there is space again. This watches its output for the error, waits for space and stops the
 * server; the supervisor restarts it.
 */
import { statfsSync } from 'node:fs'
import type { ServerProcess } from './server-process.js'

const DISK_FULL = /no space left on device|disk quota exceeded/i
const POLL_INTERVAL_MS = 1_000
/** Enough for the blocks and indexes that the server rewrites when it starts. */
const MIN_FREE_BYTES = 32 * 2 ** 20
/** A disk that reports space but refuses writes must not cause constant restarts. */
const MIN_UPTIME_MS = 10_000

/** Watches the server, which stores its data in `folder`, until it exits. */
export function stopOnceDiskHasSpace(server: ServerProcess, folder: string): void {
  const startedAt = performance.now()
  let timer: NodeJS.Timeout | undefined
  const poll = (): void => {
    if (performance.now() - startedAt < MIN_UPTIME_MS) return
    const disk = statfsSync(folder)
    if (disk.bavail * disk.bsize < MIN_FREE_BYTES) return
    clearInterval(timer)
    void server.stop()
  }
  server.onOutput((text) => {
    if (timer === undefined && DISK_FULL.test(text)) timer = setInterval(poll, POLL_INTERVAL_MS).unref()
  })
  void server.ended.then(() => {
    clearInterval(timer)
  })
}
