/** What is counted about connections and load (ops/docs/metrics.md). ops implements it. */

/**
 * Why a connection was closed before its time: `idle` or `unfinished` to make a place, `full` without having
 * been accepted, `pipelined` for too many requests on it, `slow_body` or `slow_reader` at a deadline.
 */
export type ConnectionClosedCause = 'idle' | 'unfinished' | 'full' | 'pipelined' | 'slow_body' | 'slow_reader'

export interface ConnectionMetrics {
  closed: (cause: ConnectionClosedCause) => void
  /** Functions that read what is open now; each is given once. */
  watch: (readers: { open?: () => number; unfinished?: () => number; inFlight?: () => number }) => void
}
