/** Random values that open something (codes, tokens, secrets, session ids): 256 bits, kept only as their SHA-256. */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'

/** `prefix` and 43 base64url characters of 32 random bytes. The prefix lets secret scanners know what they found. */
export function randomToken(prefix: string): string {
  return prefix + randomBytes(32).toString('base64url')
}

/** The form in which a 256-bit random value rests in a table. No slow hash is needed at that entropy. */
export function tokenHash(value: string): Buffer {
  return createHash('sha256').update(value).digest()
}

/** Whether two texts are equal, in a time that does not depend on where they differ. */
export function sameSecret(a: string, b: string): boolean {
  return timingSafeEqual(tokenHash(a), tokenHash(b))
}

/** Whether two hashes are equal, in constant time for equal lengths. */
export function sameHash(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && timingSafeEqual(a, b)
}

/** The S256 transform of a PKCE verifier (RFC 7636 4.2). */
export function s256(verifier: string): string {
  return createHash('sha256').update(verifier).digest('base64url')
}
