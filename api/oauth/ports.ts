/** What the authorization server needs from outside; db/oauth-*.ts and ops provide it, ops/wiring/wiring.ts puts it in. */
import type { Log } from '../../schemas/base/log.js'
import type { AppSecret, OauthApp } from '../../schemas/oauth/oauth-app.js'
import type { KeyRing } from './keys/key-ring.js'
import type { RevocationView } from './revocation/revocation-view.js'
import type { Vault } from './vault.js'

export interface Granted {
  is: 'granted'
  grantId: string
  memberId: string | null
  generation: number
  now: number
}
export interface Refused {
  is: 'refused'
  why: string
  replayed: boolean
  grantId: string | null
  memberId: string | null
}

export interface AppStore {
  /** The application and its live secrets, newest first; null when there is none (a deleted one counts as none). */
  find: (clientId: string) => Promise<{ app: OauthApp; secrets: AppSecret[] } | null>
  /** Notes that a secret was used; cheap, at most once a minute per secret reaches the table. */
  used: (secretId: string) => Promise<void>
}

export interface GrantStore {
  approve: (code: {
    clientId: string
    memberId: string
    redirectUri: string
    challenge: string | null
    hash: Buffer
  }) => Promise<string>
  exchange: (asked: {
    hash: Buffer
    clientId: string
    redirectUri: string
    challenge: string | null
    refreshHash: Buffer
  }) => Promise<Granted | Refused>
  rotate: (asked: { hash: Buffer; successor: Buffer; clientId: string }) => Promise<Granted | Refused>
  grantApp: (clientId: string, refreshHash: Buffer) => Promise<Granted>
  refreshOwner: (
    hash: Buffer,
  ) => Promise<{ grantId: string; clientId: string; memberId: string | null } | null>
  /** Ends a grant with everything of it; false when it was over already. */
  endGrant: (grantId: string, reason: string) => Promise<boolean>
  /** Ends one access token. */
  endToken: (jti: string) => Promise<void>
}

/** Failures and attempts, counted in the database so that all nodes know. */
export interface ThrottleStore {
  /** Seconds to wait when any of the keys has reached its limit, else null. Counts nothing. */
  blocked: (keys: ReadonlyArray<{ key: string; limit: number }>) => Promise<number | null>
  /**
   * Counts one more for each key and answers null; when one of them has reached its limit it counts nothing and answers
   * the seconds to wait. Of any number at once exactly as many pass as the limit leaves. A window begins with its first count.
   */
  take: (keys: ReadonlyArray<{ key: string; limit: number }>, windowSeconds: number) => Promise<number | null>
  /** Takes one count of each key back. */
  giveBack: (keys: readonly string[]) => Promise<void>
  clear: (keys: readonly string[]) => Promise<void>
}

/** Security events (ASVS 16.3.1): who, when, which application, from where. Never a secret. */
export interface AuditEntry {
  event: AuditEvent
  actor: { kind: 'member' | 'developer' | 'app' | 'operator' | 'nobody'; id: string | null }
  clientId?: string | null
  memberId?: string | null
  address: string | null
  request?: string | null
  detail?: Record<string, string | number | boolean | null>
}
export type AuditEvent =
  | 'signed_up'
  | 'signed_in'
  | 'sign_in_failed'
  | 'signed_out'
  | 'session_ended'
  | 'password_changed'
  | 'password_reset'
  | 'reset_asked'
  | 'second_factor_set'
  | 'second_factor_failed'
  | 'proved_again'
  | 'consent_given'
  | 'consent_refused'
  | 'authorize_refused'
  | 'token_granted'
  | 'token_refused'
  | 'code_replayed'
  | 'refresh_reused'
  | 'token_revoked'
  | 'app_disconnected'
  | 'app_created'
  | 'app_changed'
  | 'app_disabled'
  | 'app_enabled'
  | 'app_deleted'
  | 'app_offered'
  | 'app_transferred'
  | 'tokens_ended'
  | 'secret_rotated'
  | 'secret_revoked'
  | 'throttled'
  | 'account_closed'
  | 'app_reported'
  | 'key_rotated'
  | 'key_withdrawn'

export interface AuditStore {
  record: (entry: AuditEntry) => Promise<void>
}

export interface OauthSettings {
  /** `{auth_url}`, no slash at the end: the issuer. */
  authUrl: string
  /** `{base_url}`: the audience of access tokens. */
  baseUrl: string
  /** Token requests per application and minute; 0: no limit. */
  tokenRequestsPerMinute: number
  /** Failed client authentications per application and address before 429; 0: no limit. */
  clientFailures: number
  /** Wrong passwords per account in 15 minutes before 429, at sign-in and behind a session; 0: no limit. */
  signInFailures: number
  /** Where reports about applications go. */
  operatorEmail: string
}

export interface OauthDeps {
  apps: AppStore
  grants: GrantStore
  throttle: ThrottleStore
  audit: AuditStore
  keys: KeyRing
  revocations: RevocationView
  vault: Vault
  settings: OauthSettings
  log: Log
}
