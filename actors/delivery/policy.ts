/**
 * The numbers of the delivery rules (webhooks.md 3 and 4). No setting changes them; tests pass a policy of their
 * own with shorter times.
 */

/** Durations in milliseconds. */
export interface DeliveryPolicy {
  /** Waits after the first, second, ... failed attempt; after the last one a delivery is exhausted. */
  retrySchedule: readonly number[]
  /** Share by which a wait may be longer or shorter. */
  jitter: number
  /** Shortest wait after a timeout or a 429. */
  throttleWait: number
  /** Longest `Retry-After` that is honoured. */
  maxRetryAfter: number
  /** How long an endpoint may do nothing but fail before the owner of its callback is informed. */
  reportFailingAfter: number
  /** How long it may before its callback is disabled. */
  disableAfter: number
  /** An endpoint without a success for this long was out, and is repaired once it accepts an attempt. */
  outAfter: number
  /** An endpoint whose attempts take longer than this on average gets one slot. */
  slowAttempt: number
  breaker: BreakerPolicy
}

/** Durations in milliseconds. */
export interface BreakerPolicy {
  /** Fewest outcomes within `window` that open the breaker. */
  minOutcomes: number
  /** How long an outcome counts. */
  window: number
  /** Share of failures at which the breaker opens. */
  failureShare: number
  /** How long it stays open the first time; doubled after each failed probe, up to `maxOpenFor`. */
  openFor: number
  maxOpenFor: number
}

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

export const DELIVERY_POLICY: DeliveryPolicy = {
  retrySchedule: [
    5 * SECOND,
    5 * MINUTE,
    30 * MINUTE,
    2 * HOUR,
    5 * HOUR,
    10 * HOUR,
    14 * HOUR,
    20 * HOUR,
    24 * HOUR,
  ],
  jitter: 0.2,
  throttleWait: MINUTE,
  maxRetryAfter: 24 * HOUR,
  reportFailingAfter: 24 * HOUR,
  disableAfter: 5 * 24 * HOUR,
  // The first wait: a delivery that waits longer has failed twice.
  outAfter: 5 * SECOND,
  slowAttempt: 5 * SECOND,
  breaker: {
    minOutcomes: 10,
    window: 5 * MINUTE,
    failureShare: 0.7,
    openFor: 30 * SECOND,
    maxOpenFor: 5 * MINUTE,
  },
}
