/** A feed waits where a single request is sent away: what cannot be done now is tried again for a while, and its sender waits with it. */
import type { Fault } from '../../schemas/faults.js'
import { asFault } from '../errors.js'

export interface Patience {
  /** Milliseconds for which it is tried again. */
  most: number
  /** Whether waiting is of no use any more: nobody reads the answer, or the door closes. */
  over: () => boolean
}

const FIRST_PAUSE_MS = 100
const LONGEST_PAUSE_MS = 2_000
const PASSING = new Set(['temporarily_unavailable', 'rate_limited'])

/** What `work` answers, or the fault that it still ends with after all that time. It must do no harm when it is done twice. */
export async function patiently<T>(
  work: () => Promise<T>,
  { most, over }: Patience,
): Promise<{ is: 'done'; value: T } | { is: 'failed'; fault: Fault; error: unknown }> {
  const end = performance.now() + most
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
    try {
      return { is: 'done', value: await work() }
    } catch (error) {
      const fault = asFault(error)
      if (!PASSING.has(fault.code) || over() || performance.now() + pause > end)
        return { is: 'failed', fault, error }
    }
    await new Promise((resolve) => setTimeout(resolve, pause))
  }
}
