/** A wait that whoever has work can cut short. A ring while nobody waits is remembered. */
export interface WakeSignal {
  notify: () => void
  /** Resolves after `ms`, when rung, or when the signal aborts. */
  wait: (ms: number, signal: AbortSignal) => Promise<void>
}

export function wakeSignal(): WakeSignal {
  let rung = false
  let wake: (() => void) | null = null
  return {
    notify: () => {
      rung = true
      wake?.()
    },
    wait: async (ms, signal) => {
      if (!rung && !signal.aborted) {
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
      rung = false
    },
  }
}
