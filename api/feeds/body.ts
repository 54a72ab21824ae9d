/** The body of a feed as it comes in: read no faster than it is used, for as long as something comes. */
import type { IncomingMessage } from 'node:http'
import { PassThrough } from 'node:stream'

export interface FeedBody {
  /** Pieces; while one is worked on, up to a mebibyte and a half more is read, and then the sender has to wait. */
  pieces: AsyncIterable<Uint8Array>
  /** Whether the sender ended it: the last piece may end in a line without a line feed. */
  whole: () => boolean
  /** Reads no more. */
  stop: () => void
}

/** What is read ahead is taken in together: answers to faulty segments are many times as long as these. */
const AHEAD_BYTES = 1.5 * 2 ** 20

/** `silence`: milliseconds without a byte after which it is taken for ended. */
export function feedBody (raw: IncomingMessage, silence: number): FeedBody {
  const ahead = new PassThrough({ highWaterMark: AHEAD_BYTES })
  let stopped = false
  let whole = false
  const stop = (): void => {
    stopped = true
    clearTimeout(timer)
    raw.unpipe(ahead)
    ahead.end()
  }
  const timer = setTimeout(() => { if (raw.isPaused() || ahead.writableNeedDrain) timer.refresh(); else stop() }, silence)
  raw.on('data', () => { timer.refresh() })
  // The parser may have seen the end of what is not read yet, and will not be once it is stopped.
  raw.once('end', () => { clearTimeout(timer); whole = !stopped })
  raw.once('error', stop)
  raw.once('close', stop)
  raw.pipe(ahead)
  return { pieces: ahead, whole: () => whole, stop }
}
