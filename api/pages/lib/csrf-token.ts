/**
 * CSRF protection: a token bound to the session and, where needed, to one request (ASVS 3.5.1). Each response
 * shows it under another one-time pad: what is the same in many compressed responses can be guessed from their
 * sizes (BREACH).
 */
import { randomBytes } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { sameHash } from '../../oauth/random-token.js'
import type { Vault } from '../../oauth/vault.js'

const FORM = 'form'
const MAC_BYTES = 32
const MASKED_TOKEN = /^[A-Za-z0-9_-]{86}$/

/**
 * The token for the forms of a page: a random pad, and the MAC under it. Different each time.
 * @param binding the token of the session, or the value of the visitor cookie
 * @param about limits the token to one request
 */
export function csrfToken(vault: Vault, binding: string, about = ''): string {
  const pad = randomBytes(MAC_BYTES)
  return Buffer.concat([pad, xor(pad, vault.mac(FORM, binding, about))]).toString('base64url')
}

/** True if `given` is a token for that binding and request. */
export function isValidCsrfToken(
  vault: Vault,
  given: string | null,
  binding: string | null,
  about = '',
): boolean {
  if (given === null || binding === null || !MASKED_TOKEN.test(given)) return false
  const bytes = Buffer.from(given, 'base64url')
  const mac = xor(bytes.subarray(0, MAC_BYTES), bytes.subarray(MAC_BYTES))
  return vault.macs(FORM, binding, about).some((right) => sameHash(mac, right))
}

/** Byte by byte; both have MAC_BYTES bytes. */
function xor(one: Buffer, other: Buffer): Buffer {
  return Buffer.from(one.map((byte, at) => byte ^ (other[at] ?? 0)))
}

/**
 * True unless the browser says, by `Origin` or `Sec-Fetch-Site`, that the form was sent from another site.
 */
export function isSameOriginPost(request: FastifyRequest, authUrl: string): boolean {
  const { origin, 'sec-fetch-site': site } = request.headers
  if (origin !== undefined && origin !== new URL(authUrl).origin) return false
  return site === undefined || site === 'same-origin' || site === 'none'
}
