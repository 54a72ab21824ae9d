/** Random secrets (codes, tokens, client secrets, session ids): 256 bits, stored only as their SHA-256. */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'

/**
 * `prefix` and 43 base64url characters of 32 random bytes. The prefix tells secret scanners what they
 * found.
 */
export function randomToken(prefix: string): string {
  return prefix + randomBytes(32).toString('base64url')
}

/** What is stored of a 256-bit random value. At that entropy no slow hash is needed. */
export function tokenHash(value: string): Buffer {
  return createHash('sha256').update(value).digest()
}

/** Compares two texts in a time that does not depend on where they differ. */
export function sameSecret(a: string, b: string): boolean {
  return timingSafeEqual(tokenHash(a), tokenHash(b))
}

/** Compares two hashes, in constant time if they have equal lengths. */
export function sameHash(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && timingSafeEqual(a, b)
}

/** The S256 challenge of a PKCE verifier (RFC 7636 4.2). */
export function s256(verifier: string): string {
  return createHash('sha256').update(verifier).digest('base64url')
}
