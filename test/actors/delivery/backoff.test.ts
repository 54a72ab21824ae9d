import t from 'tap'
import { nextAttemptAt, parseRetryAfter } from '../../../actors/delivery/backoff.js'
import { DELIVERY_POLICY } from '../../../actors/delivery/policy.js'
import type { AttemptResult } from '../../../actors/delivery/attempt-result.js'

const NOW = Date.UTC(2026, 10, 21, 12)
const S = 1_000
const H = 3_600 * S
const response = (status: number, retryAfter: string | null = null): AttemptResult => ({
  is: 'answered',
  status,
  retryAfter,
  directive: null,
  ms: 5,
})
const failure = (error: 'timeout' | 'dns' | 'reset'): AttemptResult => ({ is: 'failed', error, ms: 5 })

t.test('the retry schedule of webhooks.md 3.2, then nothing', async (t) => {
  const waits = [5 * S, 300 * S, 1_800 * S, 2 * H, 5 * H, 10 * H, 14 * H, 20 * H, 24 * H]
  waits.forEach((wait, at) =>
    t.equal(
      nextAttemptAt(at + 1, response(500), NOW, 0, DELIVERY_POLICY),
      NOW + wait,
      `after failure ${at + 1}`,
    ),
  )
  t.equal(nextAttemptAt(10, response(500), NOW, 0, DELIVERY_POLICY), null, 'ten attempts at most')
})

t.test('each wait', async (t) => {
  const rows: Array<[string, number, AttemptResult, number, number]> = [
    ['20 % longer', 2, response(500), 1, 360 * S],
    ['20 % shorter', 2, response(500), -1, 240 * S],
    ['a timeout waits at least a minute', 1, failure('timeout'), 0, 60 * S],
    ['a 429 too', 1, response(429), -1, 60 * S],
    ['a reset does not', 1, failure('reset'), 0, 5 * S],
    ['Retry-After in seconds', 1, response(503, '120'), 0, 120 * S],
    ['Retry-After as a date', 1, response(503, 'Sat, 21 Nov 2026 12:10:00 GMT'), 0, 600 * S],
    ['Retry-After in the past', 1, response(503, 'Sat, 21 Nov 2026 11:00:00 GMT'), 0, 5 * S],
    ['Retry-After of a year is a day', 1, response(429, '31536000'), 0, 24 * H],
    ['Retry-After of three million years is a day', 1, response(503, '99999999999999'), 0, 24 * H],
    ['Retry-After of 400 digits is a day', 1, response(429, '9'.repeat(400)), 0, 24 * H],
    ['Retry-After shorter than the schedule', 2, response(503, '1'), 0, 300 * S],
    ['Retry-After on a 500 is ignored', 1, response(500, '120'), 0, 5 * S],
  ]
  for (const [name, failures, given, jitter, wait] of rows)
    t.equal(nextAttemptAt(failures, given, NOW, jitter, DELIVERY_POLICY), NOW + wait, name)
})

t.test('malformed Retry-After is ignored', async (t) => {
  for (const text of ['', 'soon', '-5', '1e3', '5 minutes', '12.5', 'Sat, banana', '2026-11-21', '\u0000']) {
    t.equal(parseRetryAfter(response(503, text), NOW, 24 * H), null, JSON.stringify(text))
  }
})
