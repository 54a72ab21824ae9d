/** Errors of the broker's client that pass by themselves: no server, no answer, or no leader yet. */
import { JetStreamApiError } from '@nats-io/jetstream'

/** Names of the client's errors. JetStream without a leader looks as if it were not enabled (workers/DESIGN.md 3.5). */
const TRANSIENT_NAMES = new Set([
  'ConnectionError',
  'ClosedConnectionError',
  'DrainingConnectionError',
  'TimeoutError',
  'RequestError',
  'NoRespondersError',
  'JetStreamNotEnabled',
])

/**
 * "JetStream system temporarily unavailable", and "no suitable peers for placement" while a cluster has too few
 * servers (nats-server errors.json).
 */
const TRANSIENT_CODES = new Set<number>([10_008, 10_005])

/** Whether the same call may succeed later without any change of settings. */
export function isTransientBrokerError(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error instanceof JetStreamApiError) return TRANSIENT_CODES.has(error.code)
  return TRANSIENT_NAMES.has(error.name) || /authentication timeout/i.test(error.message)
}
