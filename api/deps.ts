/** What the HTTP room needs of the outside, in the smallest interfaces that serve; ops/wire.ts hands the real ones in. */
import type { CryptoKey } from 'jose'
import type { Id, IdGenerator } from '../schemas/ids.js'
import type { Log } from '../schemas/log.js'
import type { Publish } from '../schemas/publish-fault.js'
import type { CountExchange } from './plugins/limits.js'
import type { Pressure } from './plugins/shedding.js'
import type { MemberIntake } from './member-intake.js'
import type { ApiReads, CalendarFeeds, FeedDesk, IdempotencyKeys } from './reads.js'

/** The claims of an access token that end it before its time (oauth.md 3.3, 3.4). */
export interface TokenMarks {
  grantId: string
  jti: string
  clientId: string
  generation: number
}

export interface TokenKeys {
  /** The public key of a kid, also just before and after its signing time; null for an unknown one. */
  verifier: (kid: string) => Promise<{ alg: string; key: CryptoKey } | null>
  /** Called back when keys are taken away before their time: what was verified with them is forgotten. */
  onWithdrawn: (listener: (kids: string[]) => void) => void
}

export interface Revocations {
  /** Whether the view is at most three seconds old. */
  fresh: () => boolean
  revoked: (marks: TokenMarks) => boolean
  /** Asks the database, for when the view is not fresh. Throws when it cannot be asked. */
  ask: (marks: TokenMarks) => Promise<boolean>
}

/** `client_id` and `client_secret` headers (interface.txt 5.4). */
export interface HeaderCredentials {
  /** Whether the pair is right and the application enabled. Throws when that cannot be known now. */
  check: (clientId: string, secret: string) => Promise<boolean>
}

/** Sources by id and airports by code, in memory: asked for every segment. */
export interface Reference {
  source: (id: string) => { status: 'Active' | 'Inactive' } | undefined
  /** IANA zone of an airport; undefined when the code or its zone is not known. */
  zoneOf: (iata: string) => string | undefined
}

export interface ApiSettings {
  /** `{base_url}` and `{auth_url}`, without a trailing slash. */
  baseUrl: string
  authUrl: string
  /** `own`: this port speaks TLS. `proxy`: a trusted proxy in front does, and says so in X-Forwarded-Proto. */
  tls: 'own' | 'proxy'
  /** Addresses or networks of proxies whose X-Forwarded-* are believed. */
  trustedProxies: string[]
  /** Most members and applications ask per minute; 0 = off. */
  perApp: number
  perMember: number
  /** Longest a single write waits for its fold, milliseconds. */
  writeWait: number
}

export interface FeedMeter {
  began: () => void
  ended: () => void
  /** A line was answered with this status. */
  answered: (status: number) => void
}

export interface ApiDeps {
  log: Log
  /** Epoch milliseconds. */
  now: () => number
  ids: IdGenerator
  publish: Publish
  keys: TokenKeys
  revocations: Revocations
  credentials: HeaderCredentials
  reference: Reference
  reads: ApiReads
  idempotency: IdempotencyKeys
  calendars: CalendarFeeds
  feeds: FeedDesk
  settings: ApiSettings
  /** How much a member may hand in; no limit when left out. */
  intake?: MemberIntake
  /** Name of this process among the nodes that share limits, and the way to the others; null: this node counts alone. */
  node?: string
  counts?: CountExchange | null
  /** Hears what feeds do, for whoever measures. */
  feedMeter?: FeedMeter
  /** Milliseconds for which a feed waits for what cannot be done; the usual time when left out. */
  feedPatience?: number
  /** Milliseconds of silence after which a feed leaves its place to another; the usual time when left out. */
  feedQuiet?: number
  /** When to turn requests away; the usual limits when left out. */
  pressure?: Pressure
}

/** Who asks, once the credential was verified. */
export type Caller =
  { kind: 'member'; member: Id; client: string } | { kind: 'app'; client: string; by: 'token' | 'headers' }
