/** Counters of attempts and failures, shared by all nodes. */
export interface ThrottleLimit {
  key: string
  limit: number
  /** Seconds of its window, if it is not that of the others. */
  windowSeconds?: number
}

export interface ThrottleStore {
  /** Seconds to wait if any of the keys has reached its limit, else null. Counts nothing. */
  secondsBlocked: (limits: readonly ThrottleLimit[]) => Promise<number | null>
  /**
   * Counts one for every key and returns null. If a key has reached its limit, counts nothing and returns
   * the seconds to wait. Exact under concurrency. A window begins with the first count of its key.
   */
  consume: (limits: readonly ThrottleLimit[], windowSeconds: number) => Promise<number | null>
  /** Takes one count of each key back. */
  refund: (keys: readonly string[]) => Promise<void>
  reset: (keys: readonly string[]) => Promise<void>
}
