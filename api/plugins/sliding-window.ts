/**
 * A limit per minute without an edge: the requests of the last 60 s count, estimated from two fixed windows.
 * The earlier one counts by the part of it that is still within the last 60 s, as if its requests had been
 * spread evenly. With fixed windows alone, twice the limit would pass within a moment, at the change of the
 * minute.
 */

/** What one key used in the running window and in the one before. */
export interface WindowUse {
  before: number
  current: number
}

/** A client that waits as long as was asked must not be refused for the last bit of a fraction. */
const ROUNDING = 1e-6

/** Requests within the last window, `passed` (0 to 1) of the running one being over. */
function slidingCount({ before, current }: WindowUse, passed: number): number {
  return before * (1 - passed) + current
}

/** Requests that are left of `limit`; negative beyond it. */
export function slidingLeft(limit: number, use: WindowUse, passed: number): number {
  return Math.floor(limit - slidingCount(use, passed) + ROUNDING)
}

/**
 * Seconds, at least 1, until one more request is within `limit`, if all that are left are used at once.
 * @param seconds length of a window
 */
export function secondsUntilFree(limit: number, use: WindowUse, passed: number, seconds: number): number {
  const used = Math.max(use.current, use.current + slidingLeft(limit, use, passed))
  const free = limit - 1
  // Within this window, as the earlier one goes out of sight.
  if (use.before > 0 && used <= free) {
    const at = 1 - (free - used) / use.before
    if (at <= 1) return Math.max(1, Math.ceil((at - passed) * seconds))
  }
  // In the next window, as this one does.
  const next = used <= free ? 0 : 1 - free / used
  return Math.max(1, Math.ceil((1 - passed + next) * seconds))
}
