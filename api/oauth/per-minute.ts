/** A limit per key and minute, counted in this process: coarse on purpose, it spares the database a flood of one client. */
const MAX_KEYS = 10_000

/**
 * Takes one for a key: null when it is within the limit, else the seconds until the next minute begins. A limit of 0 lets
 * everything pass. `now` gives epoch milliseconds.
 */
export function perMinute (limit: number, now: () => number): (key: string) => number | null {
  let minute = -1
  const taken = new Map<string, number>()
  return key => {
    if (limit === 0) return null
    const clock = now()
    const current = Math.floor(clock / 60_000)
    if (current !== minute || taken.size > MAX_KEYS) {
      minute = current
      taken.clear()
    }
    const count = (taken.get(key) ?? 0) + 1
    taken.set(key, count)
    return count > limit ? Math.ceil(((current + 1) * 60_000 - clock) / 1000) : null
  }
}
