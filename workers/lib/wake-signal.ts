/** A wait that can be cut short. A notification while nobody waits is kept for the next wait. */
export interface WakeSignal {
  notify: () => void
  /** Resolves after `ms`, when notified, or when the signal aborts. */
  wait: (ms: number, signal: AbortSignal) => Promise<void>
}

export function wakeSignal(): WakeSignal {
  let notified = false
  let wake: (() => void) | null = null
  return {
    notify: () => {
      notified = true
      wake?.()
    },
    wait: async (ms, signal) => {
      if (!notified && !signal.aborted) {
        await new Promise<void>((resolve) => {
          const done = (): void => {
            clearTimeout(timer)
            signal.removeEventListener('abort', done)
            wake = null
            resolve()
          }
          const timer = setTimeout(done, ms)
          signal.addEventListener('abort', done, { once: true })
          wake = done
        })
      }
      notified = false
    },
  }
}
