/** Retries work of a feed for a while: where a single request is answered 503, the sender of a feed waits. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { ApiError } from '../../../schemas/base/errors.js'
import { toApiError } from '../../http/errors.js'

export interface RetryPolicy {
  /** Milliseconds for which work is retried. */
  maxMs: number
  /** Whether to give up: nobody reads the answer any more, or the server is closing. */
  isCancelled: () => boolean
}

const FIRST_PAUSE_MS = 100
const MAX_PAUSE_MS = 2_000
const TRANSIENT_CODES = new Set(['temporarily_unavailable', 'rate_limited'])

/** What `work` answers, or the error with which it still fails at the end. `work` must be idempotent. */
export async function retryTransient<T>(
  work: () => Promise<T>,
  { maxMs, isCancelled }: RetryPolicy,
): Promise<{ is: 'done'; value: T } | { is: 'failed'; error: ApiError; cause: unknown }> {
  const end = performance.now() + maxMs
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause * 2, MAX_PAUSE_MS)) {
    try {
      return { is: 'done', value: await work() }
    } catch (cause) {
      const error = toApiError(cause)
      if (!TRANSIENT_CODES.has(error.code) || isCancelled() || performance.now() + pause > end)
        return { is: 'failed', error, cause }
    }
    await sleep(pause)
  }
}
