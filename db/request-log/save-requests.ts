/** Writes the request log of applications, many requests at once. */
import type pg from 'pg'
import type { LoggedRequest, RequestLogStore, RequestTotals } from '../../schemas/oauth/logged-request.js'
import { plainColumn, textColumn } from '../pg/array-literals.js'
import { fromEpochMs, prepared, queryRows } from '../pg/prepared-statements.js'

/** Rows of one statement: some milliseconds of the event loop to write its arrays. */
const MAX_ROWS = 1_000

/** The same request again is one that was saved before without our knowing. */
const INSERT = prepared(
  `
  insert into request_log (client_id, at, request, member_id, method, route, path, query, status, ms, error,
    description, errors)
  select client_id, ${fromEpochMs('at')}, request, member_id, method, route, path, query, status, ms, error,
    description, errors
  from unnest($1::text[], $2::float8[], $3::text[], $4::bigint[], $5::text[], $6::text[], $7::text[],
    $8::text[], $9::int[], $10::int[], $11::text[], $12::text[], $13::text[])
    as r(client_id, at, request, member_id, method, route, path, query, status, ms, error, description, errors)
  on conflict do nothing`,
  'request-log-insert',
)

/** In the order of the key: two processes with the same applications must not wait for each other. */
const COUNT = prepared(
  `
  insert into request_log_day as d (client_id, day, accepted, refused, unlisted)
  select client_id, 'epoch'::date + $1::int, accepted, refused, unlisted
  from unnest($2::text[], $3::int[], $4::int[], $5::int[]) as c(client_id, accepted, refused, unlisted)
  order by client_id
  on conflict (client_id, day) do update set accepted = d.accepted + excluded.accepted,
    refused = d.refused + excluded.refused, unlisted = d.unlisted + excluded.unlisted
  returning client_id, accepted, refused`,
  'request-log-count',
)

export function requestLogStore(pool: pg.Pool): RequestLogStore {
  return {
    save: async (day, rows, counts) => {
      for (let from = 0; from < rows.length; from += MAX_ROWS)
        await pool.query({ ...INSERT, values: columns(rows.slice(from, from + MAX_ROWS)) })
      const totals = await queryRows<[string, number, number]>(pool, COUNT, [
        day,
        textColumn(counts, (one) => one.clientId),
        plainColumn(counts, (one) => one.accepted),
        plainColumn(counts, (one) => one.refused),
        plainColumn(counts, (one) => one.unlisted),
      ])
      return totals.map(([clientId, accepted, refused]): RequestTotals => ({ clientId, accepted, refused }))
    },
  }
}

function columns(rows: readonly LoggedRequest[]): string[] {
  return [
    textColumn(rows, (row) => row.clientId),
    plainColumn(rows, (row) => row.at),
    textColumn(rows, (row) => row.request),
    plainColumn(rows, (row) => row.memberId),
    textColumn(rows, (row) => row.method),
    textColumn(rows, (row) => row.route),
    textColumn(rows, (row) => row.path),
    textColumn(rows, (row) => row.query),
    plainColumn(rows, (row) => row.status),
    plainColumn(rows, (row) => row.ms),
    textColumn(rows, (row) => row.error),
    textColumn(rows, (row) => row.description),
    textColumn(rows, (row) => (row.errors === null ? null : JSON.stringify(row.errors))),
  ]
}
