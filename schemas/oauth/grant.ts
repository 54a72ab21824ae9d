/** What the three grants of the token endpoint exchange with the database (oauth.md 3.2). */
import type { Resource } from './resource.js'
import type { GrantedScopes, Scope } from './scope.js'

/** The content of a token response. */
export interface Granted {
  is: 'granted'
  grantId: string
  /** Null for a grant of the application itself. */
  memberId: string | null
  /** Generation of the application. */
  generation: number
  /** Epoch seconds of the database. */
  now: number
  /** What the access token allows. */
  scopes: GrantedScopes
  /** What the access token is for. */
  resource: Resource
  /** When the grant ends by its age, epoch seconds; null: never. */
  ends: number | null
  /** The refresh token is `otherSuccessor`. */
  isOther?: boolean
}

export interface Refused {
  is: 'refused'
  error: 'invalid_grant' | 'invalid_scope' | 'invalid_target'
  why: string
  /** True if the grant was revoked because a code or refresh token was used twice. */
  replayed: boolean
  grantId: string | null
  memberId: string | null
}

export interface NewCode {
  clientId: string
  memberId: string
  redirectUri: string
  /** PKCE challenge, or null. */
  challenge: string | null
  /** Thumbprint of the key that the client must prove to use the code (RFC 9449 10); null: any or none. */
  jkt: string | null
  hash: Buffer
  scopes: GrantedScopes
  /** What its tokens are for; null: what the token request names. */
  resource: Resource | null
}

export interface CodeExchange {
  hash: Buffer
  clientId: string
  redirectUri: string
  /** S256 of the presented verifier; null if there was none. */
  challenge: string | null
  /** Thumbprint of the key that the request has proven; null: none. */
  jkt: string | null
  /** Hash of the refresh token to issue. */
  refreshHash: Buffer
  /** What the access token is for; null: what the grant is for, else the REST API. */
  resource: Resource | null
}

export interface RefreshRotation {
  /** Hash of the presented token. */
  hash: Buffer
  /** Hash of its successor. */
  successor: Buffer
  /** While SECRET_KEY is replaced, that of the successor that a process with the other key has made; null: none. */
  otherSuccessor: Buffer | null
  clientId: string
  /** As of a code. */
  jkt: string | null
  /** Scopes for the access token, of those that the grant has; null: all that it has. */
  scopes: readonly Scope[] | null
  /** As of a code. */
  resource: Resource | null
}

export interface RefreshOwner {
  grantId: string
  clientId: string
  memberId: string | null
}
