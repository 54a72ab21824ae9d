/**
 * What ends access tokens before their time (oauth.md 3.4):
 * - `grant`: every token of the grant `key`;
 * - `token`: the one token with the jti `key`;
 * - `app`: every token of the application `key` made under a generation below `generation`; it also tells the nodes to
 *   forget what they remember of the application's secrets.
 */
export interface Revocation {
  kind: 'grant' | 'token' | 'app'
  key: string
  /** For `app` only, else 0. */
  generation: number
  /** Epoch milliseconds: from then on every token it could concern has lapsed anyway. */
  until: number
}

/** One look at the table: what came since the last look, and where to look from next time. */
export interface RevocationPage {
  /** Transaction id below which nothing can appear any more. */
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
  /** Calls back for each revocation as it is announced; reconnects by itself. Returns a function that stops it. */
  listen: (onRevocation: (entry: Revocation) => void) => () => Promise<void>
  /** Whether a token with these claims is revoked. Rejects if the database does not answer. */
  queryRevoked: (claims: RevocationClaims) => Promise<boolean>
}
