/**
 * The values of columns as the bytes that are sent. Written value by value: to join them to one text first and to encode that
 * takes twice as long.
 */
import { NULL_CHAR, PART_CHAR, type Value } from './apply-columns.js'

const PART = PART_CHAR.charCodeAt(0)
/** Most bytes that a character of a text takes in UTF-8. */
const MOST_BYTES = 3

export interface ColumnBytes {
  /** One column of all rows. */
  column: <R>(rows: readonly R[], value: (row: R) => Value) => Buffer
  /** Bytes of all columns so far. */
  size: () => number
}

/** Room for columns of `expected` bytes in all; more is made when they take more. */
export function columnBytes (expected: number): ColumnBytes {
  let room = Buffer.allocUnsafe(expected)
  let at = 0
  let total = 0
  return {
    column: (rows, value) => {
      let from = at
      for (let i = 0; i < rows.length; i++) {
        const text = String(value(rows[i]!) ?? NULL_CHAR)
        const needed = text.length * MOST_BYTES + 1
        if (at + needed > room.length) {
          const larger = Buffer.allocUnsafe(Math.max(2 * room.length, at - from + needed))
          at = room.copy(larger, 0, from, at)
          from = 0
          room = larger
        }
        if (i > 0) room[at++] = PART
        at += room.write(text, at)
      }
      total += at - from
      return room.subarray(from, at)
    },
    size: () => total
  }
}
