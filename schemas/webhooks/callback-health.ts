/** How a webhook endpoint answers, why the service thinks so, and when it is tried next (webhooks.md 4). */
import Type from 'typebox'
import type { Static } from 'typebox'
import { Instant, Text, orNull } from '../base/formats.js'
import { instantText } from '../base/wall-time.js'
import { values } from '../data/enumerations.js'

export const CallbackHealth = Type.Object(
  {
    state: Type.Enum(values('callback-health'), { description: 'Health of the webhook.' }),
    reason: orNull(Text('The reason, in a sentence.')),
    since: orNull(Instant('Since when it is paused.')),
    next_attempt: orNull(Instant('When the next attempt is made; null: no delivery waits.')),
  },
  { description: 'Whether the endpoint answers, and when it is tried next.' },
)
export type CallbackHealth = Static<typeof CallbackHealth>

/** The columns of a callback that its health follows from. */
export interface HealthRow {
  /** Null: there were no attempts yet. */
  breaker: { is: 'closed' | 'open' | 'probing'; why?: { since: number; failed: number; of: number } } | null
  /** The breaker allows no attempt now. */
  is_paused: boolean
  /** When a delivery is sent next; null: none waits, or a worker is sending. */
  next_attempt: Date | null
  failure_count: number
}

export function callbackHealth(row: HealthRow): CallbackHealth {
  const { breaker, is_paused, next_attempt: next, failure_count: failures } = row
  const why = breaker?.why
  const nextAttempt = next === null ? null : instantText(next)
  if (breaker !== null && breaker.is !== 'closed') {
    const most = why === undefined ? 'Most attempts' : `${why.failed} of ${why.of} attempts within 5 minutes`
    return {
      state: is_paused ? 'paused' : 'probing',
      reason: `${most} failed.`,
      since: why === undefined ? null : instantText(why.since),
      next_attempt: nextAttempt,
    }
  }
  const times = failures === 1 ? 'The latest attempt' : `The latest ${failures} attempts`
  return {
    state: failures > 0 ? 'failing' : 'healthy',
    reason: failures > 0 ? `${times} failed.` : null,
    since: null,
    next_attempt: nextAttempt,
  }
}
