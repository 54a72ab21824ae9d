/**
 * What came of one attempt: `answered` with whatever status, `failed` if there was no response. Whether the
 * delivery succeeded is another question (`isSuccess`): a 500 is answered, and is no success.
 */

/**
 * - `refused`: the SSRF guard did not allow the address, or the name resolves to one that is not public.
 * - `dns`, `connect`, `tls`, `reset`: where the connection broke.
 * - `timeout`: the receiver did not respond in time.
 * - `protocol`: the response was not HTTP.
 */
export type ErrorClass = 'refused' | 'dns' | 'connect' | 'tls' | 'reset' | 'timeout' | 'protocol'

export type AttemptResult =
  | {
      is: 'answered'
      status: number
      /** The `Retry-After` header. */
      retryAfter: string | null
      /** The `webhook-delivery` header. */
      directive: string | null
      ms: number
    }
  | { is: 'failed'; error: ErrorClass; ms: number }

/** True if the receiver accepted the event: a 2xx in time. */
export function isSuccess(result: AttemptResult): boolean {
  return result.is === 'answered' && result.status >= 200 && result.status < 300
}
