/** Metrics of the deliver role. */
import { Counter } from 'prom-client'
import type { Registry } from 'prom-client'
import type { AttemptWrite } from '../../schemas/webhooks/delivery.js'
import { FastHistogram } from './fast-histogram.js'

const SECOND = 1_000
const ANSWER_BUCKETS = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 30]
const AGE_BUCKETS = [0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 60, 600, 3_600, 86_400]

/** Returns a function that records a delivery attempt. */
export function attemptMetrics(registry: Registry): (attempt: AttemptWrite) => void {
  const states = new Map<AttemptWrite['state'], number>()
  const attempts = new Counter({
    name: 'tripfold_webhook_attempts_total',
    help: 'Delivery attempts, by resulting state.',
    labelNames: ['state'],
    registers: [registry],
    collect: () => {
      for (const [state, count] of states) attempts.inc({ state }, count)
      states.clear()
    },
  })
  const seconds = new FastHistogram(
    registry,
    'tripfold_webhook_answer_seconds',
    'Time until a receiver answered or the attempt failed.',
    ANSWER_BUCKETS,
  )
  const ages = new FastHistogram(
    registry,
    'tripfold_webhook_event_age_seconds',
    'Age of an event when it was delivered.',
    AGE_BUCKETS,
  )
  return ({ state, ms, at, eventAt }) => {
    states.set(state, (states.get(state) ?? 0) + 1)
    seconds.add(ms / SECOND)
    if (state === 'delivered') ages.add(Math.max(0, at - eventAt) / SECOND)
  }
}
