export interface Repeated {
  /** Runs the task now, or waits for the run in progress. Never rejects. */
  run: () => Promise<void>
  /** Stops, and waits for the run in progress. */
  stop: () => Promise<void>
}

/**
 * Runs a task every `ms`, never twice at once: while a database is unavailable, further runs would only fill its pool.
 * Does not keep the process alive.
 */
export function repeat(ms: number, task: () => Promise<void>, onError: (error: unknown) => void): Repeated {
  let running: Promise<void> | null = null
  const run = async (): Promise<void> => {
    running ??= task()
      .catch(onError)
      .finally(() => {
        running = null
      })
    await running
  }
  const timer = setInterval(() => void run(), ms)
  timer.unref()
  return {
    run,
    stop: async () => {
      clearInterval(timer)
      await running
    },
  }
}
