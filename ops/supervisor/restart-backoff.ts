const FIRST_MS = 250
const LONGEST_MS = 10_000

/** Milliseconds to wait before the process that died `times` times in a row (1 and up) is started again. */
export function restartDelay(times: number): number {
  return Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.max(0, times - 1))
}

/** A process that ran this long before it died counts as healthy: its next death is its first again. */
export const HEALTHY_MS = 30_000
