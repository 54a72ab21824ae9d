/** Lets a few partitions work at once; the others queue in order, and their batches grow meanwhile. */
export interface Turns { enter: () => Promise<void>, leave: () => void }

export function turns (atOnce: number): Turns {
  let free = atOnce
  const queue: Array<() => void> = []
  return {
    enter: async () => {
      if (free > 0) { free -= 1; return }
      await new Promise<void>(resolve => { queue.push(resolve) })
    },
    leave: () => {
      const next = queue.shift()
      if (next === undefined) free += 1
      else next()
    }
  }
}
