/** Time-based one-time passwords (RFC 6238): SHA-1, six digits, thirty seconds, as every authenticator app reads them. */
import { createHmac, randomBytes } from 'node:crypto'
import { sameSecret } from '../../oauth/random-token.js'

const STEP_SECONDS = 30
const DIGITS = 6
/** Steps before and after the clock's own that are accepted: phones drift. */
const DRIFT = 1
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** A new secret: 160 bits, as RFC 4226 recommends. */
export function newTotpSecret(): Buffer {
  return randomBytes(20)
}

/** The code of a time step. */
export function totpCode(secret: Uint8Array, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const digest = createHmac('sha1', secret).update(counter).digest()
  const offset = digest.readUInt8(digest.length - 1) & 0xf
  return String((digest.readUInt32BE(offset) & 0x7fffffff) % 10 ** DIGITS).padStart(DIGITS, '0')
}

/** The time step of an instant in epoch milliseconds. */
export function totpStep(now: number): number {
  return Math.floor(now / 1000 / STEP_SECONDS)
}

/** The step whose code was given, or null when it is none of those around now. Spaces within the code do not matter. */
export function matchTotp(secret: Uint8Array, given: string, now: number): number | null {
  const digits = given.replace(/\s/g, '')
  const current = totpStep(now)
  let found: number | null = null
  for (let step = current - DRIFT; step <= current + DRIFT; step++)
    if (sameSecret(totpCode(secret, step), digits)) found = step
  return found
}

/** RFC 4648 base32 without padding, for typing the secret in by hand. */
export function base32(bytes: Uint8Array): string {
  let text = ''
  let bits = 0
  let value = 0
  for (const byte of bytes) {
    value = (value << 8) | byte
    bits += 8
    while (bits >= 5) {
      text += BASE32[(value >>> (bits - 5)) & 31] ?? ''
      bits -= 5
    }
    value &= (1 << bits) - 1
  }
  return bits === 0 ? text : text + (BASE32[(value << (5 - bits)) & 31] ?? '')
}

/** The address that authenticator apps read from a QR code. */
export function totpUri(secret: Uint8Array, account: string): string {
  return `otpauth://totp/${encodeURIComponent(`Tripfold:${account}`)}?secret=${base32(secret)}&issuer=Tripfold`
}
