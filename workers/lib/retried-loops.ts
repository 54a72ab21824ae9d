/** Loops that go on until they are stopped: a failed step is logged and tried again, and is known until one succeeds. */
import type { Log } from '../../schemas/base/log.js'
import { pause } from './backoff.js'

export interface FailingLoop {
  /** What is not done, such as "callbacks not claimed". */
  what: string
  /** Since the first failure after the last success. */
  seconds: number
  /** Of the last failure. */
  error: string
}

export interface RetriedLoops {
  /** Repeats `step` until the signal aborts, `retryMs` after a failure. `what` says what a failure leaves undone. */
  repeat: (what: string, retryMs: number, step: () => Promise<void>) => Promise<void>
  failing: () => FailingLoop[]
}

const SECOND = 1_000

/** The loops of one worker; `now` in milliseconds of any origin. */
export function retriedLoops(log: Log, signal: AbortSignal, now = () => performance.now()): RetriedLoops {
  const failures = new Map<string, { since: number; error: string }>()
  return {
    repeat: async (what, retryMs, step) => {
      while (!signal.aborted) {
        try {
          await step()
          failures.delete(what)
        } catch (error) {
          const since = failures.get(what)?.since ?? now()
          failures.set(what, { since, error: error instanceof Error ? error.message : String(error) })
          log.warn({ error }, `${what}; will retry`)
          await pause(retryMs, signal)
        }
      }
    },
    failing: () =>
      [...failures].map(([what, { since, error }]) => ({
        what,
        seconds: Math.floor((now() - since) / SECOND),
        error,
      })),
  }
}
