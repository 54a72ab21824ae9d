/**
 * Bytes copied together as they come. A sender may cut what it sends into pieces of a byte, and each kept by itself would
 * take a hundred times its size.
 */
export interface ByteBuffer {
  append: (piece: Uint8Array) => void
  /** How many there are. */
  length: () => number
  /** All there are; none are left. */
  take: () => Buffer
}

const EMPTY = Buffer.alloc(0)

/** Gathers bytes, in twice their size at most. */
export function byteBuffer(): ByteBuffer {
  let room: Buffer = EMPTY
  let length = 0
  return {
    append: (piece) => {
      if (length + piece.length > room.length) {
        const larger = Buffer.allocUnsafe(Math.max(2 * length, length + piece.length))
        room.copy(larger, 0, 0, length)
        room = larger
      }
      room.set(piece, length)
      length += piece.length
    },
    length: () => length,
    take: () => {
      const all = room.subarray(0, length)
      room = EMPTY
      length = 0
      return all
    },
  }
}
