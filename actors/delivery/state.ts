/**
 * The delivery actor of one callback, in memory. What survives its claim is in the store: the pending deliveries
 * themselves, and what `save` gives (breaker, failures, average, rate tokens).
 *
 * Heads come in with `accept`, wait in lines, go out with `next`, and end with `answered` (decide.ts). The owner of the
 * state may reuse it: each function changes it in place.
 */
import type { Id } from '../../schemas/base/ids.js'
import { closedBreaker } from './circuit-breaker.js'
import type { CircuitBreaker } from './circuit-breaker.js'
import { emptyQueues } from './delivery-queues.js'
import type { PendingDelivery, DeliveryQueues } from './delivery-queues.js'
import type { DeliveryPolicy } from './policy.js'
import { restoreBucket } from './rate-limiter.js'
import type { TokenBucket } from './rate-limiter.js'

/** What the application set, as far as deciding needs it. */
export interface DeliverySettings {
  callback: Id
  ordered: boolean
  maxInFlight: number
  ratePerSecond: number | null
}

export interface DeliveryState<H extends PendingDelivery = PendingDelivery> {
  settings: DeliverySettings
  queues: DeliveryQueues<H>
  inFlight: number
  bucket: TokenBucket
  breaker: CircuitBreaker
  /** Failed attempts since the last success, and the instant of the first of them. */
  failures: { count: number; since: number | null }
  /** Moving average of an attempt, milliseconds. */
  averageMs: number
}

/** What is kept between claims, JSON. */
export interface SavedDelivery {
  breaker?: CircuitBreaker
  failures?: { count: number; since: number | null }
  averageMs?: number
  bucket?: TokenBucket
}

/** The actor of a callback just claimed. */
export function startDelivery<H extends PendingDelivery>(
  settings: DeliverySettings,
  saved: SavedDelivery,
  now: number,
  policy: DeliveryPolicy,
): DeliveryState<H> {
  return {
    settings,
    queues: emptyQueues<H>(settings.ordered),
    inFlight: 0,
    bucket: restoreBucket(settings.ratePerSecond, saved.bucket, now),
    breaker: saved.breaker ?? closedBreaker(policy.breaker),
    failures: saved.failures ?? { count: 0, since: null },
    averageMs: saved.averageMs ?? 0,
  }
}

/** What of the state outlives the claim, for `startDelivery` of the next one; changes nothing. */
export function saveDelivery(state: DeliveryState): SavedDelivery {
  const { breaker, failures, averageMs, bucket } = state
  // Without a limit there is nothing to keep, and its infinity is no JSON.
  return {
    breaker,
    failures,
    averageMs: Math.round(averageMs),
    ...(bucket.perSecond === null ? {} : { bucket }),
  }
}
