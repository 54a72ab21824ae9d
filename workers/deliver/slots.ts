/** How many attempts one process has in flight over all callbacks; who finds none free is woken, first come first served. */
export interface Slots {
  free: () => number
  take: (count: number) => void
  give: () => void
  /** Calls back once when a slot is free; a caller already waiting keeps its place. */
  wait: (wake: () => void) => void
}

/** So many slots, all free. `take` is not checked: a caller takes no more than `free` tells. */
export function slots(most: number): Slots {
  let taken = 0
  const waiting = new Set<() => void>()
  return {
    free: () => most - taken,
    take: (count) => {
      taken += count
    },
    give: () => {
      taken -= 1
      // Who is woken may have nothing to send any more: then the slot is the next one's.
      for (const wake of waiting) {
        if (taken >= most) return
        waiting.delete(wake)
        wake()
      }
    },
    wait: (wake) => {
      waiting.add(wake)
    },
  }
}
