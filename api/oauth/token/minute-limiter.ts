/** A limit per key and minute, counted in this process: coarse on purpose, it spares the database a flood of one client. */
const MAX_KEYS = 10_000

/** What a key has left in this minute, negative once it is beyond the limit, and the seconds until the next one begins. */
export interface Allowance {
  limit: number
  left: number
  reset: number
}

/** Takes one for a key; null where nothing is counted: a limit of 0 lets everything pass. `now` gives epoch milliseconds. */
export function minuteLimiter(limit: number, now: () => number): (key: string) => Allowance | null {
  let minute = -1
  const taken = new Map<string, number>()
  return (key) => {
    if (limit === 0) return null
    const clock = now()
    const current = Math.floor(clock / 60_000)
    if (current !== minute || taken.size > MAX_KEYS) {
      minute = current
      taken.clear()
    }
    const count = (taken.get(key) ?? 0) + 1
    taken.set(key, count)
    return { limit, left: limit - count, reset: Math.ceil(((current + 1) * 60_000 - clock) / 1000) }
  }
}
