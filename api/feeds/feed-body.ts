/** The body of a feed: read no faster than it is used, for as long as something arrives. */
import type { Readable } from 'node:stream'
import { byteBuffer } from './lines/byte-buffer.js'

export interface FeedBody {
  /** While one chunk is processed, up to 1.5 MiB more is read; then the sender has to wait. */
  chunks: AsyncIterable<Uint8Array>
  /** Whether the sender ended the body: then the last line may lack its line feed. */
  isComplete: () => boolean
  /** Milliseconds since the last byte, 0 while reading is paused. */
  idleMs: () => number
  /** Stops reading. */
  stop: () => void
}

/**
 * What is read ahead is ingested together, and answers to invalid segments are many times as long as the
 * segments.
 */
const READ_AHEAD_BYTES = 1.5 * 2 ** 20

/** @param maxSilenceMs milliseconds without a byte after which the body counts as ended */
export function feedBody(stream: Readable, maxSilenceMs: number): FeedBody {
  const buffer = byteBuffer()
  let lastByteAt = performance.now()
  let ended = false
  let complete = false
  let wake = (): void => {}
  const stop = (): void => {
    if (ended) return
    ended = true
    clearTimeout(timer)
    wake()
  }
  const timer = setTimeout(() => {
    if (stream.isPaused()) timer.refresh()
    else stop()
  }, maxSilenceMs)
  stream.on('data', (chunk: Buffer) => {
    if (ended) return
    lastByteAt = performance.now()
    timer.refresh()
    buffer.append(chunk)
    if (buffer.length() >= READ_AHEAD_BYTES) stream.pause()
    wake()
  })
  stream.once('end', () => {
    // After a stop, the end of the stream says nothing: the rest was not read.
    complete = !ended
    stop()
  })
  stream.once('error', stop)
  stream.once('close', stop)
  // A compressed body that is invalid from its start may have failed before anything listens here.
  if (stream.destroyed) stop()
  const chunks = async function* (): AsyncGenerator<Uint8Array> {
    try {
      for (;;) {
        if (buffer.length() > 0) {
          const chunk = buffer.take()
          if (!ended) stream.resume()
          yield chunk
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
    chunks: chunks(),
    isComplete: () => complete,
    idleMs: () => (stream.isPaused() ? 0 : performance.now() - lastByteAt),
    stop,
  }
}
