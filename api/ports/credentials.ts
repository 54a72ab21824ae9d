/**
 * Who is asking, and what verifies it (oauth.md 3.3 and 3.4). The authorization server and db implement the
 * ports.
 */
import type { CryptoKey } from 'jose'
import type { Id } from '../../schemas/base/ids.js'
import type { GrantedScopes } from '../../schemas/oauth/scope.js'
import type { RevocationClaims } from '../../schemas/oauth/revocation.js'

/** Who is asking, once the credential is verified. */
export type Caller =
  | { kind: 'member'; member: Id; client: string; grant: string; scopes: GrantedScopes }
  | { kind: 'app'; client: string; by: 'token' | 'headers' }

export interface TokenKeys {
  /** The public key of a kid, also shortly before and after its signing period; null for an unknown one. */
  verifier: (kid: string) => Promise<{ alg: string; key: CryptoKey } | null>
  /** Calls back when keys are withdrawn early: tokens verified with them must be forgotten. */
  onWithdrawn: (listener: (kids: string[]) => void) => void
}

export interface Revocations {
  /** Whether this node's view is at most three seconds old. */
  isFresh: () => boolean
  isRevoked: (claims: RevocationClaims) => boolean
  /** Asks the database, for when the view is not fresh. Throws if it cannot be asked. */
  queryRevoked: (claims: RevocationClaims) => Promise<boolean>
}

/** `client_id` and `client_secret` headers (contract.md 10.6). */
export interface HeaderCredentials {
  /**
   * Whether the pair is valid and the application enabled. Throws if that cannot be known now, and `rate_limited` after
   * too many failures. `onUnknown` is called before a pair is looked up.
   */
  check: (
    clientId: string,
    secret: string,
    from: { address: string; request: string; onUnknown: () => void },
  ) => Promise<boolean>
}
