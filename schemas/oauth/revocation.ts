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
