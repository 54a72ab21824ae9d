/**
 * What the authorization server needs from outside; db/oauth, db/sign-in and ops provide it, ops/wiring/auth-server.ts
 * puts it in.
 */
import type { Log } from '../../schemas/base/log.js'
import type { AuditStore } from '../../schemas/oauth/audit.js'
import type {
  CodeExchange,
  Granted,
  NewCode,
  RefreshOwner,
  RefreshRotation,
  Refused,
} from '../../schemas/oauth/grant.js'
import type { AppSecret, OauthApp } from '../../schemas/oauth/oauth-app.js'
import type { Resource } from '../../schemas/oauth/resource.js'
import type { ThrottleStore } from '../../schemas/oauth/throttle.js'
import type { ClientDocuments } from './clients/client-documents.js'
import type { KeyRing } from './keys/key-ring.js'
import type { RevocationView } from './revocation/revocation-view.js'
import type { Vault } from './vault.js'

export interface AppStore {
  /** The application and its live secrets, newest first; null if there is none or it was deleted. */
  find: (clientId: string) => Promise<{ app: OauthApp; secrets: AppSecret[] } | null>
  /** Records that a secret was used; writes at most once a minute per secret. */
  recordSecretUse: (secretId: string) => Promise<void>
  /** Records a client that describes itself by a document, with its name, when a member authorizes it. */
  record: (app: Pick<OauthApp, 'clientId' | 'name' | 'homeUrl' | 'privacyUrl' | 'dpopBound'>) => Promise<void>
}

export interface GrantStore {
  /** Records a member's approval and a code for it; returns the grant's id. */
  approve: (code: NewCode) => Promise<string>
  exchangeCode: (exchange: CodeExchange) => Promise<Granted | Refused>
  rotateRefresh: (rotation: RefreshRotation) => Promise<Granted | Refused>
  /** A token of the application itself. */
  grantApp: (clientId: string, refreshHash: Buffer, resource: Resource | null) => Promise<Granted>
  refreshOwner: (hash: Buffer) => Promise<RefreshOwner | null>
  /** Revokes a grant and everything issued under it; false if it was revoked already. */
  revokeGrant: (grantId: string, reason: string) => Promise<boolean>
  /** Revokes one access token. */
  revokeToken: (jti: string) => Promise<void>
}

export interface OauthSettings {
  /** `{auth_url}`, no slash at the end: the issuer. */
  authUrl: string
  /** `{base_url}`: the audience of access tokens is one of its resources (oauth.md 1.2). */
  baseUrl: string
  /** Token requests per application and minute; 0: no limit. */
  tokenRequestsPerMinute: number
  /** Failed client authentications per application and network before 429; 0: no limit. */
  clientFailures: number
  /**
   * Wrong passwords per account in 15 minutes before 429, of strangers together and of each known device or
   * session alone; 0: no limit.
   */
  signInFailures: number
  /** Where reports about applications go. */
  operatorEmail: string
  /** Domain of the addresses at which mails of members arrive; empty: there are none. */
  mailDomain: string
  /**
   * The folder, in the data directory, that mails are written to; null where a mail server sends them, and on a
   * service that is not set up for development.
   */
  mailFolder: string | null
}

export interface OauthDeps {
  apps: AppStore
  /** Null: clients have to be registered. */
  clientDocuments: ClientDocuments | null
  grants: GrantStore
  throttle: ThrottleStore
  audit: AuditStore
  keys: KeyRing
  revocations: RevocationView
  vault: Vault
  settings: OauthSettings
  log: Log
}
