/**
 * Bounds the attempts one process has in flight over all endpoints. Waiting runners are woken first come,
 * first served.
 */
export interface AttemptSlots {
  free: () => number
  acquire: (count: number) => void
  release: () => void
  /** Calls back once when a slot is free; a caller that waits already keeps its place. */
  onFree: (wake: () => void) => void
}

/** `acquire` is not checked: a caller acquires no more than `free` returns. */
export function attemptSlots(max: number): AttemptSlots {
  let taken = 0
  const waiting = new Set<() => void>()
  return {
    free: () => max - taken,
    acquire: (count) => {
      taken += count
    },
    release: () => {
      taken -= 1
      // A runner that is woken may have nothing to send any more: then the next one gets the slot.
      for (const wake of waiting) {
        if (taken >= max) return
        waiting.delete(wake)
        wake()
      }
    },
    onFree: (wake) => {
      waiting.add(wake)
    },
  }
}
