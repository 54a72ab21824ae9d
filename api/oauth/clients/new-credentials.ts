/** New credentials of applications. Their prefixes let secret scanners recognise them. */
import { randomToken, tokenHash } from '../random-token.js'

/** An opaque client_id; not a secret. */
export function newClientId(): string {
  return randomToken('tf_').slice(0, 25)
}

/** A client_secret, to be shown once, and what is stored of it. */
export function newClientSecret(): { value: string; hash: Buffer; last4: string } {
  const value = randomToken('tfs_')
  return { value, hash: tokenHash(value), last4: value.slice(-4) }
}
