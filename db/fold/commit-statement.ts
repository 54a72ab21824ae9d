/**
 * The one statement that saves commits, each of another partition (workers/README.md 4.1): first the fence, an update of the
 * partitions' rows that moves all of them or none; it finds them only under the same epochs and at the same cursors.
 * Everything else hangs on there being rows it moved, and so happens with it or not at all. Answers one row: the number of
 * partitions moved (0 for commits of which one is fenced) and the ids of the outbox's new rows.
 */
import {
  accountColumns,
  eventColumns,
  memberColumns,
  outboxColumns,
  partitionColumns,
  rawColumns,
  segmentColumns,
  tripColumns,
  type Column,
} from './commit-columns.js'

/** Whether the commits are saved. */
const MOVED = 'exists (select from fence)'

/** Columns of an event that are written as they come. */
const LOGGED = eventColumns.filter(([name]) => !['body', 'doc', 'tail'].includes(name))

/** Parameters before the columns, for `rare`: one JSON text. */
export function leadingParameterCount(rare: boolean): number {
  return rare ? 1 : 0
}

/** Takes the parameters of `valuesBefore`, then every column. */
export function commitStatement(rare: boolean): string {
  let used = leadingParameterCount(rare)
  const from = <R>(columns: Array<Column<R>>): string => {
    const first = used + 1
    used += columns.length
    return rowsOf(columns.map(([name], i) => [name, first + i]))
  }
  /** Id and document of rows whose columns begin behind parameter `before`. */
  const documents = <R>(columns: Array<Column<R>>, before: number): string =>
    rowsOf(
      ['id', 'doc'].map((wanted) => [wanted, before + 1 + columns.findIndex(([name]) => name === wanted)]),
    )
  const part = from(partitionColumns)
  const raw = from(rawColumns)
  const member = from(memberColumns)
  const segmentDocuments = documents(segmentColumns, used)
  const segment = from(segmentColumns)
  const tripDocuments = documents(tripColumns, used)
  const trip = from(tripColumns)
  const account = from(accountColumns)
  const event = from(eventColumns)
  const notice = from(outboxColumns)
  return `
with asked as materialized (
  select ${values(partitionColumns)} from ${part}
), held as materialized (
  select part.p from part join asked on part.p = asked.p and part.epoch = asked.epoch and part.cursor = asked.cursor
  order by part.p for no key update of part
), fence as (
  update part set cursor = asked.last, applied = applied + asked.messages
  from asked where part.p = asked.p and (select count(*) from held) = (select count(*) from asked) returning part.p, asked.relayed
), raw_rows as (
  insert into raw_batch (${names(rawColumns)}) select ${values(rawColumns)} from ${raw} where ${MOVED} on conflict (member_id, id) do nothing
), member_rows as (
  update member m set
    doc = coalesce(u.doc, m.doc),
    version = m.version + (u.doc is not null)::int,
    updated = case when u.doc is null then m.updated else now() end,
    head = u.head, sequence = u.sequence::bigint, last_seq = u.last_seq::bigint
  from ${member} where m.id = u.id::bigint and ${MOVED}
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
  from ${event} left join documents on documents.id = u.doc where ${MOVED} on conflict do nothing
), outbox_rows as (
  insert into outbox (${names(outboxColumns)}) select ${values(outboxColumns)} from ${notice} where ${MOVED} returning id
), relayed_rows as (
  delete from outbox using fence where outbox.p = fence.p and outbox.id <= fence.relayed
)${rare ? RARE_ROWS : ''}
select count(*)::int as moved, (select coalesce(json_agg(id order by id), '[]') from outbox_rows) as notices from fence`
}

/** The rows `u` whose columns, each with its parameter, come as arrays of texts. */
function rowsOf(columns: Array<[name: string, parameter: number]>): string {
  const arrays = columns.map(([, parameter]) => `$${parameter}::text[]`)
  return `unnest(${arrays.join(', ')}) as u(${columns.map(([name]) => name).join(', ')})`
}

/** Parking, waiting and un-parking, from one JSON text: seldom, and small. */
const RARE_ROWS = `, parking as (
  insert into parked_member (member_id, p, since_seq, reason, error, attempts, version)
  select r.member, r.partition, r.since, r.reason, r.error, r.attempts, r.version
  from jsonb_to_recordset($1::jsonb -> 'parking')
    as r(member bigint, partition int, since bigint, reason text, error text, attempts int, version text)
  where ${MOVED}
  on conflict (member_id) do update set since_seq = excluded.since_seq, reason = excluded.reason, error = excluded.error,
    attempts = parked_member.attempts + 1, version = excluded.version,
    noticed = parked_member.noticed and parked_member.since_seq = excluded.since_seq
), waiting as (
  insert into parked_msg (member_id, seq, subject, bytes, reason)
  select r.member, r.seq, r.subject, decode(r.bytes, 'base64'), r.reason
  from jsonb_to_recordset($1::jsonb -> 'parked') as r(member bigint, seq bigint, subject text, bytes text, reason text)
  where ${MOVED}
  on conflict (member_id, seq) do nothing
), gone as (
  delete from parked_msg m using jsonb_to_recordset($1::jsonb -> 'unpark') as r(member bigint, "upTo" bigint)
  where m.member_id = r.member and m.seq <= r."upTo" and ${MOVED}
), freed as (
  delete from parked_member m using jsonb_to_recordset($1::jsonb -> 'unpark') as r(member bigint, done boolean)
  where m.member_id = r.member and r.done and ${MOVED}
)`

function upsert<R>(table: string, columns: Array<Column<R>>, from: string): string {
  const set = columns
    .map(([name]) => name)
    .filter((name) => name !== 'member_id' && name !== 'id')
    .map((name) => `${name} = excluded.${name}`)
  return `insert into ${table} (${names(columns)}) select ${values(columns)} from ${from} where ${MOVED}
  on conflict (member_id, id) do update set ${set.join(', ')}`
}

function names<R>(columns: Array<Column<R>>): string {
  return columns.map(([name]) => name).join(', ')
}

function values<R>(columns: Array<Column<R>>): string {
  return columns.map(value).join(', ')
}

function value<R>([name, type]: Column<R>): string {
  if (type === 'text') return `u.${name}`
  return type === 'instant' ? `to_timestamp(u.${name}::float8 / 1000)` : `u.${name}::${type}`
}
