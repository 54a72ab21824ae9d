/** A feed waits where a single request is sent away: what cannot be done now is tried again for a while, and its sender waits with it. */
import type { ApiError } from '../../../schemas/base/errors.js'
import { toApiError } from '../../http/errors.js'

export interface RetryPolicy {
  /** Milliseconds for which it is tried again. */
  maxMs: number
  /** Whether waiting is of no use any more: nobody reads the answer, or the door closes. */
  isCancelled: () => boolean
}

const FIRST_PAUSE_MS = 100
const MAX_PAUSE_MS = 2_000
const TRANSIENT_CODES = new Set(['temporarily_unavailable', 'rate_limited'])

/** What `work` answers, or the fault that it still ends with after all that time. It must do no harm when it is done twice. */
export async function retryTransient<T>(
  work: () => Promise<T>,
  { maxMs: most, isCancelled: over }: RetryPolicy,
): Promise<{ is: 'done'; value: T } | { is: 'failed'; fault: ApiError; error: unknown }> {
  const end = performance.now() + most
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause * 2, MAX_PAUSE_MS)) {
    try {
      return { is: 'done', value: await work() }
    } catch (error) {
      const fault = toApiError(error)
      if (!TRANSIENT_CODES.has(fault.code) || over() || performance.now() + pause > end)
        return { is: 'failed', fault, error }
    }
    await new Promise((resolve) => setTimeout(resolve, pause))
  }
}
