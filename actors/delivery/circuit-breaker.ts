/**
 * The circuit breaker of one endpoint (webhooks.md 4). Closed: every attempt is allowed, and the latest
 * outcomes are kept. When enough of those within the window failed, it opens: no attempt is allowed until
 * `until`. Then it is half-open: one probe is allowed, whose outcome closes the breaker, or opens it again
 * for twice as long. Waiting for an open breaker does not count as an attempt.
 */
import type { BreakerPolicy } from './policy.js'

/** Saved as JSON between claims. */
export interface CircuitBreaker {
  is: 'closed' | 'open' | 'probing'
  /** While open: when a probe is allowed, epoch milliseconds. */
  until: number
  /** Milliseconds it stays open the next time a probe fails. */
  pause: number
  /** Instants of the latest outcomes, oldest first: positive for a success, negative for a failure. */
  recent: number[]
  /** Why it is not closed: since when, and how many of how many outcomes had failed; missing while closed. */
  why?: { since: number; failed: number; of: number }
}

/** More outcomes than this say nothing new about an endpoint's health. */
const MAX_OUTCOMES = 50

/** The breaker of an endpoint without history. */
export function closedBreaker(policy: BreakerPolicy): CircuitBreaker {
  return { is: 'closed', until: 0, pause: policy.openFor, recent: [] }
}

/** What the breaker allows at `now` while `inFlight` attempts are out: all attempts, one probe, or none. */
export function breakerAllows(
  breaker: CircuitBreaker,
  now: number,
  inFlight: number,
): 'all' | 'probe' | 'none' {
  if (breaker.is === 'closed') return 'all'
  if (breaker.is === 'open' && now < breaker.until) return 'none'
  return inFlight === 0 ? 'probe' : 'none'
}

/** The breaker once an attempt was sent: an open one is probing now. */
export function breakerAfterSend(breaker: CircuitBreaker): CircuitBreaker {
  return breaker.is === 'closed' ? breaker : { ...breaker, is: 'probing' }
}

/**
 * The breaker after an outcome at `now`. Outcomes of attempts sent before it opened change nothing here while it
 * is open.
 */
export function breakerAfterOutcome(
  breaker: CircuitBreaker,
  success: boolean,
  now: number,
  policy: BreakerPolicy,
): CircuitBreaker {
  if (breaker.is === 'open') return breaker
  if (breaker.is === 'probing')
    return success ? closedBreaker(policy) : openBreaker(breaker.pause, now, policy, breaker.why)
  const { recent } = breaker
  recent.push(success ? now : -now)
  if (recent.length > MAX_OUTCOMES) recent.shift()
  if (success || recent.length < policy.minOutcomes) return breaker
  const counted = recent.filter((at) => Math.abs(at) > now - policy.window)
  const failures = counted.reduce((sum, at) => (at < 0 ? sum + 1 : sum), 0)
  if (counted.length < policy.minOutcomes || failures < policy.failureShare * counted.length) return breaker
  return openBreaker(policy.openFor, now, policy, { since: now, failed: failures, of: counted.length })
}

function openBreaker(
  pause: number,
  now: number,
  policy: BreakerPolicy,
  why: CircuitBreaker['why'],
): CircuitBreaker {
  const next = Math.min(pause * 2, policy.maxOpenFor)
  return { is: 'open', until: now + pause, pause: next, recent: [], ...(why === undefined ? {} : { why }) }
}
