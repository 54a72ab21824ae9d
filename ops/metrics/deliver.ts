/** What the delivery of webhooks is measured by. */
import { Counter } from 'prom-client'
import type { Registry } from 'prom-client'
import type { AttemptWrite } from '../../schemas/webhooks/delivery.js'
import { FastHistogram } from './fast-histogram.js'

const SECOND = 1_000
const ANSWERS = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 30]
const AGES = [0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 60, 600, 3_600, 86_400]

/** Hears of every attempt. */
export function attemptMetrics(registry: Registry): (attempt: AttemptWrite) => void {
  const states = new Map<AttemptWrite['state'], number>()
  const attempts = new Counter({
    name: 'tripfold_webhook_attempts_total',
    help: 'Attempts to deliver an event, by what came of them.',
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
    'Time a receiver took to answer, or to fail.',
    ANSWERS,
  )
  const ages = new FastHistogram(
    registry,
    'tripfold_webhook_event_age_seconds',
    'Age of an event when it was delivered.',
    AGES,
  )
  return ({ state, ms, at, eventAt }) => {
    states.set(state, (states.get(state) ?? 0) + 1)
    seconds.add(ms / SECOND)
    if (state === 'delivered') ages.add(Math.max(0, at - eventAt) / SECOND)
  }
}
