import { setTimeout as sleep } from 'node:timers/promises'
import t from 'tap'
import { stallAwareClock } from '../../../workers/lib/stall-aware-clock.js'

t.test('advances with time, and hardly while the thread is blocked', async (t) => {
  const clock = stallAwareClock()
  t.teardown(clock.stop)
  const [from, began] = [performance.now(), clock.now()]
  await sleep(300)
  const ran = clock.now() - began
  t.ok(ran >= 290 && ran <= performance.now() - from, `${ran} ms of a wait of 300`)
  const [stood, before] = [performance.now(), clock.now()]
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2_000)
  t.ok(clock.now() - before <= 501, 'read before the clock could tick')
  await sleep(100)
  const later = clock.now() - before
  t.ok(later >= 500 && later <= performance.now() - stood - 1_490, `${later} ms of 2,100`)
})
