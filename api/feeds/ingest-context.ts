/** What the steps that ingest lines of one feed share. */
import type { ApiError } from '../../schemas/base/errors.js'
import type { Id } from '../../schemas/base/ids.js'
import type { ApiDeps } from '../ports/deps.js'
import type { FeedReporter } from '../ports/feed-reports.js'
import type { ReservedIds } from '../../schemas/stream/idempotency-keys.js'
import type { FairQueue } from '../limits/fair-queue.js'
import type { MonotonicTimestamps } from './flow/monotonic-timestamps.js'
import type { RetryPolicy } from './flow/retry-transient.js'

export interface FeedSender {
  client: string
  /** Request id. */
  request: string
  /** `Prefer: handling=strict`. */
  strict: boolean
  /** Counts it; absent: nothing does. */
  report?: FeedReporter | undefined
}

/** What all feeds of this node share. */
export interface SharedFeedLimits {
  /** Slots for publishing to the stream. */
  publishQueue: FairQueue
  /** Lines of an application that gave nothing; returns the milliseconds for which it has to wait. */
  waste: (client: string, lines: number) => number
  /** Whether more lines may be accepted now. Throws when that cannot be known. */
  acceptsMore: () => Promise<boolean>
}

/** Dependencies for ingesting lines. */
export type IngestDeps = Pick<
  ApiDeps,
  'log' | 'now' | 'ids' | 'publish' | 'reference' | 'feeds' | 'documents' | 'segmentQuota' | 'feedMetrics'
>

export interface FeedContext {
  deps: IngestDeps
  limits: SharedFeedLimits
  retry: RetryPolicy
  sender: FeedSender
  timestamps: MonotonicTimestamps
  /** Takes segments from a member's quota; the error when the member has submitted too many. */
  throttle: (member: Id, segments: number) => ApiError | null
  /** Ids for a batch of so many segments. */
  newIds: (segments: number) => ReservedIds
}
