/** Response headers of every page (oauth.md 3.5 and 5.8). */
import type { FastifyInstance } from 'fastify'

/**
 * A form-action would block the way back to the client: browsers check every hop of the redirect that
 * follows a form, including the client's own further redirects (measured in Chromium and Safari).
 */
const WITHOUT_FORM_ACTION: ReadonlySet<string> = new Set([
  '/oauth/authenticate',
  '/oauth/authenticate/',
  '/oauth/login',
  '/oauth/passkey',
  '/oauth/second-factor',
])
const POLICY = "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; frame-ancestors 'none'"
/** Sign-in and consent go without the script of the pages, to protect what is typed there. Passkeys have their own. */
export const hasScript = (path: string): boolean => !path.startsWith('/oauth/')
const HSTS = 'max-age=31536000; includeSubDomains'

/** The content security policy of a page. @param hasPasskeys whether it needs the script of passkeys */
export function policyOf(path: string, hasPasskeys = false): string {
  const script = hasScript(path) || hasPasskeys ? "; script-src 'self'" : ''
  const connect = hasPasskeys ? "; connect-src 'self'" : ''
  const formAction = WITHOUT_FORM_ACTION.has(path) ? '' : "; form-action 'self'"
  return POLICY + script + connect + formAction
}

/**
 * Sets them on every response. Pages under /oauth/ keep their opener, because clients run the flow in a
 * popup.
 */
export function pageHeaders(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    const path = request.url.split('?', 1)[0] ?? ''
    void reply.headers({
      'content-security-policy': policyOf(path),
      'x-frame-options': 'DENY',
      'x-content-type-options': 'nosniff',
      'strict-transport-security': HSTS,
      // With no-referrer, browsers send `Origin: null` with our own forms.
      'referrer-policy': 'same-origin',
      'cache-control': 'no-store',
    })
    if (!path.startsWith('/oauth/')) void reply.header('cross-origin-opener-policy', 'same-origin')
  })
}
