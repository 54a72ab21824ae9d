/** What came of one attempt, as the sender saw it. A receiver's 500 is an answer; only what broke before one is a failure. */

/**
 * - `refused`: the guard did not let us connect there, or the name leads to an address that is not public.
 * - `dns`, `connect`, `tls`, `reset`: where the connection broke. `timeout`: the receiver's time was up.
 * - `protocol`: what came back was not HTTP.
 */
export type ErrorClass = 'refused' | 'dns' | 'connect' | 'tls' | 'reset' | 'timeout' | 'protocol'

export type AttemptResult =
  | { is: 'answered'; status: number; retryAfter: string | null; directive: string | null; ms: number }
  | { is: 'failed'; error: ErrorClass; ms: number }

/** Whether the receiver took the event: a 2xx within its time. */
export function isSuccess(answer: AttemptResult): boolean {
  return answer.is === 'answered' && answer.status >= 200 && answer.status < 300
}
