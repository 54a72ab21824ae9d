/**
 * A limit per key and minute, counted in this process only: coarse, but it spares the database a flood from
 * one client.
 */
import type { LimitState } from '../../plugins/rate-limit-headers.js'

const MINUTE_MS = 60_000
const MAX_KEYS = 10_000

/**
 * Counts one request per call.
 * @param limit requests per key and minute; 0: no limit, and every call returns null
 * @param now epoch milliseconds
 */
export function minuteLimiter(limit: number, now: () => number): (key: string) => LimitState | null {
  let minute = -1
  const counts = new Map<string, number>()
  return (key) => {
    if (limit === 0) return null
    const clock = now()
    const current = Math.floor(clock / MINUTE_MS)
    if (current !== minute || counts.size > MAX_KEYS) {
      minute = current
      counts.clear()
    }
    const count = (counts.get(key) ?? 0) + 1
    counts.set(key, count)
    return { limit, left: limit - count, reset: Math.ceil(((current + 1) * MINUTE_MS - clock) / 1000) }
  }
}
