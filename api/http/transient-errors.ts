/** Errors that pass by themselves: they say nothing about the request, which may be repeated unchanged. */

/**
 * SQLSTATEs and socket errors: Postgres is down or out of resources (08, 53, 57P), a statement or lock took
 * too long (57014, 55P03, 25P03), a deadlock or serialisation failure (40), or the host is not found or not
 * reachable; and an id generator that has no slot (schemas/base/ids.ts).
 */
const TRANSIENT_CODES =
  /^(08|53|57P|57014|55P03|25P03|40)|^(ECONN|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH)|^ids_/

/**
 * Messages of pg, its pool and knex that come without a code: no connection or no answer in time, or a
 * connection that has ended. knex puts the statement and a dash before the message.
 */
const TRANSIENT_MESSAGES = new RegExp(
  `(^| - )(${[
    'Knex: Timeout acquiring a connection.*',
    'timeout expired',
    'Query read timeout',
    'timeout exceeded when trying to connect',
    'Connection terminated[ a-z]*',
    'Client [ a-z]+ is not queryable',
  ].join('|')})$`,
)

/**
 * Whether a thrown error is a transient failure of the database, of the connection to it, or of the id
 * generator: 503 with `Retry-After`.
 */
export function isTransientError(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return 'code' in error && typeof error.code === 'string'
    ? TRANSIENT_CODES.test(error.code)
    : TRANSIENT_MESSAGES.test(error.message)
}
