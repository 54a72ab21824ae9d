/** Security events (ASVS 16.3.1): who, when, which application, from where. Never a secret. */
import LABELS from '../data/audit-labels.json' with { type: 'json' }

export type AuditEvent = keyof (typeof LABELS)['events'] | OperatorEvent

/** Of operators alone: no page shows them. */
type OperatorEvent = 'key_rotated' | 'key_withdrawn' | 'secrets_resealed' | 'source_added' | 'source_changed'

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
