/** The rules of delivery as data (webhooks.md 3 and 4): a test, or an operator, compresses time by changing numbers only. */

export interface DeliveryPolicy {
  /** Milliseconds to wait after the first, second, ... failed attempt; behind its end a delivery is exhausted. */
  retrySchedule: readonly number[]
  /** Share by which a wait may be longer or shorter. */
  jitter: number
  /** Shortest wait after a timeout or a 429, milliseconds. */
  throttleWait: number
  /** Longest `Retry-After` that is obeyed, milliseconds. */
  maxRetryAfter: number
  /** Milliseconds of nothing but failures after which the callback is disabled. */
  disableAfter: number
  /** An endpoint whose attempts take longer on average gets one slot; milliseconds. */
  slowAttempt: number
  breaker: BreakerPolicy
}

export interface BreakerPolicy {
  /** Fewest outcomes within `window` from which anything is concluded. */
  minOutcomes: number
  /** Milliseconds for which an outcome counts. */
  window: number
  /** Share of failures at which the breaker opens. */
  failureShare: number
  /** Milliseconds it stays open the first time; doubled on every failed probe, up to `longest`. */
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
  disableAfter: 5 * 24 * HOUR,
  slowAttempt: 5 * SECOND,
  breaker: {
    minOutcomes: 10,
    window: 5 * MINUTE,
    failureShare: 0.7,
    openFor: 30 * SECOND,
    maxOpenFor: 5 * MINUTE,
  },
}
