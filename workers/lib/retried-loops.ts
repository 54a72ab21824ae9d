/** Runs steps in loops until stopped. A failed step is logged, retried, and reported as failing until one succeeds. */
import type { Log } from '../../schemas/base/log.js'
import { pause } from './backoff.js'
import { ongoingFailures, type OngoingFailure } from './ongoing-failures.js'

/**
 * Also of a step that is done once a minute, because readiness waits for it after an outage. Longer than a recorder's
 * retry: outcomes are written before another worker claims their callback and sends the same deliveries again.
 */
const RETRY_MS = 1_000

export interface RetriedLoops {
  /**
   * Repeats `step` until the signal aborts, after as many milliseconds as it returned. `failure` says what is not done
   * if it fails, such as "callbacks not claimed".
   */
  repeat: (failure: string, step: () => Promise<number>) => Promise<void>
  failing: () => OngoingFailure<string>[]
}

/** The loops of one worker; `now` in milliseconds of any origin. */
export function retriedLoops(log: Log, signal: AbortSignal, now?: () => number): RetriedLoops {
  const { failed, cleared, failing } = ongoingFailures<string>(now)
  return {
    repeat: async (failure, step) => {
      while (!signal.aborted) {
        let ms = RETRY_MS
        try {
          ms = await step()
          cleared(failure)
        } catch (error) {
          failed(failure, error)
          log.warn({ error }, `${failure}; will retry`)
        }
        if (ms > 0) await pause(ms, signal)
      }
    },
    failing,
  }
}
