/** What the HTTP room needs of the outside, in the smallest interfaces that serve; ops/wiring/wiring.ts hands the real ones in. */
import type { CryptoKey } from 'jose'
import type { Id, IdGenerator } from '../../schemas/base/ids.js'
import type { Log } from '../../schemas/base/log.js'
import type { Publish } from '../../schemas/stream/publish-error.js'
import type { RateLimitGossip } from '../plugins/rate-limits.js'
import type { PressureLimits } from '../plugins/load-shedding.js'
import type { SegmentQuota } from '../commands/segment-quota.js'
import type { ApiReads, CalendarFeeds, FeedStore, IdempotencyKeys } from './reads.js'

/** The claims of an access token that end it before its time (oauth.md 3.3, 3.4). */
export interface RevocationClaims {
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
  isFresh: () => boolean
  isRevoked: (marks: RevocationClaims) => boolean
  /** Asks the database, for when the view is not fresh. Throws when it cannot be asked. */
  queryRevoked: (marks: RevocationClaims) => Promise<boolean>
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

export interface FeedMetrics {
  feedStarted: () => void
  feedEnded: () => void
  /** A line was answered with this status. */
  lineAnswered: (status: number) => void
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
  feeds: FeedStore
  settings: ApiSettings
  /** How much a member may hand in; no limit when left out. */
  segmentQuota?: SegmentQuota
  /** Name of this process among the nodes that share limits, and the way to the others; null: this node counts alone. */
  nodeName?: string
  rateLimitGossip?: RateLimitGossip | null
  /** Hears what feeds do, for whoever measures. */
  feedMetrics?: FeedMetrics
  /** Milliseconds for which a feed waits for what cannot be done; the usual time when left out. */
  feedRetryMs?: number
  /** Milliseconds of silence after which a feed leaves its place to another; the usual time when left out. */
  feedIdleMs?: number
  /** When to turn requests away; the usual limits when left out. */
  pressure?: PressureLimits
}

/** Who asks, once the credential was verified. */
export type Caller =
  { kind: 'member'; member: Id; client: string } | { kind: 'app'; client: string; by: 'token' | 'headers' }
