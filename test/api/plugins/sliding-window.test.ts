import fc from 'fast-check'
import t from 'tap'
import { secondsUntilFree, slidingLeft } from '../../../api/plugins/sliding-window.js'

const WINDOW_S = 60

/** A clock and a counter of one key, as the limits use them. */
function counter(limit: number): {
  wait: (seconds: number) => void
  /** Null if the request is accepted, else seconds to wait. */
  ask: () => number | null
  left: () => number
} {
  let clock = 0
  let window = 0
  let use = { before: 0, current: 0 }
  const passed = (): number => clock / WINDOW_S - window
  return {
    wait: (seconds) => {
      clock += seconds
      const running = Math.floor(clock / WINDOW_S)
      if (running !== window) use = { before: running === window + 1 ? use.current : 0, current: 0 }
      window = running
    },
    left: () => slidingLeft(limit, use, passed()),
    ask: () => {
      const asked = { ...use, current: use.current + 1 }
      if (slidingLeft(limit, asked, passed()) < 0) return secondsUntilFree(limit, use, passed(), WINDOW_S)
      use = asked
      return null
    },
  }
}

t.test('the change of the minute does not let twice the limit pass', async (t) => {
  const { wait, ask } = counter(600)
  const accepted = (): number => Array.from({ length: 1_000 }, ask).filter((answer) => answer === null).length
  wait(59)
  t.equal(accepted(), 600)
  wait(2)
  t.ok(accepted() <= 10, 'what two seconds free, and no more')
  wait(58)
  t.ok(accepted() <= 590)
})

t.test('a client that waits as long as was asked is accepted', async () => {
  const steps = fc.array(fc.record({ wait: fc.double({ min: 0, max: 90, noNaN: true }), burst: fc.nat(30) }))
  fc.assert(
    fc.property(fc.integer({ min: 2, max: 40 }), steps, (limit, list) => {
      const { wait, ask, left } = counter(limit)
      for (const step of list) {
        wait(step.wait)
        for (let n = 0; n < step.burst; n += 1) {
          const retryAfter = ask()
          if (retryAfter === null) continue
          if (retryAfter < 1 || retryAfter > 2 * WINDOW_S) return false
          wait(retryAfter)
          if (ask() !== null) return false
        }
        if (left() < 0) return false
      }
      return true
    }),
  )
})
