/** Cuts a stream of bytes into lines, wherever its pieces end: in a line, in a character. Keeps one unfinished line at most. */
import { byteBuffer } from './byte-buffer.js'

export interface Line {
  /** From 1; blank lines count, and are left out. */
  number: number
  /** Without the line feed; null for a line that is longer than allowed, of which nothing was kept. */
  bytes: Buffer | null
}

export interface LineReader {
  /** The lines that end in this piece. */
  push: (piece: Uint8Array) => Line[]
  /** The last line, when nothing ended it. */
  end: () => Line[]
}

const LINE_FEED = 10
const BLANK = new Set([9, 13, 32])

/** `longest`: bytes of a line. */
export function lineReader(longest: number): LineReader {
  let number = 0
  const kept = byteBuffer()
  let length = 0
  const keep = (part: Uint8Array): void => {
    length += part.length
    if (length > longest) kept.take()
    else if (part.length > 0) kept.append(part)
  }
  const finish = (): Line[] => {
    number += 1
    const bytes = length > longest ? null : kept.take()
    length = 0
    return bytes?.every((byte) => BLANK.has(byte)) === true ? [] : [{ number, bytes }]
  }
  return {
    push: (piece) => {
      const lines: Line[] = []
      let from = 0
      for (let cut = piece.indexOf(LINE_FEED); cut >= 0; cut = piece.indexOf(LINE_FEED, from)) {
        keep(piece.subarray(from, cut))
        lines.push(...finish())
        from = cut + 1
      }
      keep(piece.subarray(from))
      return lines
    },
    end: () => (length === 0 ? [] : finish()),
  }
}
