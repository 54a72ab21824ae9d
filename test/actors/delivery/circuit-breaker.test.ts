import t from 'tap'
import {
  breakerAfterOutcome,
  breakerAllows,
  breakerAfterSend,
  closedBreaker,
} from '../../../actors/delivery/circuit-breaker.js'
import type { CircuitBreaker } from '../../../actors/delivery/circuit-breaker.js'
import { DELIVERY_POLICY } from '../../../actors/delivery/policy.js'

const P = DELIVERY_POLICY.breaker
const after = (outcomes: string, at: number, from: CircuitBreaker = closedBreaker(P)): CircuitBreaker =>
  [...outcomes].reduce((breaker, one) => breakerAfterOutcome(breaker, one === '+', at, P), from)

t.test('opens at 70 % failures of ten or more', async (t) => {
  for (const [outcomes, is] of [
    ['---------', 'closed'],
    ['----------', 'open'],
    ['+++-------', 'open'],
    ['++++------', 'closed'],
    ['++++----------', 'open'],
    ['+'.repeat(40), 'closed'],
  ] as const)
    t.equal(after(outcomes, 1_000).is, is, outcomes)
})

t.test('outcomes older than the window do not count', async (t) => {
  const old = after('---------', 1_000)
  t.equal(after('-', 1_000 + P.window + 1, old).is, 'closed')
})

t.test('open, then a probe, then closed or open for longer', async (t) => {
  const open = after('----------', 1_000)
  t.equal(breakerAllows(open, 1_000 + P.openFor - 1, 0), 'none')
  t.equal(breakerAllows(open, 1_000 + P.openFor, 3), 'none', 'not while earlier attempts are in flight')
  t.equal(breakerAllows(open, 1_000 + P.openFor, 0), 'probe')
  const probing = breakerAfterSend(open)
  t.equal(breakerAllows(probing, 1_000 + P.openFor, 1), 'none', 'one probe')
  t.equal(breakerAfterOutcome(probing, true, 2_000, P).is, 'closed')
  let breaker = probing
  const pauses: number[] = []
  for (let i = 0; i < 6; i++) {
    const at = breaker.until
    breaker = breakerAfterOutcome(breakerAfterSend(breaker), false, at, P)
    pauses.push(breaker.until - at)
  }
  t.same(pauses, [60_000, 120_000, 240_000, 300_000, 300_000, 300_000])
})
