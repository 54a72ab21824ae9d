import t from 'tap'
import fc from 'fast-check'
import {
  enqueue,
  failingSince,
  recordResult,
  outcomeOf,
  nextDeliveries,
  returnUnsent,
} from '../../../actors/delivery/decide.js'
import { saveEndpoint, startEndpoint } from '../../../actors/delivery/endpoint-state.js'
import type { EndpointState, SavedEndpoint } from '../../../actors/delivery/endpoint-state.js'
import { DELIVERY_POLICY } from '../../../actors/delivery/policy.js'
import type { AttemptResult } from '../../../actors/delivery/attempt-result.js'
import type { PendingDelivery } from '../../../actors/delivery/delivery-queues.js'

const NOW = 1_790_000_000_000
const response = (status: number, more: Partial<AttemptResult & { is: 'answered' }> = {}): AttemptResult => ({
  is: 'answered',
  status,
  retryAfter: null,
  directive: null,
  ms: 5,
  ...more,
})
const ok = response(200)
const pending = (
  event: string,
  member: string | null = 'm',
  sequence: number | null = 1,
  after: number | null = null,
): PendingDelivery => ({ event, member, sequence, attemptCount: 0, retryIndex: 0, waitsFor: after })
const start = (more: Partial<EndpointState['settings']> = {}, saved: SavedEndpoint = {}): EndpointState =>
  startEndpoint(
    { callback: '1', ordered: false, maxInFlight: 10, ratePerSecond: null, ...more },
    saved,
    NOW,
    DELIVERY_POLICY,
  )
const sent = (state: EndpointState, now = NOW): string[] =>
  nextDeliveries(state, now).send.map((one) => one.event)

t.test('the outcome of an attempt: the table of webhooks.md 3.1', async (t) => {
  const rows: Array<[string, AttemptResult, string]> = [
    ['200', ok, 'delivered'],
    ['204', response(204), 'delivered'],
    ['299', response(299), 'delivered'],
    ['301', response(301), 'waiting'],
    ['400', response(400), 'waiting'],
    ['404', response(404), 'waiting'],
    ['410', response(410), 'gone'],
    ['429', response(429), 'waiting'],
    ['500', response(500), 'waiting'],
    ['503', response(503), 'waiting'],
    ['timeout', { is: 'failed', error: 'timeout', ms: 5_000 }, 'waiting'],
    ['dns', { is: 'failed', error: 'dns', ms: 1 }, 'waiting'],
    ['tls', { is: 'failed', error: 'tls', ms: 1 }, 'waiting'],
    ['reset', { is: 'failed', error: 'reset', ms: 1 }, 'waiting'],
    ['refused', { is: 'failed', error: 'refused', ms: 1 }, 'waiting'],
    ['abort-message on 500', response(500, { directive: 'abort-message' }), 'aborted'],
    ['disable on 400', response(400, { directive: ' Disable ' }), 'aborted'],
    ['disable on 200', response(200, { directive: 'disable' }), 'delivered'],
    ['another directive', response(500, { directive: 'please' }), 'waiting'],
  ]
  for (const [name, given, expected] of rows) {
    const outcome = outcomeOf(1, given, NOW, 0, DELIVERY_POLICY)
    t.equal(outcome.is === 'ended' ? outcome.state : outcome.is, expected, name)
  }
  t.same(outcomeOf(10, response(500), NOW, 0, DELIVERY_POLICY), { is: 'ended', state: 'exhausted' })
})

t.test('when a callback is disabled', async (t) => {
  const one = (given: AttemptResult, saved: SavedEndpoint = {}): string | null => {
    const state = start({}, saved)
    const first = pending('e')
    enqueue(state, [first])
    nextDeliveries(state, NOW)
    return recordResult(state, first, given, NOW, 0).disable
  }
  const days = (n: number): SavedEndpoint => ({ failures: { count: 9, since: NOW - n * 86_400_000 } })
  t.equal(one(response(410)), 'gone')
  t.equal(one(response(200, { directive: 'disable' })), 'requested')
  t.equal(one(response(500), days(4.9)), null)
  t.equal(one(response(500), days(5)), 'failing', 'five days of failures only')
  t.equal(one(ok, days(6)), null, 'a success ends the streak')
})

t.test('how many attempts may be in flight', async (t) => {
  const many = Array.from({ length: 30 }, (_, i) => pending(`e${i}`))
  const state = start({ maxInFlight: 4 })
  enqueue(state, many)
  t.equal(sent(state).length, 4)
  t.equal(sent(state).length, 0)
  recordResult(state, many[0] as PendingDelivery, ok, NOW, 0)
  t.equal(sent(state).length, 1)
  const slow = start({ maxInFlight: 4 }, { averageMs: 5_100 })
  enqueue(slow, many)
  t.equal(sent(slow).length, 1, 'slower than 5 s on average: one slot')
})

t.test('the rate limit', async (t) => {
  const state = start({ ratePerSecond: 5, maxInFlight: 100 })
  enqueue(
    state,
    Array.from({ length: 30 }, (_, i) => pending(`e${i}`)),
  )
  const first = nextDeliveries(state, NOW)
  t.equal(first.send.length, 5, 'one second of tokens at first')
  t.equal(first.wake, NOW + 200)
  t.equal(nextDeliveries(state, NOW + 1_000).send.length, 5)
  t.equal(nextDeliveries(state, NOW - 50_000).send.length, 0, 'a clock that is set back adds no tokens')
  t.equal(
    nextDeliveries(state, NOW + 3_600_000).send.length,
    5,
    'a clock that is set ahead adds at most one second of tokens',
  )
})

t.test('an endpoint that fails is sent one probe only, until it recovers', async (t) => {
  const state = start({ maxInFlight: 10 })
  const deliveries = Array.from({ length: 20 }, (_, i) => pending(`e${i}`))
  enqueue(state, deliveries)
  const { send } = nextDeliveries(state, NOW)
  for (const one of send) recordResult(state, one, response(500), NOW, 0)
  const closed = nextDeliveries(state, NOW)
  t.same([closed.send.length, closed.wake], [0, NOW + DELIVERY_POLICY.breaker.openFor])
  const copy = start({}, JSON.parse(JSON.stringify(saveEndpoint(state))) as SavedEndpoint)
  enqueue(copy, deliveries.slice(10))
  t.equal(sent(copy).length, 0, 'the open breaker is saved with the state')
  const probe = nextDeliveries(copy, NOW + DELIVERY_POLICY.breaker.openFor).send
  t.equal(probe.length, 1)
  recordResult(copy, probe[0] as PendingDelivery, ok, NOW + DELIVERY_POLICY.breaker.openFor, 0)
  t.equal(
    nextDeliveries(copy, NOW + DELIVERY_POLICY.breaker.openFor).send.length,
    9,
    'the rest is sent once the probe succeeds',
  )
})

t.test('ordered: each member in sequence, independently of others', async (t) => {
  const state = start({ ordered: true })
  const [a1, a2, a3, b1] = [
    pending('a1', 'a', 1),
    pending('a2', 'a', 2),
    pending('a3', 'a', 3),
    pending('b1', 'b', 7),
  ] as [PendingDelivery, PendingDelivery, PendingDelivery, PendingDelivery]
  enqueue(state, [a2, b1, a1])
  t.same(sent(state), ['a1', 'b1'])
  enqueue(state, [a3])
  recordResult(state, a1, ok, NOW, 0)
  t.same(sent(state), ['a2'])
  const { defer } = recordResult(state, a2, response(500), NOW, 0)
  t.same(
    defer.map((one) => one.event),
    ['a3'],
    'deliveries after a failed one wait in the store',
  )
  t.same(sent(state), [])
  t.same(
    enqueue(state, [pending('a4', 'a', 4, 3)]).map((one) => one.event),
    ['a4'],
    'and so do those read later',
  )
  t.same(returnUnsent(state, b1), [])
})

t.test('ordered, property: never two of one member in flight, never out of sequence', async (t) => {
  const steps = fc.array(fc.tuple(fc.nat(4), fc.boolean()), { minLength: 1, maxLength: 200 })
  const result = fc.check(
    fc.property(steps, (plan) => {
      const state = start({ ordered: true, maxInFlight: 3 })
      const out: PendingDelivery[] = []
      const done = new Map<string, number>()
      let made = 0
      for (const [member, succeeds] of plan) {
        made += 1
        enqueue(state, [pending(`e${made}`, `m${member}`, made)])
        out.push(...nextDeliveries(state, NOW).send)
        const members = out.map((one) => one.member)
        if (new Set(members).size !== members.length) return false
        if (out.length < 3 && succeeds) continue
        const first = out.shift()
        if (first === undefined) continue
        const key = first.member ?? ''
        if ((done.get(key) ?? 0) >= (first.sequence ?? 0)) return false
        done.set(key, first.sequence ?? 0)
        recordResult(state, first, succeeds ? ok : response(410), NOW, 0)
      }
      return true
    }),
    { numRuns: 300 },
  )
  t.notOk(result.failed, `seed ${result.seed}: ${JSON.stringify(result.counterexample)}`)
})

t.test('the owner is informed after a day without success', async (t) => {
  const day = DELIVERY_POLICY.reportFailingAfter
  const state = start()
  const attempt = (result: AttemptResult, now: number): number | null => {
    enqueue(state, [pending(`e${now}`, null, null)])
    const [delivery] = nextDeliveries(state, now).send
    if (delivery !== undefined) recordResult(state, delivery, result, now, 0)
    return failingSince(state, now)
  }
  t.equal(attempt(response(500), NOW), null)
  t.equal(attempt(response(500), NOW + day - 1), null)
  t.equal(attempt(response(500), NOW + day), NOW)
  t.equal(attempt(ok, NOW + day + 1), null)
  t.equal(attempt(response(500), NOW + 2 * day), null, 'failures begin again')
})
