/** Applications as the console manages them. db provides it. */
import type { AppChange, ListedSecret, OauthApp } from '../../../schemas/oauth/oauth-app.js'

/** What is stored of a client secret, whose value is shown once. */
export interface StoredSecret {
  hash: Buffer
  last4: string
}

/** Applications as their developers manage them. */
export interface DeveloperAppStore {
  /** By name; `lastUsed` is when any of its secrets was last used. */
  list: (developerId: string) => Promise<Array<OauthApp & { lastUsed: Date | null }>>
  secrets: (clientId: string) => Promise<ListedSecret[]>
  /** Number of members who connected it, and of those who do not allow it everything. */
  countConnections: (clientId: string) => Promise<{ members: number; limited: number }>
  /** False if the developer's account has been closed. */
  create: (app: {
    clientId: string
    developerId: string
    name: string
    environment: 'development' | 'production'
    redirectUri: string | null
    secret: StoredSecret
  }) => Promise<boolean>
  change: (clientId: string, change: AppChange) => Promise<void>
  /**
   * Adds a secret; the older ones expire after the overlap. With `newest` (an id, or `none`), false and
   * without effect unless that is the newest live secret.
   */
  rotate: (
    clientId: string,
    secret: StoredSecret,
    options: { overlapSeconds: number; endTokens: boolean; newest?: string | null },
  ) => Promise<boolean>
  revokeSecret: (clientId: string, secretId: string) => Promise<boolean>
  /** Revokes every token of the application. */
  revokeTokens: (clientId: string) => Promise<void>
  /** Enables or disables it as its developer; false if an operator disabled it and it is to be enabled. */
  setEnabled: (clientId: string, enabled: boolean) => Promise<boolean>
  delete: (clientId: string) => Promise<void>
  /**
   * Moves it to another developer and ends its secrets, tokens, webhooks and calendar addresses; false if
   * `from` does not own it or `to` has closed the account.
   */
  transfer: (clientId: string, from: string, to: string) => Promise<boolean>
}
