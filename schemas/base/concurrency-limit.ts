/** Lets so many pieces of work run at once, the others wait in line: they never take all of what others need as well. */
export function concurrencyLimit(most: number): <T>(work: () => Promise<T>) => Promise<T> {
  let running = 0
  const waiting: Array<() => void> = []
  return async (work) => {
    if (running >= most)
      await new Promise<void>((resolve) => {
        waiting.push(resolve)
      })
    else running += 1
    try {
      return await work()
    } finally {
      // Who waits takes the place over: it is not free in between.
      const next = waiting.shift()
      if (next === undefined) running -= 1
      else next()
    }
  }
}
