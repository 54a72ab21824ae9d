/** Runs steps in loops until stopped. A failed step is logged, retried, and reported as failing until one succeeds. */
import type { Log } from '../../schemas/base/log.js'
import { pause } from './backoff.js'
import { ongoingFailures, type OngoingFailure } from './ongoing-failures.js'

export interface RetriedLoops {
  /**
   * Repeats `step` until the signal aborts, `retryMs` after a failure. `failure` says what is not done then, such as
   * "callbacks not claimed".
   */
  repeat: (failure: string, retryMs: number, step: () => Promise<void>) => Promise<void>
  failing: () => OngoingFailure<string>[]
}

/** The loops of one worker; `now` in milliseconds of any origin. */
export function retriedLoops(log: Log, signal: AbortSignal, now?: () => number): RetriedLoops {
  const { failed, cleared, failing } = ongoingFailures<string>(now)
  return {
    repeat: async (failure, retryMs, step) => {
      while (!signal.aborted) {
        try {
          await step()
          cleared(failure)
        } catch (error) {
          failed(failure, error)
          log.warn({ error }, `${failure}; will retry`)
          await pause(retryMs, signal)
        }
      }
    },
    failing,
  }
}
