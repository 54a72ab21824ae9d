import t from 'tap'
import { budget, holder, networkHolders } from '../../../api/limits/budget.js'

const setUp = (perSecond = 10, burst = 100) => {
  const clock = { ms: 1_000_000 }
  return { clock, amounts: budget({ perSecond, burst, now: () => clock.ms }) }
}

t.test('of several holders all pay or none', async (t) => {
  const { amounts, clock } = setUp()
  const [token, network] = [[holder('token')], [holder('token'), holder('network', 2)]]
  t.equal(amounts.take(network, 90), null)
  t.equal(amounts.take(network, 30), 2, '20 are missing, at 10 a second')
  t.equal(amounts.take([holder('network', 2)], 110), null, 'the refusal took nothing from the larger budget')
  clock.ms += 2_000
  t.equal(amounts.take(token, 30), null)
  amounts.giveBack(token, 500)
  t.equal(amounts.used(token), 0, 'nobody has more than a whole budget')
})

t.test('what is spent in any case is owed', async (t) => {
  const { amounts, clock } = setUp()
  const mine = [holder('mine')]
  t.equal(amounts.spend(mine, 100), 0)
  t.equal(amounts.spend(mine, 50), 5_000)
  t.equal(amounts.used(mine), 150)
  t.equal(amounts.take(mine, 1), 6, 'seconds until it is there')
  clock.ms += 5_000
  t.equal(amounts.used(mine), 100)
})

t.test('without a rate nothing is limited', async (t) => {
  const { amounts } = setUp(0)
  t.equal(amounts.take([holder('any')], 1_000_000), null)
  t.equal(amounts.spend([holder('any')], 1_000_000), 0)
})

t.test('an IPv6 address counts for its /64 and its /48, IPv4 for itself', async (t) => {
  t.same(networkHolders('192.0.2.1'), [{ key: '192.0.2.1', times: 1 }])
  t.same(networkHolders('::ffff:192.0.2.1', 3), [{ key: '192.0.2.1', times: 3 }])
  t.same(networkHolders('2001:db8:1:2::9'), [
    { key: '2001:db8:1:2::/64', times: 1 },
    { key: '2001:db8:1::/48', times: 4 },
  ])
  const { amounts } = setUp()
  const refused = Array.from({ length: 20 }, (_, n) =>
    amounts.take(networkHolders(`2001:db8:1:${n}::1`), 100),
  )
  t.same(refused.filter((wait) => wait === null).length, 4, 'many networks of one customer')
  t.equal(amounts.take(networkHolders('2001:db8:2::1'), 100), null, 'not of another one')
})
