/**
 * Runs at most `max` pieces of work at once, first come, first served, so that they leave resources for
 * others.
 */
export function concurrencyLimit(max: number): <T>(work: () => Promise<T>) => Promise<T> {
  let running = 0
  const waiting: Array<() => void> = []
  return async (work) => {
    if (running >= max)
      await new Promise<void>((resolve) => {
        waiting.push(resolve)
      })
    else running += 1
    try {
      return await work()
    } finally {
      // The next one takes the slot over: it is never free in between.
      const next = waiting.shift()
      if (next === undefined) running -= 1
      else next()
    }
  }
}
