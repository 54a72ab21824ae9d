/**
 * A limit per key over a sliding minute, counted in this process only: coarse, but it spares the database a
 * flood from one client.
 */
import { WINDOW_S } from '../../plugins/rate-limit-headers.js'
import type { LimitState } from '../../plugins/rate-limit-headers.js'
import { secondsUntilFree, slidingLeft } from '../../plugins/sliding-window.js'

const WINDOW_MS = WINDOW_S * 1_000
const MAX_KEYS = 10_000

/**
 * Counts one request per call, unless it is refused.
 * @param limit requests per key and minute; 0: no limit, and every call returns null
 * @param now epoch milliseconds
 */
export function minuteLimiter(limit: number, now: () => number): (key: string) => LimitState | null {
  let window = -1
  let current = new Map<string, number>()
  let before = new Map<string, number>()
  return (key) => {
    if (limit === 0) return null
    const clock = now() / WINDOW_MS
    const running = Math.floor(clock)
    if (running !== window || current.size > MAX_KEYS) {
      before = running === window + 1 ? current : new Map()
      current = new Map()
      window = running
    }
    const passed = clock - running
    const use = { before: before.get(key) ?? 0, current: (current.get(key) ?? 0) + 1 }
    const left = slidingLeft(limit, use, passed)
    if (left < 0) use.current -= 1
    current.set(key, use.current)
    return { limit, left, reset: secondsUntilFree(limit, use, passed, WINDOW_S) }
  }
}
