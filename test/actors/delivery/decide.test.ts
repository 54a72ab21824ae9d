import t from 'tap'
import fc from 'fast-check'
import {
  enqueue,
  recordResult,
  outcomeOf,
  nextDeliveries,
  returnUnsent,
} from '../../../actors/delivery/decide.js'
import { saveDelivery, startDelivery } from '../../../actors/delivery/state.js'
import type { DeliveryState, SavedDelivery } from '../../../actors/delivery/state.js'
import { DELIVERY_POLICY } from '../../../actors/delivery/policy.js'
import type { AttemptResult } from '../../../actors/delivery/attempt-result.js'
import type { PendingDelivery } from '../../../actors/delivery/delivery-queues.js'

const NOW = 1_790_000_000_000
const answer = (status: number, more: Partial<AttemptResult & { is: 'answered' }> = {}): AttemptResult => ({
  is: 'answered',
  status,
  retryAfter: null,
  directive: null,
  ms: 5,
  ...more,
})
const ok = answer(200)
const head = (
  event: string,
  member: string | null = 'm',
  sequence: number | null = 1,
  after: number | null = null,
): PendingDelivery => ({ event, member, sequence, attemptCount: 0, retryIndex: 0, waitsFor: after })
const start = (more: Partial<DeliveryState['settings']> = {}, saved: SavedDelivery = {}): DeliveryState =>
  startDelivery(
    { callback: '1', ordered: false, maxInFlight: 10, ratePerSecond: null, ...more },
    saved,
    NOW,
    DELIVERY_POLICY,
  )
const sent = (state: DeliveryState, now = NOW): string[] =>
  nextDeliveries(state, now, DELIVERY_POLICY).send.map((one) => one.event)

t.test('what an answer means: the table of webhooks.md 3', async (t) => {
  const rows: Array<[string, AttemptResult, string]> = [
    ['200', ok, 'delivered'],
    ['204', answer(204), 'delivered'],
    ['299', answer(299), 'delivered'],
    ['301', answer(301), 'waiting'],
    ['400', answer(400), 'waiting'],
    ['404', answer(404), 'waiting'],
    ['410', answer(410), 'gone'],
    ['429', answer(429), 'waiting'],
    ['500', answer(500), 'waiting'],
    ['503', answer(503), 'waiting'],
    ['timeout', { is: 'failed', error: 'timeout', ms: 5_000 }, 'waiting'],
    ['dns', { is: 'failed', error: 'dns', ms: 1 }, 'waiting'],
    ['tls', { is: 'failed', error: 'tls', ms: 1 }, 'waiting'],
    ['reset', { is: 'failed', error: 'reset', ms: 1 }, 'waiting'],
    ['refused', { is: 'failed', error: 'refused', ms: 1 }, 'waiting'],
    ['abort-message on 500', answer(500, { directive: 'abort-message' }), 'aborted'],
    ['disable on 400', answer(400, { directive: ' Disable ' }), 'aborted'],
    ['disable on 200', answer(200, { directive: 'disable' }), 'delivered'],
    ['another word', answer(500, { directive: 'please' }), 'waiting'],
  ]
  for (const [name, given, expected] of rows) {
    const outcome = outcomeOf(1, given, NOW, 0, DELIVERY_POLICY)
    t.equal(outcome.is === 'ended' ? outcome.state : outcome.is, expected, name)
  }
  t.same(outcomeOf(10, answer(500), NOW, 0, DELIVERY_POLICY), { is: 'ended', state: 'exhausted' })
})

t.test('when a callback is disabled', async (t) => {
  const one = (given: AttemptResult, saved: SavedDelivery = {}): string | null => {
    const state = start({}, saved)
    const first = head('e')
    enqueue(state, [first])
    nextDeliveries(state, NOW, DELIVERY_POLICY)
    return recordResult(state, first, given, NOW, 0, DELIVERY_POLICY).disable
  }
  const days = (n: number): SavedDelivery => ({ failures: { count: 9, since: NOW - n * 86_400_000 } })
  t.equal(one(answer(410)), 'gone')
  t.equal(one(answer(200, { directive: 'disable' })), 'requested')
  t.equal(one(answer(500), days(4.9)), null)
  t.equal(one(answer(500), days(5)), 'failing', 'five days of nothing but failures')
  t.equal(one(ok, days(6)), null, 'a success ends them')
})

t.test('slots', async (t) => {
  const many = Array.from({ length: 30 }, (_, i) => head(`e${i}`))
  const state = start({ maxInFlight: 4 })
  enqueue(state, many)
  t.equal(sent(state).length, 4)
  t.equal(sent(state).length, 0)
  recordResult(state, many[0] as PendingDelivery, ok, NOW, 0, DELIVERY_POLICY)
  t.equal(sent(state).length, 1)
  const slow = start({ maxInFlight: 4 }, { averageMs: 5_100 })
  enqueue(slow, many)
  t.equal(sent(slow).length, 1, 'slower than 5 s on average: one slot')
})

t.test('rate', async (t) => {
  const state = start({ ratePerSecond: 5, maxInFlight: 100 })
  enqueue(
    state,
    Array.from({ length: 30 }, (_, i) => head(`e${i}`)),
  )
  const first = nextDeliveries(state, NOW, DELIVERY_POLICY)
  t.equal(first.send.length, 5, 'a second in advance')
  t.equal(first.wake, NOW + 200)
  t.equal(nextDeliveries(state, NOW + 1_000, DELIVERY_POLICY).send.length, 5)
  t.equal(
    nextDeliveries(state, NOW - 50_000, DELIVERY_POLICY).send.length,
    0,
    'a clock that jumps back gives nothing',
  )
  t.equal(
    nextDeliveries(state, NOW + 3_600_000, DELIVERY_POLICY).send.length,
    5,
    'nor does one that jumps ahead give more than a second',
  )
})

t.test('a dead endpoint is left alone but for a probe, and comes back', async (t) => {
  const state = start({ maxInFlight: 10 })
  const heads = Array.from({ length: 20 }, (_, i) => head(`e${i}`))
  enqueue(state, heads)
  const { send } = nextDeliveries(state, NOW, DELIVERY_POLICY)
  for (const one of send) recordResult(state, one, answer(500), NOW, 0, DELIVERY_POLICY)
  const closed = nextDeliveries(state, NOW, DELIVERY_POLICY)
  t.same([closed.send.length, closed.wake], [0, NOW + DELIVERY_POLICY.breaker.openFor])
  const copy = start({}, JSON.parse(JSON.stringify(saveDelivery(state))) as SavedDelivery)
  enqueue(copy, heads.slice(10))
  t.equal(sent(copy).length, 0, 'another worker knows it too')
  const probe = nextDeliveries(copy, NOW + DELIVERY_POLICY.breaker.openFor, DELIVERY_POLICY).send
  t.equal(probe.length, 1)
  recordResult(
    copy,
    probe[0] as PendingDelivery,
    ok,
    NOW + DELIVERY_POLICY.breaker.openFor,
    0,
    DELIVERY_POLICY,
  )
  t.equal(
    nextDeliveries(copy, NOW + DELIVERY_POLICY.breaker.openFor, DELIVERY_POLICY).send.length,
    9,
    'the rest goes once it answers',
  )
})

t.test('ordered: a member in sequence, others going on', async (t) => {
  const state = start({ ordered: true })
  const [a1, a2, a3, b1] = [
    head('a1', 'a', 1),
    head('a2', 'a', 2),
    head('a3', 'a', 3),
    head('b1', 'b', 7),
  ] as [PendingDelivery, PendingDelivery, PendingDelivery, PendingDelivery]
  enqueue(state, [a2, b1, a1])
  t.same(sent(state), ['a1', 'b1'])
  enqueue(state, [a3])
  recordResult(state, a1, ok, NOW, 0, DELIVERY_POLICY)
  t.same(sent(state), ['a2'])
  const { defer: park } = recordResult(state, a2, answer(500), NOW, 0, DELIVERY_POLICY)
  t.same(
    park.map((one) => one.event),
    ['a3'],
    'what follows a failure waits in the store',
  )
  t.same(sent(state), [])
  t.same(
    enqueue(state, [head('a4', 'a', 4, 3)]).map((one) => one.event),
    ['a4'],
    'and what is read behind it too',
  )
  t.same(returnUnsent(state, b1), [])
})

t.test('ordered, whatever happens: never two of a member in flight, never out of sequence', async (t) => {
  const steps = fc.array(fc.tuple(fc.nat(4), fc.boolean()), { minLength: 1, maxLength: 200 })
  const result = fc.check(
    fc.property(steps, (plan) => {
      const state = start({ ordered: true, maxInFlight: 3 })
      const out: PendingDelivery[] = []
      const done = new Map<string, number>()
      let made = 0
      for (const [who, good] of plan) {
        made += 1
        enqueue(state, [head(`e${made}`, `m${who}`, made)])
        out.push(...nextDeliveries(state, NOW, DELIVERY_POLICY).send)
        const members = out.map((one) => one.member)
        if (new Set(members).size !== members.length) return false
        if (out.length < 3 && good) continue
        const first = out.shift()
        if (first === undefined) continue
        const member = first.member ?? ''
        if ((done.get(member) ?? 0) >= (first.sequence ?? 0)) return false
        done.set(member, first.sequence ?? 0)
        recordResult(state, first, good ? ok : answer(410), NOW, 0, DELIVERY_POLICY)
      }
      return true
    }),
    { numRuns: 300 },
  )
  t.notOk(result.failed, `seed ${result.seed}: ${JSON.stringify(result.counterexample)}`)
})
