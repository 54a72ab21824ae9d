/** Splits a stream of bytes into lines, wherever its chunks end. Keeps at most one unfinished line. */
import { byteBuffer } from './byte-buffer.js'

export interface Line {
  /** Blank lines count but are skipped. */
  number: number
  /** Without the line feed; null for a line that is longer than allowed, whose bytes are not kept. */
  bytes: Buffer | null
}

export interface LineReader {
  /** The lines that end in this chunk, found as they are asked for. All have to be taken before the next chunk. */
  push: (chunk: Uint8Array) => Iterable<Line>
  /** The last line, when no line feed ended it. */
  end: () => Line[]
  /** Number of the last line that has ended, and how many were blank. */
  lines: () => number
  blank: () => number
}

const LINE_FEED = 10
const isBlank = (byte: number | undefined): boolean => byte === 32 || byte === 9 || byte === 13

/**
 * @param maxBytes longest line
 * @param first number of the first line
 */
export function lineReader(maxBytes: number, first = 1): LineReader {
  let number = first - 1
  let blank = 0
  const buffer = byteBuffer()
  let length = 0
  const append = (part: Uint8Array): void => {
    length += part.length
    if (length > maxBytes) buffer.take()
    else if (part.length > 0) buffer.append(part)
  }
  const finish = (): Line | null => {
    number += 1
    const bytes = length > maxBytes ? null : buffer.take()
    length = 0
    if (bytes?.every(isBlank) !== true) return { number, bytes }
    blank += 1
    return null
  }
  /** Passes blank lines without a buffer: a megabyte may be a million of them. Returns where the next line begins. */
  const passBlank = (chunk: Uint8Array, from: number): number => {
    let start = from
    for (let at = from; at < chunk.length && at - start < maxBytes; at += 1) {
      if (chunk[at] === LINE_FEED) {
        number += 1
        blank += 1
        start = at + 1
      } else if (!isBlank(chunk[at])) break
    }
    return start
  }
  return {
    push: function* (chunk) {
      let from = 0
      for (;;) {
        if (length === 0) from = passBlank(chunk, from)
        const end = chunk.indexOf(LINE_FEED, from)
        if (end < 0) break
        append(chunk.subarray(from, end))
        const line = finish()
        if (line !== null) yield line
        from = end + 1
      }
      append(chunk.subarray(from))
    },
    end: () => {
      const last = length === 0 ? null : finish()
      return last === null ? [] : [last]
    },
    lines: () => number,
    blank: () => blank,
  }
}
