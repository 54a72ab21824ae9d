/** Security events (ASVS 16.3.1): who, when, which application, from where. Never a secret. */
export type AuditEvent =
  | 'signed_up'
  | 'signed_in'
  | 'sign_in_failed'
  | 'signed_out'
  | 'session_ended'
  | 'password_changed'
  | 'password_reset'
  | 'reset_asked'
  | 'address_asked'
  | 'address_changed'
  | 'second_factor_set'
  | 'second_factor_failed'
  | 'proved_again'
  | 'recovery_codes_made'
  | 'recovery_code_used'
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
  | 'team_invited'
  | 'team_joined'
  | 'team_role_changed'
  | 'team_removed'
  | 'team_left'
  | 'team_invitation_ended'
  | 'tokens_ended'
  | 'secret_rotated'
  | 'secret_revoked'
  | 'throttled'
  | 'account_closed'
  | 'data_exported'
  | 'app_reported'
  | 'loyalty_confirmed'
  | 'loyalty_proof_failed'
  | 'loyalty_removed'
  | 'trip_shared'
  | 'trip_unshared'
  | 'calendar_created'
  | 'calendar_removed'
  | 'mail_address_created'
  | 'mail_address_removed'
  | 'mail_sender_accepted'
  | 'mail_sender_removed'
  | 'home_stated'
  | 'key_rotated'
  | 'key_withdrawn'
  | 'secrets_resealed'
  | 'source_added'
  | 'source_changed'

export type AuditDetail = Record<string, string | number | boolean | null>

export interface AuditEntry {
  event: AuditEvent
  /** The id; of an operator the name. */
  actor: { kind: 'member' | 'developer' | 'app' | 'operator' | 'nobody'; id: string | null }
  clientId?: string | null
  memberId?: string | null
  address: string | null
  request?: string | null
  detail?: AuditDetail
  /**
   * Who made the request has proven nothing, and could repeat it for ever: such entries of one hour and one
   * network that agree in event, actor, application and detail are one row with a count.
   */
  anonymous?: boolean
}

export interface AuditStore {
  record: (entry: AuditEntry) => Promise<void>
}

/** A stored entry as pages show it. */
export interface AuditRow {
  /** Of several requests in one row the last one. */
  at: Date
  /** Number of requests. */
  count: number
  event: string
  clientId: string | null
  address: string | null
  detail: AuditDetail | null
  /** Name of the application, while it is known. */
  appName: string | null
}

export interface AuditReader {
  /** The newest entries about a member. */
  forMember: (memberId: string, limit: number) => Promise<AuditRow[]>
  /** The newest entries about a developer: its own actions, and what happened to its applications. */
  forDeveloper: (developerId: string, limit: number) => Promise<AuditRow[]>
  /** The newest actions of developers on an application, with their names. */
  byTeam: (clientId: string, limit: number) => Promise<Array<AuditRow & { actorName: string | null }>>
  /** The newest refused requests of an application, with the reason. */
  refusals: (clientId: string, limit: number) => Promise<AuditRow[]>
  /** Token requests for members that were granted, and requests that were refused, in the last 24 hours. */
  lastDay: (clientId: string) => Promise<{ granted: number; refused: number }>
}
