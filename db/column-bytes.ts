/**
 * The values of columns as the bytes that are sent. Written value by value: to join them to one text first and to encode that
 * takes twice as long.
 */
import { NULL_CHAR, PART_CHAR, type Value } from './apply-columns.js'

const PART = PART_CHAR.charCodeAt(0)
/** Most bytes that a character of a text takes in UTF-8. */
const MOST_BYTES = 3
/** Bytes of the first room; each further one is twice as large as the last. */
const ROOM = 256 * 1024

/** Writes one column after the other, each of all rows, into rooms that they share. */
export function columnWriter (size = ROOM): <R>(rows: readonly R[], value: (row: R) => Value) => Buffer {
  let room = Buffer.allocUnsafe(size)
  let at = 0
  return (rows, value) => {
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
    return room.subarray(from, at)
  }
}
