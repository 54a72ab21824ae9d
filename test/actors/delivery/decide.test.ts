import t from 'tap'
import fc from 'fast-check'
import { accept, answered, judge, next, unsent } from '../../../actors/delivery/decide.js'
import { saveDelivery, startDelivery } from '../../../actors/delivery/state.js'
import type { DeliveryState, SavedDelivery } from '../../../actors/delivery/state.js'
import { POLICY } from '../../../actors/delivery/policy.js'
import type { Answer } from '../../../actors/delivery/answer.js'
import type { Head } from '../../../actors/delivery/order.js'

const NOW = 1_790_000_000_000
const answer = (status: number, more: Partial<Answer & { is: 'answered' }> = {}): Answer => ({
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
): Head => ({ event, member, sequence, tried: 0, rung: 0, after })
const start = (more: Partial<DeliveryState['settings']> = {}, saved: SavedDelivery = {}): DeliveryState =>
  startDelivery(
    { callback: '1', ordered: false, maxInFlight: 10, ratePerSecond: null, ...more },
    saved,
    NOW,
    POLICY,
  )
const sent = (state: DeliveryState, now = NOW): string[] =>
  next(state, now, POLICY).send.map((one) => one.event)

t.test('what an answer means: the table of webhooks.md 3', async (t) => {
  const rows: Array<[string, Answer, string]> = [
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
    const outcome = judge(1, given, NOW, 0, POLICY)
    t.equal(outcome.is === 'ended' ? outcome.state : outcome.is, expected, name)
  }
  t.same(judge(10, answer(500), NOW, 0, POLICY), { is: 'ended', state: 'exhausted' })
})

t.test('when a callback is disabled', async (t) => {
  const one = (given: Answer, saved: SavedDelivery = {}): string | null => {
    const state = start({}, saved)
    const first = head('e')
    accept(state, [first])
    next(state, NOW, POLICY)
    return answered(state, first, given, NOW, 0, POLICY).disable
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
  accept(state, many)
  t.equal(sent(state).length, 4)
  t.equal(sent(state).length, 0)
  answered(state, many[0] as Head, ok, NOW, 0, POLICY)
  t.equal(sent(state).length, 1)
  const slow = start({ maxInFlight: 4 }, { averageMs: 5_100 })
  accept(slow, many)
  t.equal(sent(slow).length, 1, 'slower than 5 s on average: one slot')
})

t.test('rate', async (t) => {
  const state = start({ ratePerSecond: 5, maxInFlight: 100 })
  accept(
    state,
    Array.from({ length: 30 }, (_, i) => head(`e${i}`)),
  )
  const first = next(state, NOW, POLICY)
  t.equal(first.send.length, 5, 'a second in advance')
  t.equal(first.wake, NOW + 200)
  t.equal(next(state, NOW + 1_000, POLICY).send.length, 5)
  t.equal(next(state, NOW - 50_000, POLICY).send.length, 0, 'a clock that jumps back gives nothing')
  t.equal(
    next(state, NOW + 3_600_000, POLICY).send.length,
    5,
    'nor does one that jumps ahead give more than a second',
  )
})

t.test('a dead endpoint is left alone but for a probe, and comes back', async (t) => {
  const state = start({ maxInFlight: 10 })
  const heads = Array.from({ length: 20 }, (_, i) => head(`e${i}`))
  accept(state, heads)
  const { send } = next(state, NOW, POLICY)
  for (const one of send) answered(state, one, answer(500), NOW, 0, POLICY)
  const closed = next(state, NOW, POLICY)
  t.same([closed.send.length, closed.wake], [0, NOW + POLICY.breaker.open])
  const copy = start({}, JSON.parse(JSON.stringify(saveDelivery(state))) as SavedDelivery)
  accept(copy, heads.slice(10))
  t.equal(sent(copy).length, 0, 'another worker knows it too')
  const probe = next(copy, NOW + POLICY.breaker.open, POLICY).send
  t.equal(probe.length, 1)
  answered(copy, probe[0] as Head, ok, NOW + POLICY.breaker.open, 0, POLICY)
  t.equal(next(copy, NOW + POLICY.breaker.open, POLICY).send.length, 9, 'the rest goes once it answers')
})

t.test('ordered: a member in sequence, others going on', async (t) => {
  const state = start({ ordered: true })
  const [a1, a2, a3, b1] = [
    head('a1', 'a', 1),
    head('a2', 'a', 2),
    head('a3', 'a', 3),
    head('b1', 'b', 7),
  ] as [Head, Head, Head, Head]
  accept(state, [a2, b1, a1])
  t.same(sent(state), ['a1', 'b1'])
  accept(state, [a3])
  answered(state, a1, ok, NOW, 0, POLICY)
  t.same(sent(state), ['a2'])
  const { park } = answered(state, a2, answer(500), NOW, 0, POLICY)
  t.same(
    park.map((one) => one.event),
    ['a3'],
    'what follows a failure waits in the store',
  )
  t.same(sent(state), [])
  t.same(
    accept(state, [head('a4', 'a', 4, 3)]).map((one) => one.event),
    ['a4'],
    'and what is read behind it too',
  )
  t.same(unsent(state, b1), [])
})

t.test('ordered, whatever happens: never two of a member in flight, never out of sequence', async (t) => {
  const steps = fc.array(fc.tuple(fc.nat(4), fc.boolean()), { minLength: 1, maxLength: 200 })
  const result = fc.check(
    fc.property(steps, (plan) => {
      const state = start({ ordered: true, maxInFlight: 3 })
      const out: Head[] = []
      const done = new Map<string, number>()
      let made = 0
      for (const [who, good] of plan) {
        made += 1
        accept(state, [head(`e${made}`, `m${who}`, made)])
        out.push(...next(state, NOW, POLICY).send)
        const members = out.map((one) => one.member)
        if (new Set(members).size !== members.length) return false
        if (out.length < 3 && good) continue
        const first = out.shift()
        if (first === undefined) continue
        const member = first.member ?? ''
        if ((done.get(member) ?? 0) >= (first.sequence ?? 0)) return false
        done.set(member, first.sequence ?? 0)
        answered(state, first, good ? ok : answer(410), NOW, 0, POLICY)
      }
      return true
    }),
    { numRuns: 300 },
  )
  t.notOk(result.failed, `seed ${result.seed}: ${JSON.stringify(result.counterexample)}`)
})
