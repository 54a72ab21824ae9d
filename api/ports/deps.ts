/**
 * What the api room needs from the outside, as small interfaces. ops/roles/api.ts passes the
 * implementations.
 */
import type { IdGenerator } from '../../schemas/base/ids.js'
import type { Log } from '../../schemas/base/log.js'
import type { Documents } from '../../schemas/documents/document-store.js'
import type { SourceIndex } from '../../schemas/hints/source-index.js'
import type { Publish } from '../../schemas/stream/publish-error.js'
import type { Tracer } from '../../schemas/trace/tracer.js'
import type { CountedAnswer, FeedReports } from './feed-reports.js'
import type { SegmentQuota } from './segment-quota.js'
import type { BodyDeadlines } from '../plugins/body-timeout.js'
import type { ConnectionLimits } from '../plugins/connections/connection-limits.js'
import type { PressureLimits } from '../plugins/load-shedding.js'
import type { RequestObserver } from '../plugins/request-observer.js'
import type { CalendarFeeds } from './calendar-feeds.js'
import type { ConnectionMetrics } from '../plugins/connections/connection-metrics.js'
import type { HeaderCredentials, Revocations, TokenKeys } from './credentials.js'
import type { FeedStore, HoldReason } from './feed-store.js'
import type { IdempotencyKeys } from '../../schemas/stream/idempotency-keys.js'
import type { RateLimitGossip } from '../plugins/rate-limits.js'
import type { ApiReads } from '../../schemas/itinerary/reads.js'

/** Sources by id and airports by code, in memory: looked up for every segment. */
export interface Reference {
  source: (id: string) => { status: 'Active' | 'Inactive'; classification?: string } | undefined
  /** All sources by their names, the same object until they change; absent: errors suggest none. */
  sources?: () => SourceIndex
  /** IANA zone of an airport; undefined when the code or its zone is unknown. */
  zoneOf: (iata: string) => string | undefined
}

export interface ApiSettings {
  /** `{base_url}` and `{auth_url}`, without a trailing slash. */
  baseUrl: string
  authUrl: string
  /** `own`: this port speaks TLS. `proxy`: a trusted proxy terminates TLS and sets X-Forwarded-Proto. */
  tls: 'own' | 'proxy'
  /** Addresses or networks of proxies whose X-Forwarded-* headers are trusted. */
  trustedProxies: string[]
  /** Requests per minute of an application, and of a member's token; 0: no limit. */
  perApp: number
  perMember: number
  /** Requests without a credential per minute of a network; 0: no limit. */
  perNetwork: number
  /** Reads of the calendar per minute of an address or token; four times that of a member. 0: no limit. */
  perCalendar: number
  /** Longest wait of a single write for its fold, milliseconds. */
  writeWait: number
  /** Of answers that are read again and again; absent: the default. */
  readCacheBytes?: number
  /** Absent: the defaults. */
  connections?: ConnectionLimits
}

/** Milliseconds that a client has. */
export interface Deadlines extends BodyDeadlines {
  /** For the head of a request, and for a TLS handshake. */
  headMs: number
  /** To read an answer. */
  readMs: number
}

export interface FeedMetrics {
  feedStarted: () => void
  feedEnded: () => void
  bytesRead: (bytes: number) => void
  linesAnswered: (answers: readonly CountedAnswer[]) => void
  /** A line for a loyalty number is held. */
  lineHeld: (why: HoldReason) => void
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
  /** URL of the program of the thread that makes calendars; absent: its source. */
  calendarThread?: string | undefined
  feeds: FeedStore
  documents: Documents
  settings: ApiSettings
  /** Absent: no limit. */
  segmentQuota?: SegmentQuota
  /** Name of this process among the nodes that share rate limits. */
  nodeName?: string
  /** Null or absent: this node counts alone. */
  rateLimitGossip?: RateLimitGossip | null
  feedMetrics?: FeedMetrics
  /** Absent: what feeds send is not counted. */
  feedReports?: FeedReports
  /** Called with every request after its answer. */
  observeRequest?: RequestObserver
  /** Absent: requests are not traced. */
  tracer?: Tracer
  /** Milliseconds for which a feed retries transient failures; absent: the default. */
  feedRetryMs?: number
  /** Milliseconds of silence after which a feed gives way to a new one; absent: the default. */
  feedIdleMs?: number
  /** How many requests wait for a fold at once; the server makes it. */
  foldWaits?: { enter: (client: string) => (() => void) | null }
  /** Absent: the defaults. */
  deadlines?: Partial<Deadlines>
  connectionMetrics?: ConnectionMetrics
  /** When to shed load; absent: the default. */
  pressure?: PressureLimits
}
