/** Which server an error shows to be unavailable. */
import { isTransientError } from '../../api/http/transient-errors.js'
import { PublishError } from '../../schemas/stream/publish-error.js'
import { isTransientBrokerError } from '../../workers/stream/connection/transient-errors.js'
import { ReadSessionLost } from '../../workers/stream/session.js'

export type Server = 'Postgres' | 'NATS'

/** Causes of causes that are followed. */
const MAX_DEPTH = 5

/** Transient, but Postgres answered: a statement or lock took too long, a deadlock. */
const CONTENTION = /^(57014|55P03|25P03|40)/

const UNAVAILABLE = 503
const LOST_WITH_CONNECTION = new Set(['connection was replaced', 'heartbeats_missed'])

/**
 * The server that an error, or one of its causes, shows to be unavailable; null for every other error. Errors
 * of sockets are taken for Postgres: the NATS client wraps its own, and deliveries report theirs as outcomes.
 */
export function failedServer(error: unknown): Server | null {
  let current = error
  for (let depth = 0; depth < MAX_DEPTH && current instanceof Error; depth++) {
    if (isNatsFailure(current)) return 'NATS'
    if (isPostgresFailure(current)) return 'Postgres'
    current = current instanceof AggregateError ? current.errors[0] : current.cause
  }
  return null
}

/** One line. If a host has several addresses, the failures arrive as one error without a message. */
export function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.message === '') return error.errors.map(reasonOf).join('; ')
  return error instanceof Error ? error.message : String(error)
}

function isNatsFailure(error: Error): boolean {
  if (error instanceof PublishError)
    return error.reason === 'broker_unavailable' || error.reason === 'outcome_unknown'
  if (error instanceof ReadSessionLost) return LOST_WITH_CONNECTION.has(error.message)
  if (isTransientBrokerError(error)) return true
  return 'status' in error && error.status === UNAVAILABLE && error.name === 'JetStreamApiError'
}

function isPostgresFailure(error: Error): boolean {
  if (!isTransientError(error)) return false
  return !('code' in error && typeof error.code === 'string' && CONTENTION.test(error.code))
}
