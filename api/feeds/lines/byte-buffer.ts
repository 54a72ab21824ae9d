/**
 * A growing buffer of bytes. A sender may cut what it sends into single bytes, and each kept as a chunk of
 * its own would take a hundred times its size.
 */
export interface ByteBuffer {
  append: (chunk: Uint8Array) => void
  length: () => number
  /** Returns all bytes and empties the buffer. */
  take: () => Buffer
}

const EMPTY = Buffer.alloc(0)

/** An empty buffer. It allocates at most twice the size of its content. */
export function byteBuffer(): ByteBuffer {
  let storage: Buffer = EMPTY
  let length = 0
  return {
    append: (chunk) => {
      if (length + chunk.length > storage.length) {
        const larger = Buffer.allocUnsafe(Math.max(2 * length, length + chunk.length))
        storage.copy(larger, 0, 0, length)
        storage = larger
      }
      storage.set(chunk, length)
      length += chunk.length
    },
    length: () => length,
    take: () => {
      const all = storage.subarray(0, length)
      storage = EMPTY
      length = 0
      return all
    },
  }
}
