/** What to send to an endpoint next, and what the result of an attempt means (webhooks.md 3 and 4). */
import type { DisableReason } from '../../schemas/webhooks/delivery.js'
import { isSuccess } from './attempt-result.js'
import type { AttemptResult } from './attempt-result.js'
import { nextAttemptAt } from './backoff.js'
import { breakerAfterOutcome, breakerAfterSend, breakerAllows, closedBreaker } from './circuit-breaker.js'
import { addDeliveries, finishDelivery, hasReady, takeDelivery } from './delivery-queues.js'
import type { PendingDelivery } from './delivery-queues.js'
import type { DeliveryPolicy } from './policy.js'
import { msUntilToken, refill } from './rate-limiter.js'
import type { EndpointState } from './endpoint-state.js'

/** Weight of the newest attempt in the moving average of durations. */
const AVERAGE_WEIGHT = 0.2

/** Where a delivery stands after an attempt. */
export type Outcome =
  | { is: 'delivered' }
  /**
   * Not retried: the retry schedule is exhausted, or the receiver answered that it is gone or that the event
   * is to be dropped.
   */
  | { is: 'ended'; state: 'exhausted' | 'gone' | 'aborted' }
  /** Due again at `until`, epoch milliseconds. */
  | { is: 'waiting'; until: number }

export interface AttemptDecision<D extends PendingDelivery> {
  outcome: Outcome
  /** Why the callback is to be disabled; null if it is not. */
  disable: DisableReason | null
  /** Deliveries queued after this one that have to wait for it in the store. */
  defer: D[]
  /** The endpoint was out and accepts again: deliveries that wait for a retry are due now (webhooks.md 3.2). */
  isRepaired: boolean
}

/**
 * Queues deliveries read from the store. Returns those that have to wait there for an earlier one of their
 * member.
 */
export function enqueue<D extends PendingDelivery>(state: EndpointState<D>, deliveries: D[]): D[] {
  return addDeliveries(state.queues, deliveries)
}

/** How many attempts may be in flight at `now`. */
function allowedInFlight(state: EndpointState, now: number): number {
  const allowed = breakerAllows(state.breaker, now, state.inFlight)
  if (allowed === 'none') return 0
  if (allowed === 'probe' || state.averageMs > state.policy.slowAttempt) return 1
  return state.settings.maxInFlight
}

/**
 * The deliveries to send at `now`, at most `max`; each is in flight until `recordResult` or `returnUnsent`.
 * `wake` is when to ask again (epoch milliseconds), because the rate limiter or the breaker has to be waited
 * for; null if only a result or new deliveries can change anything.
 */
export function nextDeliveries<D extends PendingDelivery>(
  state: EndpointState<D>,
  now: number,
  max = Infinity,
): { send: D[]; wake: number | null } {
  const send: D[] = []
  state.bucket = refill(state.bucket, now)
  while (send.length < max && hasReady(state.queues)) {
    const allowed = allowedInFlight(state, now)
    if (allowed === 0 && state.breaker.is === 'open' && now < state.breaker.until)
      return { send, wake: state.breaker.until }
    if (state.inFlight >= allowed) return { send, wake: null }
    const pause = msUntilToken(state.bucket)
    if (pause > 0) return { send, wake: now + pause }
    const delivery = takeDelivery(state.queues)
    if (delivery === null) break
    state.bucket.tokens -= 1
    state.inFlight += 1
    state.breaker = breakerAfterSend(state.breaker)
    send.push(delivery)
  }
  return { send, wake: null }
}

/** Applies the result of an attempt at `now`, epoch milliseconds. `jitter` is between -1 and 1. */
export function recordResult<D extends PendingDelivery>(
  state: EndpointState<D>,
  delivery: D,
  result: AttemptResult,
  now: number,
  jitter: number,
): AttemptDecision<D> {
  const { policy, failures } = state
  const success = isSuccess(result)
  const isRepaired = success && isOut(state, now)
  state.inFlight -= 1
  state.averageMs += AVERAGE_WEIGHT * (result.ms - state.averageMs)
  // Also a success of an attempt that was sent before the breaker opened: what waits need not wait for a probe.
  state.breaker =
    isRepaired && state.breaker.is === 'open'
      ? closedBreaker(policy.breaker)
      : breakerAfterOutcome(state.breaker, success, now, policy.breaker)
  state.failures = success
    ? { count: 0, since: null }
    : { count: failures.count + 1, since: failures.since ?? now }
  if (isRepaired) state.repairedAt = now
  const outcome = outcomeOf(delivery.retryIndex + 1, result, now, jitter, policy)
  // The attempt began while the endpoint was out.
  if (outcome.is === 'waiting' && now - result.ms < state.repairedAt)
    outcome.until = Math.min(outcome.until, now + (policy.retrySchedule[0] ?? 0))
  return {
    outcome,
    disable: reasonToDisable(state, result, now),
    defer: finishDelivery(state.queues, delivery, outcome.is !== 'waiting'),
    isRepaired,
  }
}

/**
 * Whether the endpoint was out: its breaker is waiting for a probe, or nothing has succeeded for a while. Single
 * failures between successes do not count.
 */
function isOut({ breaker, failures: { since }, policy }: EndpointState, now: number): boolean {
  return breaker.is === 'probing' || (since !== null && now - since >= policy.outAfter)
}

/**
 * Returns a delivery that could not be sent through no fault of the receiver: it does not count as an
 * attempt. Returns the deliveries queued after it, which have to wait for it in the store.
 */
export function returnUnsent<D extends PendingDelivery>(state: EndpointState<D>, delivery: D): D[] {
  state.inFlight -= 1
  return finishDelivery(state.queues, delivery, false)
}

/**
 * The table of webhooks.md 3.1. `attempts` counts those of the delivery since it was created or last replayed, the
 * one with this result included.
 */
export function outcomeOf(
  attempts: number,
  result: AttemptResult,
  now: number,
  jitter: number,
  policy: DeliveryPolicy,
): Outcome {
  if (isSuccess(result)) return { is: 'delivered' }
  if (result.is === 'answered') {
    if (result.status === 410) return { is: 'ended', state: 'gone' }
    if (hasDirective(result, 'disable') || hasDirective(result, 'abort-message'))
      return { is: 'ended', state: 'aborted' }
  }
  const until = nextAttemptAt(attempts, result, now, jitter, policy)
  return until === null ? { is: 'ended', state: 'exhausted' } : { is: 'waiting', until }
}

function reasonToDisable(state: EndpointState, result: AttemptResult, now: number): DisableReason | null {
  if (result.is === 'answered') {
    if (result.status === 410) return 'gone'
    if (hasDirective(result, 'disable')) return 'requested'
  }
  const { since } = state.failures
  return since !== null && now - since >= state.policy.disableAfter ? 'failing' : null
}

/** Since when the endpoint has done nothing but fail, if it is time at `now` to inform the owner; or null. */
export function failingSince({ failures, policy }: EndpointState, now: number): number | null {
  const { since } = failures
  return since !== null && now - since >= policy.reportFailingAfter ? since : null
}

/**
 * True if the `webhook-delivery` header of the response holds the directive, whatever its case and white
 * space.
 */
function hasDirective({ directive }: AttemptResult & { is: 'answered' }, name: string): boolean {
  return directive !== null && directive.split(',').some((part) => part.trim().toLowerCase() === name)
}
