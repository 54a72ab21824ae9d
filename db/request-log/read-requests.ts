/** Reads the request log of an application, newest first. */
import type pg from 'pg'
import type {
  LoggedErrors,
  LoggedRequest,
  RequestLogReader,
  RequestQuery,
  StatusClass,
} from '../../schemas/oauth/logged-request.js'
import { isLiveSql } from '../event-log/test-events.js'
import { composed, Conditions, epochMs, fromEpochMs, prepared, queryRows } from '../pg/prepared-statements.js'

type Row = [
  at: string,
  request: string,
  memberId: string | null,
  method: string,
  route: string,
  path: string,
  query: string,
  status: number,
  ms: number,
  error: string | null,
  description: string | null,
  errors: string | null,
]

const UNLISTED = `
  select day::text as day, unlisted as count from request_log_day
  where client_id = $1 and unlisted > 0 order by day desc`

/** Of the newest ones only, so that a busy application costs no more than its page may take. */
const LAST_DAY = prepared(
  `
  select count(*)::int, count(*) filter (where status >= 400)::int
  from (select status from request_log where client_id = $1 and at >= now() - interval '24 hours'
      and ${isLiveSql('member_id')}
    order by at desc, request desc limit $2) recent`,
  'request-log-last-day',
)

const IN_CLASS: Readonly<Record<StatusClass, string>> = {
  refused: 'status >= 400',
  '2xx': 'status between 200 and 299',
  '3xx': 'status between 300 and 399',
  '4xx': 'status >= 400 and status < 500',
  '5xx': 'status >= 400 and status >= 500',
}

export function requestLogReader(pool: pg.Pool): RequestLogReader {
  return {
    list: async (clientId, query) => {
      const { text, values } = conditions(clientId, query)
      const rows = await queryRows<Row>(
        pool,
        composed(`
          select ${epochMs('at')}::text, request, member_id::text, method, route, path, query, status::int, ms,
            error, description, errors
          from request_log where ${text} order by at desc, request desc limit $2`),
        values,
      )
      return rows.map((row) => toRequest(clientId, row))
    },
    lastDay: async (clientId, most) => {
      const [[total, refused] = [0, 0]] = await queryRows<[number, number]>(pool, LAST_DAY, [clientId, most])
      return { total, refused }
    },
    unlisted: async (clientId) => {
      const { rows } = await pool.query<{ day: string; count: number }>(UNLISTED, [clientId])
      return rows.map(({ day, count }) => ({ day: new Date(day), count }))
    },
  }
}

function conditions(clientId: string, query: RequestQuery): Conditions {
  const where = new Conditions('client_id = $1', clientId, query.limit)
  const { statusClass, method, path, request, memberId, since, until, before } = query
  if (statusClass !== null) where.and(IN_CLASS[statusClass])
  if (method !== null) where.and('method = ?', method)
  if (path !== null) where.and('starts_with(path, ?)', path)
  if (request !== null) where.and('request = ?', request)
  if (memberId !== null) where.and('member_id = ?', memberId)
  if (since !== null) where.andInstant('at >= ?', since)
  if (until !== null) where.andInstant('at < ?', until)
  if (before !== null) where.and(`(at, request) < (${fromEpochMs('?')}, ?)`, before.at, before.request)
  return where
}

function toRequest(clientId: string, row: Row): LoggedRequest {
  const [at, request, memberId, method, route, path, query, status, ms, error, description, errors] = row
  return {
    clientId,
    at: Number(at),
    request,
    memberId,
    method,
    route,
    path,
    query,
    status,
    ms,
    error,
    description,
    errors: errors === null ? null : (JSON.parse(errors) as LoggedErrors),
  }
}
