/**
 * What revokes access tokens before they expire (oauth.md 3.4):
 * - `grant`: every token of the grant `key`;
 * - `token`: the one token with the jti `key`;
 * - `app`: every token of the application `key` issued under a generation below `generation`; nodes also
 *   drop their cached secrets of the application.
 */
export interface Revocation {
  kind: 'grant' | 'token' | 'app'
  key: string
  /** For `app` only, else 0. */
  generation: number
  /** Epoch milliseconds at which every token it concerns has expired. */
  until: number
}

/** The revocations since the last poll, and where the next one starts. */
export interface RevocationPage {
  /** Transaction id below which no more entries can appear. */
  horizon: string
  /** The database's clock, epoch milliseconds. */
  now: number
  entries: Revocation[]
}

/** The claims by which an access token can be revoked before it expires. */
export interface RevocationClaims {
  grantId: string
  jti: string
  clientId: string
  generation: number
}

/** Revocations as the database delivers them: by poll, and as they are announced. */
export interface RevocationFeed {
  /** Entries since a horizon; null: all that still count. */
  poll: (since: string | null) => Promise<RevocationPage>
  /**
   * Calls back for each revocation as it is announced; reconnects by itself. Returns a function that stops
   * it.
   */
  listen: (onRevocation: (entry: Revocation) => void) => () => Promise<void>
  /** Whether a token with these claims is revoked. Rejects if the database does not answer. */
  queryRevoked: (claims: RevocationClaims) => Promise<boolean>
}
