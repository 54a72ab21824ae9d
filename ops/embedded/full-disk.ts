/**
 * A nats-server (2.14) that met a full disk stores nothing more in the streams concerned, also when there is room again, until
 * it is started anew: what it says of that is heard here, room is waited for, and the server stopped. Who keeps it running
 * starts it again (ops/supervisor/server.ts).
 */
import { statfsSync } from 'node:fs'
import type { ServerProcess } from './server-process.js'

const FULL = /no space left on device|disk quota exceeded/i
const POLL_INTERVAL_MS = 1_000
/** Enough for the blocks and indexes that the server writes anew when it starts. */
const MIN_FREE_BYTES = 32 * 2 ** 20
/** A disk that shows room and refuses it must not make the server come and go all the time. */
const MIN_UPTIME_MS = 10_000

/** Watches the server, which stores in `folder`, as long as it lives. */
export function stopOnceDiskHasSpace(kept: ServerProcess, folder: string): void {
  const born = performance.now()
  let timer: NodeJS.Timeout | undefined
  const look = (): void => {
    if (performance.now() - born < MIN_UPTIME_MS) return
    const disk = statfsSync(folder)
    if (disk.bavail * disk.bsize < MIN_FREE_BYTES) return
    clearInterval(timer)
    void kept.stop()
  }
  kept.onOutput((text) => {
    if (timer === undefined && FULL.test(text)) timer = setInterval(look, POLL_INTERVAL_MS).unref()
  })
  void kept.ended.then(() => {
    clearInterval(timer)
  })
}
