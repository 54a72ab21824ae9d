/** CSRF protection: a token bound to the session and, where needed, to one request (ASVS 3.5.1). */
import type { FastifyRequest } from 'fastify'
import { sameSecret } from '../../oauth/random-token.js'
import type { Vault } from '../../oauth/vault.js'

/**
 * The token for the forms of a page.
 * @param binding the token of the session, or the value of the visitor cookie
 * @param about limits the token to one request
 */
export function csrfToken(vault: Vault, binding: string, about = ''): string {
  return vault.mac('form', binding, about).toString('base64url')
}

/** True if `given` is the token for that binding and request. */
export function isValidCsrfToken(
  vault: Vault,
  given: string | null,
  binding: string | null,
  about = '',
): boolean {
  return given !== null && binding !== null && sameSecret(given, csrfToken(vault, binding, about))
}

/**
 * True unless the browser says, by `Origin` or `Sec-Fetch-Site`, that the form was sent from another site.
 */
export function isSameOriginPost(request: FastifyRequest, authUrl: string): boolean {
  const { origin, 'sec-fetch-site': site } = request.headers
  if (origin !== undefined && origin !== new URL(authUrl).origin) return false
  return site === undefined || site === 'same-origin' || site === 'none'
}
