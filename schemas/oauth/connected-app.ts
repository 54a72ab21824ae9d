/** An application that a member has connected (oauth.md 6.1). */
import type { OauthApp } from './oauth-app.js'
import type { GrantedScopes } from './scope.js'

export interface ConnectedApp {
  app: OauthApp
  connected: Date
  /** When a token was last used, to the hour, or issued; null: not yet. */
  lastUsed: Date | null
  /** Whether it has a webhook, to which changes are sent. */
  notified: boolean
  /** What all its authorizations allow together. */
  scopes: GrantedScopes
}
