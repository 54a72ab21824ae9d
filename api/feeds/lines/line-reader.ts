/** Splits a stream of bytes into lines, wherever its chunks end. Keeps at most one unfinished line. */
import { byteBuffer } from './byte-buffer.js'

export interface Line {
  /** From 1. Blank lines count but are skipped. */
  number: number
  /** Without the line feed; null for a line that is longer than allowed, whose bytes are not kept. */
  bytes: Buffer | null
}

export interface LineReader {
  /** The lines that end in this chunk. */
  push: (chunk: Uint8Array) => Line[]
  /** The last line, when no line feed ended it. */
  end: () => Line[]
}

const LINE_FEED = 10
/** Tab, carriage return, space. */
const BLANK = new Set([9, 13, 32])

/** @param maxBytes longest line */
export function lineReader(maxBytes: number): LineReader {
  let number = 0
  const buffer = byteBuffer()
  let length = 0
  const append = (part: Uint8Array): void => {
    length += part.length
    if (length > maxBytes) buffer.take()
    else if (part.length > 0) buffer.append(part)
  }
  const finish = (): Line[] => {
    number += 1
    const bytes = length > maxBytes ? null : buffer.take()
    length = 0
    return bytes?.every((byte) => BLANK.has(byte)) === true ? [] : [{ number, bytes }]
  }
  return {
    push: (chunk) => {
      const lines: Line[] = []
      let from = 0
      for (let end = chunk.indexOf(LINE_FEED); end >= 0; end = chunk.indexOf(LINE_FEED, from)) {
        append(chunk.subarray(from, end))
        lines.push(...finish())
        from = end + 1
      }
      append(chunk.subarray(from))
      return lines
    },
    end: () => (length === 0 ? [] : finish()),
  }
}
