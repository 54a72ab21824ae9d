/**
 * What the export of a person holds, section by section, and from which table. Secrets are left out: what is
 * stored of them are hashes.
 */
import { expandEvent, expandSegment } from '../../schemas/itinerary/stored/compact-segment.js'
import { unpackContent, type ContentKey } from '../fold/raw-batch/raw-batch-content.js'
import { eventBody } from '../event-log/event-body.js'
import { MAX_PACKED_EVENTS } from '../event-log/logged-events.js'

/** A row: its place in the order of the section, and the entry as JSON text or what `toText` reads. */
export interface ExportRow {
  at: string
  entry: string
}

export interface ExportSection {
  /** The name of its array in the document. */
  name: string
  table: string
  /** SQL: up to $3 rows `at` and `entry` of the member $1 after the place $2 (null: from the start). */
  sql: string
  /** Makes the JSON text of an entry; without it `entry` is that text. */
  toText?: (row: ExportRow) => string
}

const instant = (column: string): string =>
  `to_char(${column} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`

/** Rows of a table with an id, and what to show of each. */
const byId = (table: string, entry: string, owner = 't.member_id = $1'): string => `
  select t.id::text as at, (${entry})::text as entry from ${table} t
  where ${owner} and t.id > coalesce($2::bigint, 0) order by t.id limit $3`

const GRANT = `json_build_object('client_id', t.client_id,
  'application', (select name from app where app.client_id = t.client_id), 'scope', t.scope,
  'created', ${instant('t.created_at')}, 'last_used', ${instant('t.last_used')},
  'revoked', ${instant('t.revoked_at')}, 'reason', t.reason)`

const CALENDAR = `json_build_object('id', t.id::text, 'name', t.name, 'client_id', t.client_id,
  'created', ${instant('t.created')}, 'last_used', ${instant('t.last_used')})`

const SHARE = `json_build_object('id', t.id::text, 'trip_id', t.trip_id::text, 'shows_locators', t.locators,
  'shows_prices', t.prices, 'created', ${instant('t.created')}, 'expires', ${instant('t.expires')},
  'until_end', t.until_end, 'last_viewed', ${instant('t.last_viewed')})`

const DOCUMENT = `json_build_object('id', t.id::text, 'client_id', t.client_id, 'received', ${instant('t.received')},
  'name', t.name, 'media_type', t.media_type, 'size', t.size, 'source', t.source, 'status', t.status, 'format', t.format,
  'error_description', t.error, 'parts', t.parts::json, 'segments', t.segments::json, 'batches', t.becomes,
  'mail_from', t.mail_from, 'mail_verified', t.mail_verified)`

const MAIL_ADDRESS = `json_build_object('id', t.id::text, 'name', t.name, 'created', ${instant('t.created')},
  'last_used', ${instant('t.last_used')})`

const MAIL_SENDER = `json_build_object('sender', t.sender, 'accepted', ${instant('t.created')})`

const SESSION = `json_build_object('created', ${instant('t.created_at')}, 'last_seen', ${instant('t.seen_at')},
  'address', t.address, 'agent', t.agent)`

const PASSKEY = `json_build_object('name', t.name, 'created', ${instant('t.created_at')},
  'last_used', ${instant('t.used_at')})`

const AUDIT = `json_build_object('at', ${instant('coalesce(t.last_at, t.at)')}, 'event', t.event,
  'client_id', t.client_id, 'address', t.address, 'detail', t.detail, 'count', t.count)`

const BATCHES = `
  select id::text as at, json_build_object('id', id, 'kind', kind, 'client', client_id,
    'received', (extract(epoch from received) * 1000)::float8, 'content', encode(content, 'base64'))::text as entry
  from raw_batch where member_id = $1 and id > coalesce($2::bigint, 0) order by raw_batch.id limit $3`

const WAITING = `
  select seq::text as at, json_build_object('reason', reason, 'parked', ${instant('parked')},
    'message', encode(bytes, 'base64'))::text as entry
  from parked_message where member_id = $1 and seq > coalesce($2::bigint, 0)
  order by parked_message.seq limit $3`

const EVENTS = `
  select json_build_array(e.sequence, e.id)::text as at, ${eventBody('e')} as entry from logged_event e
  where e.member_id = $1
    and ($2::json is null or e.row_sequence > ($2::json ->> 0)::bigint - ${MAX_PACKED_EVENTS}
      and (e.sequence, e.id) > (($2::json ->> 0)::bigint, ($2::json ->> 1)::uuid))
  order by e.sequence, e.id limit $3`

const EARLIER = `
  select json_build_array(updated, id, version)::text as at, doc as entry from past_document
  where member_id = $1 and ($2::json is null or (updated, id, version)
    > (($2::json ->> 0)::timestamptz, ($2::json ->> 1)::bigint, ($2::json ->> 2)::int))
  order by updated, id, version limit $3`

const REQUESTS = `
  select json_build_array(client_id, at, request)::text as at, json_build_object('at', ${instant('l.at')},
    'client_id', client_id, 'method', method, 'path', path, 'query', query, 'status', status)::text as entry
  from request_log l
  where member_id = $1 and client_id in (select client_id from oauth_grant where member_id = $1)
    and ($2::json is null or (client_id, l.at, request)
      > ($2::json ->> 0, ($2::json ->> 1)::timestamptz, $2::json ->> 2))
  order by client_id, l.at, request limit $3`

export const EXPORT_SECTIONS: readonly ExportSection[] = [
  { name: 'trips', table: 'trip', sql: byId('trip', 't.doc') },
  {
    name: 'segments',
    table: 'segment',
    sql: byId('segment', `'{"segment":' || t.doc || ',"provenance":' || t.provenance || '}'`),
    toText: ({ entry }) => expandSegment(entry),
  },
  { name: 'loyalty_accounts', table: 'account', sql: byId('account', 't.doc') },
  { name: 'batches', table: 'raw_batch', sql: BATCHES, toText: batchText },
  { name: 'documents', table: 'document', sql: byId('document', DOCUMENT) },
  { name: 'waiting_messages', table: 'parked_message', sql: WAITING, toText: waitingText },
  {
    name: 'earlier_versions',
    table: 'past_document',
    sql: EARLIER,
    toText: ({ entry }) => expandSegment(entry),
  },
  { name: 'events', table: 'event', sql: EVENTS, toText: ({ entry }) => expandEvent(entry) },
  { name: 'grants', table: 'oauth_grant', sql: byId('oauth_grant', GRANT) },
  { name: 'calendar_addresses', table: 'calendar_feed', sql: byId('calendar_feed', CALENDAR) },
  { name: 'mail_addresses', table: 'mail_address', sql: byId('mail_address', MAIL_ADDRESS) },
  { name: 'mail_senders', table: 'mail_sender', sql: byId('mail_sender', MAIL_SENDER) },
  { name: 'shared_trips', table: 'shared_trip', sql: byId('shared_trip', SHARE) },
  {
    name: 'sessions',
    table: 'web_session',
    sql: byId('web_session', SESSION, "t.kind = 'member' and t.account_id = $1"),
  },
  { name: 'passkeys', table: 'passkey', sql: byId('passkey', PASSKEY) },
  {
    name: 'audit',
    table: 'audit',
    sql: byId('audit', AUDIT, "t.actor_kind = 'member' and t.actor_id = $1::bigint::text"),
  },
  { name: 'requests', table: 'request_log', sql: REQUESTS },
]

/** What was sent, by whom, and what became of it. */
function batchText({ entry }: ExportRow): string {
  const { content, ...key } = JSON.parse(entry) as ContentKey & { content: string }
  const { envelope, body, results, resource, refusal } = unpackContent(Buffer.from(content, 'base64'), key)
  return JSON.stringify({
    id: envelope.batch,
    kind: envelope.kind,
    client_id: envelope.client ?? null,
    received: new Date(envelope.received).toISOString(),
    body: jsonOrText(body),
    results,
    resource,
    refusal,
  })
}

/** A message that waits for an operator, as it was stored. */
function waitingText({ entry }: ExportRow): string {
  const { message, ...row } = JSON.parse(entry) as { message: string; reason: string; parked: string }
  return JSON.stringify({ ...row, message: Buffer.from(message, 'base64').toString('utf8') })
}

/** A refused message may hold anything, and is shown as it was sent. */
function jsonOrText(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return body
  }
}
