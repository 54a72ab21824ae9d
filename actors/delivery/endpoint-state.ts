/**
 * The delivery actor of one endpoint. Deliveries enter with `enqueue`, wait in queues, leave with
 * `nextDeliveries` and end with `recordResult` (decide.ts). What survives its claim is in the store: the
 * pending deliveries, and what `saveEndpoint` returns. The functions change the state in place.
 */
import type { CallbackSettings } from '../../schemas/webhooks/delivery.js'
import { closedBreaker } from './circuit-breaker.js'
import type { CircuitBreaker } from './circuit-breaker.js'
import { emptyQueues } from './delivery-queues.js'
import type { DeliveryQueues, PendingDelivery } from './delivery-queues.js'
import type { DeliveryPolicy } from './policy.js'
import { restoreBucket } from './rate-limiter.js'
import type { TokenBucket } from './rate-limiter.js'

/** The settings of the callback that decisions depend on. */
export type DeliverySettings = Pick<
  CallbackSettings,
  'callback' | 'ordered' | 'maxInFlight' | 'ratePerSecond'
>

/** Failed attempts since the last success, and the instant of the first of them. */
export interface FailureStreak {
  count: number
  since: number | null
}

export interface EndpointState<D extends PendingDelivery = PendingDelivery> {
  readonly settings: DeliverySettings
  readonly policy: DeliveryPolicy
  queues: DeliveryQueues<D>
  inFlight: number
  bucket: TokenBucket
  breaker: CircuitBreaker
  failures: FailureStreak
  /** When it last succeeded after it was out; 0: not under this claim. */
  repairedAt: number
  /** Moving average of the duration of an attempt, milliseconds. */
  averageMs: number
}

/** What is kept between claims, as JSON. */
export interface SavedEndpoint {
  breaker?: CircuitBreaker
  failures?: FailureStreak
  averageMs?: number
  bucket?: TokenBucket
}

/** The actor of a callback just claimed, from what the last claim saved. */
export function startEndpoint<D extends PendingDelivery>(
  settings: DeliverySettings,
  saved: SavedEndpoint,
  now: number,
  policy: DeliveryPolicy,
): EndpointState<D> {
  return {
    settings,
    policy,
    queues: emptyQueues<D>(settings.ordered),
    inFlight: 0,
    bucket: restoreBucket(settings.ratePerSecond, saved.bucket, now),
    breaker: saved.breaker ?? closedBreaker(policy.breaker),
    failures: saved.failures ?? { count: 0, since: null },
    repairedAt: 0,
    averageMs: saved.averageMs ?? 0,
  }
}

/** What to keep for the next claim; changes nothing. */
export function saveEndpoint({ breaker, failures, averageMs, bucket }: EndpointState): SavedEndpoint {
  const saved: SavedEndpoint = { breaker, failures, averageMs: Math.round(averageMs) }
  // Without a limit the tokens are infinite, which JSON cannot express.
  if (bucket.perSecond !== null) saved.bucket = bucket
  return saved
}
