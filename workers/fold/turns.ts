/** Lets a few partitions work at once; the others queue in order, and their batches grow meanwhile. */
export interface Turns {
  /** Waits for a turn; `alone`: for one during which nobody else has any. Answers how to give it back. */
  enter: (alone?: boolean) => Promise<() => void>
}

export function turns (atOnce: number): Turns {
  let free = atOnce
  const queue: Array<{ places: number, admit: () => void }> = []
  const admit = (): void => {
    for (let next = queue[0]; next !== undefined && next.places <= free; next = queue[0]) {
      queue.shift()
      free -= next.places
      next.admit()
    }
  }
  return {
    enter: async (alone = false) => {
      const places = alone ? atOnce : 1
      await new Promise<void>(resolve => {
        queue.push({ places, admit: resolve })
        admit()
      })
      return () => { free += places; admit() }
    }
  }
}
