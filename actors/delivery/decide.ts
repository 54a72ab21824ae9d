/** What a callback's actor does next, and what an answer means (webhooks.md 3 and 4). */
import { isSuccess } from './attempt-result.js'
import type { AttemptResult } from './attempt-result.js'
import { nextAttemptAt } from './backoff.js'
import { breakerAfter, breakerAllows, breakerProbing } from './circuit-breaker.js'
import { addDeliveries, finishDelivery, hasReady, takeDelivery } from './delivery-queues.js'
import type { PendingDelivery } from './delivery-queues.js'
import type { DeliveryPolicy } from './policy.js'
import { refill, msUntilToken } from './rate-limiter.js'
import type { DeliveryState } from './state.js'

/** Weight of the newest attempt in the moving average of durations. */
const NEWEST = 0.2

/** How a delivery stands after an attempt. */
export type Outcome =
  | { is: 'delivered' }
  /** Never tried again by itself; `exhausted`: the ladder is spent; `gone`, `aborted`: the receiver said so. */
  | { is: 'ended'; state: 'exhausted' | 'gone' | 'aborted' }
  | { is: 'waiting'; until: number }

export type DisableReason = 'gone' | 'requested' | 'failing'

export interface AttemptDecision<H extends PendingDelivery> {
  outcome: Outcome
  /** Disable the callback, and why. */
  disable: DisableReason | null
  /** Heads that stood behind this one in order and must wait for it in the store. */
  defer: H[]
}

/** Takes heads read from the store. Answers those that must wait there for an earlier one of their member. */
export function enqueue<H extends PendingDelivery>(state: DeliveryState<H>, heads: H[]): H[] {
  return addDeliveries(state.queues, heads)
}

/** How many may be in flight now. */
function slots(state: DeliveryState, now: number, policy: DeliveryPolicy): number {
  const allowed = breakerAllows(state.breaker, now, state.inFlight)
  if (allowed === 'none') return 0
  if (allowed === 'probe' || state.averageMs > policy.slowAttempt) return 1
  return state.settings.maxInFlight
}

/**
 * What to send now; each head answered is in flight until `answered`. `wake`: ask again then (epoch milliseconds), because
 * a token or the breaker is waited for; null when only an answer or new heads can change anything. `most`: no more than
 * these, whatever the callback's own limits allow.
 */
export function nextDeliveries<H extends PendingDelivery>(
  state: DeliveryState<H>,
  now: number,
  policy: DeliveryPolicy,
  most = Infinity,
): { send: H[]; wake: number | null } {
  const send: H[] = []
  state.bucket = refill(state.bucket, now)
  while (send.length < most && hasReady(state.queues)) {
    const open = slots(state, now, policy)
    if (open === 0 && state.breaker.is === 'open' && now < state.breaker.until)
      return { send, wake: state.breaker.until }
    if (state.inFlight >= open) return { send, wake: null }
    const pause = msUntilToken(state.bucket)
    if (pause > 0) return { send, wake: now + pause }
    const head = takeDelivery(state.queues)
    if (head === null) break
    state.bucket.tokens -= 1
    state.inFlight += 1
    state.breaker = breakerProbing(state.breaker)
    send.push(head)
  }
  return { send, wake: null }
}

/** Digests the answer to a head that was in flight. `jitter` is between -1 and 1, `now` epoch milliseconds. */
export function recordResult<H extends PendingDelivery>(
  state: DeliveryState<H>,
  head: H,
  answer: AttemptResult,
  now: number,
  jitter: number,
  policy: DeliveryPolicy,
): AttemptDecision<H> {
  const success = isSuccess(answer)
  state.inFlight -= 1
  state.averageMs += NEWEST * (answer.ms - state.averageMs)
  state.breaker = breakerAfter(state.breaker, success, now, policy.breaker)
  state.failures = success
    ? { count: 0, since: null }
    : { count: state.failures.count + 1, since: state.failures.since ?? now }
  const outcome = outcomeOf(head.retryIndex + 1, answer, now, jitter, policy)
  return {
    outcome,
    disable: reasonToDisable(state, answer, now, policy),
    defer: finishDelivery(state.queues, head, outcome.is !== 'waiting'),
  }
}

/** A head that could not be sent for a reason of ours goes back: no attempt was made. Answers what stood behind it. */
export function returnUnsent<H extends PendingDelivery>(state: DeliveryState<H>, head: H): H[] {
  state.inFlight -= 1
  return finishDelivery(state.queues, head, false)
}

/** The table of webhooks.md 3. `tries`: attempts of this run, this one included. */
export function outcomeOf(
  tries: number,
  answer: AttemptResult,
  now: number,
  jitter: number,
  policy: DeliveryPolicy,
): Outcome {
  if (isSuccess(answer)) return { is: 'delivered' }
  if (answer.is === 'answered') {
    if (answer.status === 410) return { is: 'ended', state: 'gone' }
    if (hasDirective(answer, 'disable') || hasDirective(answer, 'abort-message'))
      return { is: 'ended', state: 'aborted' }
  }
  const until = nextAttemptAt(tries, answer, now, jitter, policy)
  return until === null ? { is: 'ended', state: 'exhausted' } : { is: 'waiting', until }
}

function reasonToDisable(
  state: DeliveryState,
  answer: AttemptResult,
  now: number,
  policy: DeliveryPolicy,
): DisableReason | null {
  if (answer.is === 'answered') {
    if (answer.status === 410) return 'gone'
    if (hasDirective(answer, 'disable')) return 'requested'
  }
  const since = state.failures.since
  return since !== null && now - since >= policy.disableAfter ? 'failing' : null
}

/** Whether the answer's `webhook-delivery` header holds the directive; case and white space do not matter. */
function hasDirective(answer: AttemptResult & { is: 'answered' }, directive: string): boolean {
  return (
    answer.directive !== null &&
    answer.directive.split(',').some((part) => part.trim().toLowerCase() === directive)
  )
}
