/**
 * When messages of a feed were received. The rules order the words about somebody by it, so that in one millisecond no two
 * are: many messages at once run ahead of the clock.
 */
export interface MonotonicTimestamps {
  /** The instant of the next message for somebody, epoch milliseconds: later than that of the one before. */
  next: (whom: string) => number
  /** Waits until the clock is past all of them: what their sender says after the answer must not be taken for earlier. */
  caughtUp: () => Promise<void>
}

/** Members and numbers whose newest message is known. */
const MAX_KEYS = 20_000

/** `now`: epoch milliseconds. */
export function monotonicTimestamps(now: () => number): MonotonicTimestamps {
  const newest = new Map<string, number>()
  let latest = 0
  return {
    next: (whom) => {
      const at = Math.max(now(), (newest.get(whom) ?? 0) + 1)
      newest.set(whom, at)
      latest = Math.max(latest, at)
      return at
    },
    caughtUp: async () => {
      const ahead = latest - now()
      if (ahead >= 0) await new Promise((resolve) => setTimeout(resolve, ahead + 1))
      // Not before: whoever is ahead of the clock would be told something at an earlier instant.
      if (newest.size >= MAX_KEYS) newest.clear()
    },
  }
}
