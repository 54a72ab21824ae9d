/** The body of a feed as it comes in: read no faster than it is used, for as long as something comes. */
import type { IncomingMessage } from 'node:http'
import { byteBuffer } from './lines/byte-buffer.js'

export interface FeedBody {
  /** Pieces; while one is worked on, up to a mebibyte and a half more is read, and then the sender has to wait. */
  chunks: AsyncIterable<Uint8Array>
  /** Whether the sender ended it: the last piece may end in a line without a line feed. */
  isComplete: () => boolean
  /** Milliseconds for which nothing has come, though it would have been read. */
  idleMs: () => number
  /** Reads no more. */
  stop: () => void
}

/** What is read ahead is taken in together: answers to faulty segments are many times as long as these. */
const READ_AHEAD_BYTES = 1.5 * 2 ** 20

/** `silence`: milliseconds without a byte after which it is taken for ended. */
export function feedBody(raw: IncomingMessage, silence: number): FeedBody {
  const ahead = byteBuffer()
  let heard = performance.now()
  let ended = false
  let whole = false
  let wake = (): void => {}
  const stop = (): void => {
    if (ended) return
    ended = true
    clearTimeout(timer)
    wake()
  }
  const timer = setTimeout(() => {
    if (raw.isPaused()) timer.refresh()
    else stop()
  }, silence)
  raw.on('data', (piece: Buffer) => {
    if (ended) return
    heard = performance.now()
    timer.refresh()
    ahead.append(piece)
    if (ahead.length() >= READ_AHEAD_BYTES) raw.pause()
    wake()
  })
  raw.once('end', () => {
    // The parser may have seen the end of what is not read yet, and will not be once it is stopped.
    whole = !ended
    stop()
  })
  raw.once('error', stop)
  raw.once('close', stop)
  const pieces = async function* (): AsyncGenerator<Uint8Array> {
    try {
      for (;;) {
        if (ahead.length() > 0) {
          const piece = ahead.take()
          if (!ended) raw.resume()
          yield piece
        } else if (ended) return
        else
          await new Promise<void>((resolve) => {
            wake = resolve
          })
      }
    } finally {
      stop()
    }
  }
  return {
    chunks: pieces(),
    isComplete: () => whole,
    idleMs: () => (raw.isPaused() ? 0 : performance.now() - heard),
    stop,
  }
}
