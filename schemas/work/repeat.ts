export interface Repeated {
  /** Runs the task now, or waits for the run that goes on. Never rejects. */
  run: () => Promise<void>
  /** Ends the repetition, and waits for the run that goes on. */
  stop: () => Promise<void>
}

/**
 * Runs a task every `ms`, never twice at once: while a database is away, further runs would only fill its pool. It keeps
 * no process alive.
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
