/** How many attempts one process has in flight over all callbacks; who finds none free is woken, first come first served. */
export interface AttemptSlots {
  free: () => number
  acquire: (count: number) => void
  release: () => void
  /** Calls back once when a slot is free; a caller already waiting keeps its place. */
  onFree: (wake: () => void) => void
}

/** So many slots, all free. `take` is not checked: a caller takes no more than `free` tells. */
export function attemptSlots(most: number): AttemptSlots {
  let taken = 0
  const waiting = new Set<() => void>()
  return {
    free: () => most - taken,
    acquire: (count) => {
      taken += count
    },
    release: () => {
      taken -= 1
      // Who is woken may have nothing to send any more: then the slot is the next one's.
      for (const wake of waiting) {
        if (taken >= most) return
        waiting.delete(wake)
        wake()
      }
    },
    onFree: (wake) => {
      waiting.add(wake)
    },
  }
}
