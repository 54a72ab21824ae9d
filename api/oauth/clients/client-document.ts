/** Reads a client metadata document: what it may say, and how long that counts (oauth.md 1.3). */
import type { ClientDocument } from '../../../schemas/oauth/client-document.js'

const MAX_REDIRECT_URIS = 20
const NAME = /^[^\p{C}]{1,100}$/u
const LOOPBACK = /^http:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?\//

const SECOND_MS = 1_000
/** Neither a document without headers nor one that may be kept for a year is asked for more or less often. */
const MIN_AGE_S = 300
const MAX_AGE_S = 86_400

/**
 * The document of a client; null if it is not one that is accepted here: its client_id must be its address, and it must
 * be a public client (section 4.1).
 * @param text what its address has answered
 */
export function readClientDocument(clientId: string, text: string): ClientDocument | null {
  const document = parseObject(text)
  if (document?.['client_id'] !== clientId || 'client_secret' in document) return null
  const { token_endpoint_auth_method: method = 'none', client_name: name, redirect_uris: uris } = document
  if (method !== 'none' || !Array.isArray(uris) || uris.length > MAX_REDIRECT_URIS) return null
  const redirectUris = uris.filter((uri) => typeof uri === 'string').filter(isRedirectUri)
  if (redirectUris.length === 0) return null
  return {
    name: typeof name === 'string' && NAME.test(name) ? name : new URL(clientId).host,
    redirectUris,
    homeUrl: httpsUrl(document['client_uri']),
    privacyUrl: httpsUrl(document['policy_uri']),
    dpopBound: document['dpop_bound_access_tokens'] === true,
  }
}

/** For how many milliseconds a document counts, by the Cache-Control that came with it, within bounds. */
export function documentLifetime(cacheControl: string | undefined): number {
  const directives = cacheControl?.toLowerCase() ?? ''
  const given = /no-store|no-cache/.test(directives) ? 0 : Number(/max-age=(\d+)/.exec(directives)?.[1] ?? 0)
  return Math.min(Math.max(given, MIN_AGE_S), MAX_AGE_S) * SECOND_MS
}

/** The rule for redirect URLs of the console (oauth.md 5.9, row 127), with http for a program on the member's own machine. */
function isRedirectUri(uri: string): boolean {
  if (!URL.canParse(uri) || uri.includes('#')) return false
  const { protocol, username, password } = new URL(uri)
  return username + password === '' && (protocol === 'https:' || LOOPBACK.test(uri))
}

function httpsUrl(value: unknown): string | null {
  return typeof value === 'string' && value.startsWith('https://') && URL.canParse(value) ? value : null
}

function parseObject(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null
  } catch {
    return null
  }
}
