const FIRST_DELAY_MS = 250
const MAX_DELAY_MS = 10_000

/**
 * A process that ran for this long before it exited counts as healthy: its next exit is the first in a row.
 */
export const HEALTHY_MS = 30_000

/** Milliseconds to wait before restarting a process that has exited `times` times in a row (1 or more). */
export function restartDelay(times: number): number {
  return Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 2 ** Math.max(0, times - 1))
}
