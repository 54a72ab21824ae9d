/** What the delivery of webhooks is measured by. */
import { Counter, Histogram } from 'prom-client'
import type { Registry } from 'prom-client'
import type { AttemptWrite } from '../../schemas/delivery.js'

const SECOND = 1_000
const ANSWERS = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 30]
const AGES = [0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 60, 600, 3_600, 86_400]

/** Hears of every attempt. */
export function attemptMeter (registry: Registry): (attempt: AttemptWrite) => void {
  const registers = [registry]
  const attempts = new Counter({ name: 'tripfold_webhook_attempts_total', help: 'Attempts to deliver an event, by what came of them.', labelNames: ['state'], registers })
  const seconds = new Histogram({ name: 'tripfold_webhook_answer_seconds', help: 'Time a receiver took to answer, or to fail.', buckets: ANSWERS, registers })
  const ages = new Histogram({ name: 'tripfold_webhook_event_age_seconds', help: 'Age of an event when it was delivered.', buckets: AGES, registers })
  const states = new Map<string, Counter.Internal>()
  return attempt => {
    let state = states.get(attempt.state)
    if (state === undefined) states.set(attempt.state, state = attempts.labels({ state: attempt.state }))
    state.inc()
    seconds.observe(attempt.ms / SECOND)
    if (attempt.state === 'delivered') ages.observe(Math.max(0, attempt.at - attempt.eventAt) / SECOND)
  }
}
