/**
 * HMAC-SHA256 (RFC 2104) by one-shot digests over bytes that lie ready: a third cheaper for a webhook's size than an HMAC
 * object per signature, which matters because signing is the largest part of a delivery that is ours.
 */
import { hash } from 'node:crypto'

/** Bytes of a block of SHA-256: the room a message must have in front of it. */
export const HMAC_ROOM = 64
const DIGEST = 32
const INNER = 0x36
const OUTER = 0x5c

/** The key's two pads; behind the outer one there is room for the inner digest. */
export interface HmacKey {
  inner: Uint8Array
  outer: Buffer
}

/** Prepares a key of any length. */
export function hmacKey(bytes: Uint8Array): HmacKey {
  const short = bytes.length > HMAC_ROOM ? hash('sha256', bytes, 'buffer') : bytes
  const inner = new Uint8Array(HMAC_ROOM).fill(INNER)
  const outer = Buffer.alloc(HMAC_ROOM + DIGEST, OUTER)
  short.forEach((byte, at) => {
    inner[at] = byte ^ INNER
    outer[at] = byte ^ OUTER
  })
  return { inner, outer }
}

/** HMAC of what follows the first `HMAC_ROOM` bytes of `bytes`; these are overwritten. */
export function hmac(key: HmacKey, bytes: Uint8Array, encoding: 'hex' | 'base64'): string {
  bytes.set(key.inner)
  // A character a byte: a digest in a buffer of its own costs more than all the rest.
  key.outer.write(hash('sha256', bytes, 'binary'), HMAC_ROOM, 'binary')
  return hash('sha256', key.outer, encoding)
}
