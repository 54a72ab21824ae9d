/** An application as the authorization server sees it. */
export interface OauthApp {
  clientId: string
  /** Null for an application of the operator. */
  developerId: string | null
  /**
   * Organisation of the developer account, shown on the consent page; the service's own name without a
   * developer.
   */
  organisation: string
  name: string
  description: string
  environment: 'development' | 'production'
  /** Compared byte for byte; null until the developer has set it. */
  redirectUri: string | null
  /** In place of it, those of a client that describes itself by a document. */
  redirectUris?: readonly string[]
  homeUrl: string | null
  privacyUrl: string | null
  supportUrl: string | null
  verified: boolean
  /** Each authorization request must carry a PKCE challenge. */
  pkceRequired: boolean
  /** Each access token must be bound to a key (DPoP). */
  dpopBound: boolean
  /** Days after which a refresh family ends for good; null: never (each refresh token has its own year). */
  familyDays: number | null
  /** It may send feeds (contract.md 8). */
  feed: boolean
  generation: number
  disabled: boolean
  /** Who disabled it; only an operator can enable what an operator disabled. */
  disabledBy: 'developer' | 'operator' | null
  created: Date
}

/** A live or expired secret of an application; only its owner knows the value. */
export interface AppSecret {
  id: string
  hash: Buffer
  last4: string
  created: Date
  expires: Date | null
  lastUsed: Date | null
}

/** A secret in the list of its developer. */
export interface ListedSecret extends AppSecret {
  /** By the clock of the database, which also decides which one a rotation continues. */
  live: boolean
}

/** Fields of an application that its developer may change; absent ones stay. */
export interface AppChange {
  name?: string
  description?: string
  redirectUri?: string | null
  homeUrl?: string | null
  privacyUrl?: string | null
  supportUrl?: string | null
  pkceRequired?: boolean
  dpopBound?: boolean
  familyDays?: number | null
}
