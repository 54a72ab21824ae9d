/** Which failures pass by themselves: they say nothing of the request, and the same request may be made again. */

/**
 * SQLSTATEs and errors of sockets: Postgres is away or has no room (08, 53, 57P), took too long or was waited for too long
 * (57014, 55P03, 25P03), ended one of two that waited for each other (40), or is not found or reached.
 */
const TRANSIENT_CODES =
  /^(08|53|57P|57014|55P03|25P03|40)|^(ECONN|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH)/

/**
 * What pg, its pool and knex throw without a code: no connection or no answer came in time, or the connection there was has ended. knex puts the
 * statement and a dash before it.
 */
const TRANSIENT_MESSAGES =
  /(^| - )(Knex: Timeout acquiring a connection.*|timeout expired|Query read timeout|timeout exceeded when trying to connect|Connection terminated[ a-z]*|Client [ a-z]+ is not queryable)$/

/** Whether what was thrown is a failure of the database, or of the way to it, that passes: to be answered 503 with `Retry-After`. */
export function isTransientError(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return 'code' in error && typeof error.code === 'string'
    ? TRANSIENT_CODES.test(error.code)
    : TRANSIENT_MESSAGES.test(error.message)
}
