/**
 * The one statement that saves a commit (design.md 4.1): first the fence, an update of the partition's row that finds it
 * only under the same epoch and at the same cursor; everything else is joined to that row and so happens with it or not at
 * all. Answers one row: the number of partitions moved (1, or 0 for a fenced commit) and the ids of the outbox's new rows.
 */
import { accountColumns, eventColumns, memberColumns, noticeColumns, rawColumns, segmentColumns, tripColumns, type Column } from './apply-columns.js'

/** Columns of an event that are written as they come. */
const LOGGED = eventColumns.filter(([name]) => !['body', 'doc', 'tail'].includes(name))

/** Parameters before the columns: partition, epoch, cursor, last, number of messages, up to where the outbox is relayed; then, if `rare`, one JSON text. */
export function valuesBefore (rare: boolean): number { return rare ? 7 : 6 }

/** Takes the parameters of `valuesBefore`, then every column. */
export function applyStatement (rare: boolean): string {
  let used = valuesBefore(rare)
  const from = <R>(columns: Array<Column<R>>): string => {
    const first = used + 1
    used += columns.length
    return rowsOf(columns.map(([name], i) => [name, first + i]))
  }
  /** Id and document of rows whose columns begin behind parameter `before`. */
  const documents = <R>(columns: Array<Column<R>>, before: number): string =>
    rowsOf(['id', 'doc'].map(wanted => [wanted, before + 1 + columns.findIndex(([name]) => name === wanted)]))
  const raw = from(rawColumns)
  const member = from(memberColumns)
  const segmentDocuments = documents(segmentColumns, used)
  const segment = from(segmentColumns)
  const tripDocuments = documents(tripColumns, used)
  const trip = from(tripColumns)
  const account = from(accountColumns)
  const event = from(eventColumns)
  const notice = from(noticeColumns)
  return `
with fence as (
  update part set cursor = $4::bigint, applied = applied + $5::int
  where p = $1::int and epoch = $2::bigint and cursor = $3::bigint returning p
), raw_rows as (
  insert into raw_batch (p, ${names(rawColumns)}) select fence.p, ${values(rawColumns)} from fence, ${raw} on conflict (member_id, id) do nothing
), member_rows as (
  update member m set
    doc = coalesce(u.doc, m.doc),
    version = m.version + (u.doc is not null)::int,
    updated = case when u.doc is null then m.updated else now() end,
    head = u.head, sequence = u.sequence::bigint, last_seq = u.last_seq::bigint
  from fence, ${member} where m.id = u.id::bigint
), segment_rows as (
  ${upsert('segment', segmentColumns, segment)}
), trip_rows as (
  ${upsert('trip', tripColumns, trip)}
), account_rows as (
  ${upsert('account', accountColumns, account)}
), documents as (
  select u.id, u.doc from ${segmentDocuments} union all select u.id, u.doc from ${tripDocuments}
), event_rows as (
  insert into event (${names(LOGGED)}, body)
  select ${values(LOGGED)}, case when u.doc is null then u.body else u.body || documents.doc || u.tail end
  from fence cross join ${event} left join documents on documents.id = u.doc on conflict do nothing
), outbox_rows as (
  insert into outbox (p, ${names(noticeColumns)}) select fence.p, ${values(noticeColumns)} from fence, ${notice} returning id
), relayed_rows as (
  delete from outbox using fence where outbox.p = fence.p and outbox.id <= $6::bigint
)${rare ? rareRows(valuesBefore(true)) : ''}
select count(*)::int as moved, (select coalesce(json_agg(id order by id), '[]') from outbox_rows) as notices from fence`
}

/** The rows `u` whose columns, each with its parameter, come as arrays of texts. */
function rowsOf (columns: Array<[name: string, parameter: number]>): string {
  const arrays = columns.map(([, parameter]) => `$${parameter}::text[]`)
  return `unnest(${arrays.join(', ')}) as u(${columns.map(([name]) => name).join(', ')})`
}

/** Parking, waiting and un-parking, from one JSON text: seldom, and small. */
function rareRows (parameter: number): string {
  return `, parking as (
  insert into parked_member (member_id, p, since_seq, reason, error, attempts, version)
  select r.member, fence.p, r.since, r.reason, r.error, r.attempts, r.version
  from fence, jsonb_to_recordset($${parameter}::jsonb -> 'parking')
    as r(member bigint, since bigint, reason text, error text, attempts int, version text)
  on conflict (member_id) do update set since_seq = excluded.since_seq, reason = excluded.reason, error = excluded.error,
    attempts = parked_member.attempts + 1, version = excluded.version,
    noticed = parked_member.noticed and parked_member.since_seq = excluded.since_seq
), waiting as (
  insert into parked_msg (member_id, seq, subject, bytes, reason)
  select r.member, r.seq, r.subject, decode(r.bytes, 'base64'), r.reason
  from fence, jsonb_to_recordset($${parameter}::jsonb -> 'parked') as r(member bigint, seq bigint, subject text, bytes text, reason text)
  on conflict (member_id, seq) do nothing
), gone as (
  delete from parked_msg m using fence, jsonb_to_recordset($${parameter}::jsonb -> 'unpark') as r(member bigint, "upTo" bigint)
  where m.member_id = r.member and m.seq <= r."upTo"
), freed as (
  delete from parked_member m using fence, jsonb_to_recordset($${parameter}::jsonb -> 'unpark') as r(member bigint, done boolean)
  where m.member_id = r.member and r.done
)`
}

function upsert<R> (table: string, columns: Array<Column<R>>, from: string): string {
  const set = columns.map(([name]) => name).filter(name => name !== 'member_id' && name !== 'id').map(name => `${name} = excluded.${name}`)
  return `insert into ${table} (${names(columns)}) select ${values(columns)} from fence, ${from}
  on conflict (member_id, id) do update set ${set.join(', ')}`
}

function names<R> (columns: Array<Column<R>>): string { return columns.map(([name]) => name).join(', ') }

function values<R> (columns: Array<Column<R>>): string { return columns.map(value).join(', ') }

function value<R> ([name, type]: Column<R>): string {
  if (type === 'text') return `u.${name}`
  return type === 'instant' ? `to_timestamp(u.${name}::float8 / 1000)` : `u.${name}::${type}`
}
