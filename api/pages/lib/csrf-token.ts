/** Forms that only our own pages can send (ASVS 3.5.1): a token bound to the session and, where asked, to one request. */
import type { FastifyRequest } from 'fastify'
import { sameSecret } from '../../oauth/random-token.js'
import type { Vault } from '../../oauth/vault.js'

/** The token for forms shown to `binding`: a session's token or the visitor cookie. `about` narrows it to one request. */
export function csrfToken(vault: Vault, binding: string, about = ''): string {
  return vault.mac('form', binding, about).toString('base64url')
}

/** Whether `given` is the token for that binding and request. */
export function isValidCsrfToken(
  vault: Vault,
  given: string | null,
  binding: string | null,
  about = '',
): boolean {
  return given !== null && binding !== null && sameSecret(given, csrfToken(vault, binding, about))
}

/** Whether a posted form came from a page of this origin, as far as the browser tells (Origin, Sec-Fetch-Site). */
export function isSameOriginPost(request: FastifyRequest, authUrl: string): boolean {
  const { origin, 'sec-fetch-site': site } = request.headers
  if (origin !== undefined && origin !== new URL(authUrl).origin) return false
  return site === undefined || site === 'same-origin' || site === 'none'
}
