/**
 * A nats-server (2.14) that met a full disk stores nothing more in the streams concerned, also when there is room again, until
 * it is started anew: what it says of that is heard here, room is waited for, and the server stopped. Who keeps it running
 * starts it again (ops/supervisor/server.ts).
 */
import { statfsSync } from 'node:fs'
import type { Kept } from './keep.js'

const FULL = /no space left on device|disk quota exceeded/i
const LOOK_MS = 1_000
/** Enough for the blocks and indexes that the server writes anew when it starts. */
const ROOM_BYTES = 32 * 2 ** 20
/** A disk that shows room and refuses it must not make the server come and go all the time. */
const LEAST_LIFE_MS = 10_000

/** Watches the server, which stores in `folder`, as long as it lives. */
export function stopWhenRoomAgain(kept: Kept, folder: string): void {
  const born = performance.now()
  let timer: NodeJS.Timeout | undefined
  const look = (): void => {
    if (performance.now() - born < LEAST_LIFE_MS) return
    const disk = statfsSync(folder)
    if (disk.bavail * disk.bsize < ROOM_BYTES) return
    clearInterval(timer)
    void kept.stop()
  }
  kept.hear((text) => {
    if (timer === undefined && FULL.test(text)) timer = setInterval(look, LOOK_MS).unref()
  })
  void kept.ended.then(() => {
    clearInterval(timer)
  })
}
