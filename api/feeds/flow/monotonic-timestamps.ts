/**
 * Receive times of a feed's messages. The rules order the statements about one member by receive time, so no
 * two messages of one member may have the same millisecond: a burst of messages runs ahead of the clock.
 */
import { setTimeout as sleep } from 'node:timers/promises'

export interface MonotonicTimestamps {
  /**
   * The receive time of the recipient's next message, epoch milliseconds: later than that of the one before.
   */
  next: (recipient: string) => number
  /**
   * Waits until the clock has passed all of them: what is sent after the answer must not count as earlier.
   */
  caughtUp: () => Promise<void>
}

/** Recipients whose latest receive time is remembered. */
const MAX_KEYS = 20_000

/** @param now epoch milliseconds */
export function monotonicTimestamps(now: () => number): MonotonicTimestamps {
  const latestOf = new Map<string, number>()
  let latest = 0
  return {
    next: (recipient) => {
      const at = Math.max(now(), (latestOf.get(recipient) ?? 0) + 1)
      latestOf.set(recipient, at)
      latest = Math.max(latest, at)
      return at
    },
    caughtUp: async () => {
      const awaited = latest
      // A timer may fire a millisecond early.
      for (let ahead = awaited - now(); ahead >= 0; ahead = awaited - now()) await sleep(ahead + 1)
      // Only now: a recipient that is ahead of the clock would otherwise get an earlier time.
      if (latestOf.size >= MAX_KEYS) latestOf.clear()
    },
  }
}
