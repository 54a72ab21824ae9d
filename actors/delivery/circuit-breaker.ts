/**
 * The circuit breaker of one callback. Closed: everything goes, the latest outcomes are remembered. When enough of them
 * within the window failed it opens: nothing goes until `until`. Then it is half-open: one probe goes, and its outcome
 * closes the breaker or opens it again for twice as long. Waiting behind an open breaker costs a delivery no attempt.
 */
import type { BreakerPolicy } from './policy.js'

export interface CircuitBreaker {
  is: 'closed' | 'open' | 'probing'
  /** While open: when a probe may go, epoch milliseconds. */
  until: number
  /** How long it stays open the next time it opens from half-open. */
  pause: number
  /** Latest outcomes: instant, positive for a success, negative for a failure; oldest first, at most `KEEP`. */
  recent: number[]
}

/** More outcomes than this say nothing new about an endpoint's health. */
const KEEP = 50

/**
 * The breaker of a callback of which nothing is known: closed, without outcomes, its first pause `policy.open` milliseconds
 * (webhooks.md 4).
 */
export function closedBreaker(policy: BreakerPolicy): CircuitBreaker {
  return { is: 'closed', until: 0, pause: policy.openFor, recent: [] }
}

/** How many attempts may be in flight now, given how many are: all of them, one probe, or none. */
export function breakerAllows(
  breaker: CircuitBreaker,
  now: number,
  inFlight: number,
): 'all' | 'probe' | 'none' {
  if (breaker.is === 'closed') return 'all'
  if (breaker.is === 'open' && now < breaker.until) return 'none'
  return inFlight === 0 ? 'probe' : 'none'
}

/** The breaker when a probe has been let through. */
export function breakerProbing(breaker: CircuitBreaker): CircuitBreaker {
  return breaker.is === 'closed' ? breaker : { ...breaker, is: 'probing' }
}

/** The breaker after an outcome. Attempts that began before it opened change nothing while it is open. */
export function breakerAfter(
  breaker: CircuitBreaker,
  success: boolean,
  now: number,
  policy: BreakerPolicy,
): CircuitBreaker {
  if (breaker.is === 'probing') {
    return success ? closedBreaker(policy) : opened(breaker.pause, now, policy)
  }
  if (breaker.is === 'open') return breaker
  const recent = breaker.recent
  recent.push(success ? now : -now)
  if (recent.length > KEEP) recent.shift()
  if (success || recent.length < policy.minOutcomes) return breaker
  const counted = recent.filter((at) => Math.abs(at) > now - policy.window)
  const failed = counted.reduce((sum, at) => (at < 0 ? sum + 1 : sum), 0)
  if (counted.length < policy.minOutcomes || failed < policy.failureShare * counted.length) return breaker
  return opened(policy.openFor, now, policy)
}

function opened(pause: number, now: number, policy: BreakerPolicy): CircuitBreaker {
  return { is: 'open', until: now + pause, pause: Math.min(pause * 2, policy.maxOpenFor), recent: [] }
}
