/** When a failed delivery is tried again (webhooks.md 3.2). */
import type { AttemptResult } from './attempt-result.js'
import type { DeliveryPolicy } from './policy.js'

/**
 * The instant of the next attempt after `attempts` failed ones (1 after the first), epoch milliseconds; null
 * when the retry schedule is exhausted. `jitter` is between -1 and 1. A timeout or a 429 waits at least
 * `throttleWait`, and a `Retry-After` of a 429 or 503 is never undercut (RFC 9110 10.2.3).
 */
export function nextAttemptAt(
  attempts: number,
  result: AttemptResult,
  now: number,
  jitter: number,
  policy: DeliveryPolicy,
): number | null {
  const scheduled = policy.retrySchedule[attempts - 1]
  if (scheduled === undefined) return null
  const wait = scheduled * (1 + policy.jitter * jitter)
  const throttled = isThrottled(result) ? policy.throttleWait : 0
  const requested = parseRetryAfter(result, now, policy.maxRetryAfter) ?? 0
  return now + Math.round(Math.max(wait, throttled, requested))
}

function isThrottled(result: AttemptResult): boolean {
  return result.is === 'failed' ? result.error === 'timeout' : result.status === 429
}

/**
 * Milliseconds to wait as the receiver requested, at most `max`; null without a request that RFC 9110 allows.
 */
export function parseRetryAfter(result: AttemptResult, now: number, max: number): number | null {
  if (result.is !== 'answered' || result.retryAfter === null) return null
  if (result.status !== 429 && result.status !== 503) return null
  const text = result.retryAfter.trim()
  if (/^\d+$/.test(text)) return Math.min(Number(text) * 1_000, max)
  // All three date formats of RFC 9110 5.6.7 begin with a day name; Date.parse accepts far more than these.
  if (!/^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)/.test(text)) return null
  const at = Date.parse(/GMT$/.test(text) ? text : `${text} GMT`)
  return Number.isNaN(at) ? null : Math.min(Math.max(at - now, 0), max)
}
