import t from 'tap'
import { monotonicTimestamps } from '../../../../api/feeds/flow/monotonic-timestamps.js'

const NOW = 1_800_000_000_000

t.test('later messages of a recipient have later times, whatever others get meanwhile', async (t) => {
  const received = monotonicTimestamps(() => NOW)
  t.same(
    [received.next('ada'), received.next('ada'), received.next('bob'), received.next('ada')],
    [NOW, NOW + 1, NOW, NOW + 2],
  )
  for (let n = 0; n < 25_000; n++) received.next(`member ${n}`)
  t.equal(received.next('ada'), NOW + 3)
})

t.test('waits until the clock has caught up', async (t) => {
  const received = monotonicTimestamps(Date.now)
  let last = 0
  for (let n = 0; n < 20; n++) last = received.next('ada')
  await received.caughtUp()
  t.ok(Date.now() > last)
  t.ok(monotonicTimestamps(Date.now).next('ada') > last, 'the next feed gets a later time')
})
