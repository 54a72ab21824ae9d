import t from 'tap'
import { receivedTimes } from '../../../api/feeds/received.js'

const NOW = 1_800_000_000_000

t.test(
  'what somebody is told later is received later, however many others are told something meanwhile',
  async (t) => {
    const received = receivedTimes(() => NOW)
    t.same(
      [received.of('ada'), received.of('ada'), received.of('bob'), received.of('ada')],
      [NOW, NOW + 1, NOW, NOW + 2],
    )
    for (let n = 0; n < 25_000; n++) received.of(`member ${n}`)
    t.equal(received.of('ada'), NOW + 3)
  },
)

t.test('the clock catches up with what ran ahead of it', async (t) => {
  const received = receivedTimes(Date.now)
  let last = 0
  for (let n = 0; n < 20; n++) last = received.of('ada')
  await received.caughtUp()
  t.ok(Date.now() > last)
  t.ok(receivedTimes(Date.now).of('ada') > last, 'a feed that comes then is later')
})
