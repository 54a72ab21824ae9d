import type { AttemptResult } from './attempt-result.js'
import type { DeliveryPolicy } from './policy.js'

/**
 * When to try again after the `tries`-th failed attempt (1 after the first): an instant in the scale of `now` (epoch
 * milliseconds), or null when the ladder is spent. `jitter` is between -1 and 1. A timeout and a 429 wait at least
 * `gentleWait`; a `Retry-After` of a 429 or 503 is never undercut (RFC 9110 10.2.3).
 */
export function nextAttemptAt(
  tries: number,
  answer: AttemptResult,
  now: number,
  jitter: number,
  policy: DeliveryPolicy,
): number | null {
  const rung = policy.retrySchedule[tries - 1]
  if (rung === undefined) return null
  const wait = rung * (1 + policy.jitter * jitter)
  const least = isGentle(answer) ? policy.throttleWait : 0
  const asked = parseRetryAfter(answer, now, policy.maxRetryAfter) ?? 0
  return now + Math.round(Math.max(wait, least, asked))
}

function isGentle(answer: AttemptResult): boolean {
  return answer.is === 'failed' ? answer.error === 'timeout' : answer.status === 429
}

/** Milliseconds the receiver asked for, at most `cap`; null when it did not, or not in a form RFC 9110 knows. */
export function parseRetryAfter(answer: AttemptResult, now: number, cap: number): number | null {
  if (
    answer.is !== 'answered' ||
    (answer.status !== 429 && answer.status !== 503) ||
    answer.retryAfter === null
  )
    return null
  const text = answer.retryAfter.trim()
  if (/^\d+$/.test(text)) return Math.min(Number(text) * 1_000, cap)
  // All three date forms of RFC 9110 5.6.7 begin with the name of a day; Date.parse alone takes far more than these.
  if (!/^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)/.test(text)) return null
  const at = Date.parse(/GMT$/.test(text) ? text : `${text} GMT`)
  return Number.isNaN(at) ? null : Math.min(Math.max(at - now, 0), cap)
}
