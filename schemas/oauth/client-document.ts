/** Clients that describe themselves by a document at their client_id (draft-ietf-oauth-client-id-metadata-document-02). */

const MAX_LENGTH = 500

/** What a client says of itself. */
export interface ClientDocument {
  name: string
  redirectUris: readonly string[]
  homeUrl: string | null
  privacyUrl: string | null
  /** It accepts only access tokens that are bound to a key (RFC 9449 5.2). */
  dpopBound: boolean
}

/**
 * Whether a client_id is the address of a document (section 3): https, with a path that has no dot segments, without user
 * and fragment, in normal form. No id that we issue is one.
 */
export function isClientUrl(clientId: string): boolean {
  if (!clientId.startsWith('https://') || clientId.length > MAX_LENGTH || !URL.canParse(clientId))
    return false
  const { href, pathname, username, password, hash } = new URL(clientId)
  // A normal form has no dot segments and no empty fragment; anything else is written in two ways.
  return href === clientId && pathname !== '/' && username + password + hash === '' && !href.endsWith('#')
}

/** The host that answers for such a client. */
export const clientHost = (clientId: string): string => new URL(clientId).host
