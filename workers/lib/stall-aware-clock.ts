/**
 * Time as this process had it: a clock that hardly moves while the process is frozen or one long thought holds its thread.
 * What waits for an answer asks it. By the real clock every answer that came meanwhile is overdue before it can be read, so
 * that a worker alone gave up all it had whenever it thought for longer than its patience, and the thought with it.
 */

export interface StallAwareClock {
  /** Milliseconds, from any beginning; a standstill counts as `STANDSTILL_MS` at most. */
  now: () => number
  stop: () => void
}

const TICK_MS = 50
/** A wait of this length tells a standstill from a busy thread. */
const MAX_STALL_MS = 500

/** Starts the clock. */
export function stallAwareClock(): StallAwareClock {
  let counted = 0
  let last = performance.now()
  const now = (): number => counted + Math.min(performance.now() - last, MAX_STALL_MS)
  const tick = setInterval(() => {
    counted = now()
    last = performance.now()
  }, TICK_MS)
  return {
    now,
    stop: () => {
      clearInterval(tick)
    },
  }
}
