/**
 * The one statement that saves commits of several partitions (workers/DESIGN.md 4.1). Its first part is the
 * fence: an update of the partitions that moves all of them or none, because it matches only the expected
 * epochs and revisions. Every other part requires that the fence moved rows: either all of it happens, or nothing.
 * Returns one row: the number of partitions moved (0 if any of the commits is fenced) and the ids of the
 * new outbox rows.
 */
import { eachOf, keyed } from '../pg/prepared-statements.js'
import { COMMIT_COLUMNS, COMMIT_PARTS } from './commit-columns.js'
import type { Column, CommitPart } from './commit-columns.js'

/** SQL: the commits pass the fence. */
const MOVED = 'exists (select from fence)'

/** Number of parameters before the columns: one JSON text if members are parked or resumed. */
export function leadingParameterCount(parking: boolean): number {
  return parking ? 1 : 0
}

/**
 * Text of the statement. Its parameters: the leading ones, then one array per column.
 * @param shown days for which an event may show a document that is overwritten
 */
export function commitStatement(parking: boolean, shown: number): string {
  const numbers = parameterNumbers(leadingParameterCount(parking))
  const { partition, raw, segment, trip, account, event, outbox } = COMMIT_COLUMNS
  /** Rows `u` of a part. */
  const from = (part: CommitPart): string => unnest([...numbers[part]])
  /** The same for rows that are joined with a table, with all columns or some of them. */
  const each = (part: CommitPart, columns = COMMIT_COLUMNS[part].map(([name]) => name)): string => {
    const [first = '', ...others] = columns.map((name) => `$${numbers[part].get(name) ?? 0}::text[]`)
    return `${eachOf(columns.join(', '), first, ...others)} as u`
  }
  return `
with expected as materialized (
  select ${values(partition)} from ${each('partition')}
), locked as materialized (
  select state.partition from (select * from expected order by partition offset 0) expected
  cross join lateral (
    select partition from partition_owner state
    where state.partition = expected.partition and state.epoch = expected.epoch for no key update
  ) state cross join lateral (
    select from partition_position position
    where position.partition = expected.partition and position.revision = expected.revision for no key update
  ) position
), fence as (
  update partition_position position set cursor = expected.cursor, revision = position.revision + 1,
    applied = position.applied + expected.messages,
    published = greatest(position.published, expected.published),
    cursor_stored = case when expected.cursor = position.cursor then position.cursor_stored
      else to_timestamp(expected.stored::float8 / 1000) end
  from expected
  where ${keyed('position.partition', 'expected.partition')} and ${keyed('position.revision', 'expected.revision')}
    and (select count(*) from locked) = (select count(*) from expected)
  returning position.partition
), raw_rows as (
  insert into raw_batch (${names(raw)}) select ${values(raw)} from ${from('raw')} where ${MOVED}
  on conflict (member_id, id) do nothing
), folded_rows as (
  insert into folded_run (first, last, seqs) select min(seq), max(seq), array_agg(seq)
  from (select unnest($${numbers.raw.get('seq') ?? 0}::text[])::bigint as seq) messages
  where ${MOVED} having count(*) > 0
), member_rows as (
  update member m set
    doc = coalesce(u.doc, m.doc),
    version = m.version + (u.doc is not null)::int,
    updated = case when u.doc is null then m.updated else now() end,
    head = u.head, sequence = u.sequence::bigint, last_seq = u.last_seq::bigint
  from ${each('member')} where ${keyed('m.id', 'u.id::bigint')} and ${MOVED}
), segment_rows as (
  ${upsert('segment', segment, from('segment'))}
), trip_rows as (
  ${upsert('trip', trip, from('trip'), ['revision'])}
), account_rows as (
  ${upsert('account', account, from('account'))}
), past_rows as (
  insert into past_document (member_id, id, version, updated, doc)
  ${overwritten('segment', each('segment', OVERWRITING), shown)}
  union all ${overwritten('trip', each('trip', OVERWRITING), shown)}
  on conflict do nothing
), event_rows as (
  insert into event (${names(event)}) select ${values(event)} from ${from('event')} where ${MOVED}
  on conflict do nothing
), outbox_rows as (
  insert into outbox (${names(outbox)}) select ${values(outbox)} from ${from('outbox')} where ${MOVED}
  returning id
)${parking ? PARKING_ROWS : ''}
select count(*)::int as moved, (select coalesce(json_agg(id order by id), '[]') from outbox_rows) as notices
from fence`
}

/** The number of the parameter that holds a column, by part and name; `leading` parameters come first. */
function parameterNumbers(leading: number): Record<CommitPart, Map<string, number>> {
  let number = leading
  return Object.fromEntries(
    COMMIT_PARTS.map((part) => [part, new Map(COMMIT_COLUMNS[part].map(([name]) => [name, ++number]))]),
  ) as Record<CommitPart, Map<string, number>>
}

/** Rows `u` from one text[] parameter per column. */
function unnest(columns: Array<[name: string, parameter: number]>): string {
  const arrays = columns.map(([, parameter]) => `$${parameter}::text[]`)
  return `unnest(${arrays.join(', ')}) as u(${columns.map(([name]) => name).join(', ')})`
}

/** Parks and resumes members, from the JSON text in $1: rare and small. */
const PARKING_ROWS = `, parked_members as (
  insert into parked_member (member_id, partition, since_seq, reason, error, attempts, version)
  select r.member, r.partition, r.since, r.reason, r.error, r.attempts, r.version
  from jsonb_to_recordset($1::jsonb -> 'parking')
    as r(member bigint, partition int, since bigint, reason text, error text, attempts int, version text)
  where ${MOVED}
  on conflict (member_id) do update set since_seq = excluded.since_seq, reason = excluded.reason,
    error = excluded.error, attempts = parked_member.attempts + 1, version = excluded.version,
    announced = parked_member.announced and parked_member.since_seq = excluded.since_seq
), parked_messages as (
  insert into parked_message (member_id, seq, subject, bytes, reason)
  select r.member, r.seq, r.subject, decode(r.bytes, 'base64'), r.reason
  from jsonb_to_recordset($1::jsonb -> 'parked')
    as r(member bigint, seq bigint, subject text, bytes text, reason text)
  where ${MOVED}
  on conflict (member_id, seq) do nothing
), removed_messages as (
  delete from parked_message m
  using jsonb_to_recordset($1::jsonb -> 'unpark') as r(member bigint, "upTo" bigint)
  where m.member_id = r.member and m.seq <= r."upTo" and ${MOVED}
), resumed_members as (
  delete from parked_member m
  using jsonb_to_recordset($1::jsonb -> 'unpark') as r(member bigint, done boolean)
  where m.member_id = r.member and r.done and ${MOVED}
)`

const OVERWRITING = ['member_id', 'id', 'version']

/**
 * SQL: the documents as they were before this statement, whose snapshot is that of the locked revision, of rows `u` that
 * get another version. Events that show an older one have left the log.
 */
function overwritten(table: string, each: string, shown: number): string {
  return `select old.* from ${each} cross join lateral (
    select member_id, id, version, updated, doc from ${table}
    where member_id = u.member_id::bigint and id = u.id::bigint and version <> u.version::int
      and updated > now() - interval '${shown} days' offset 0
  ) old where ${MOVED}`
}

/** @param drawn columns that every write draws from their default */
function upsert<R>(table: string, columns: Array<Column<R>>, from: string, drawn: string[] = []): string {
  const set = [...columns.map(([name]) => name), ...drawn]
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
  if (type === 'base64') return `decode(u.${name}, 'base64')`
  return type === 'instant' ? `to_timestamp(u.${name}::float8 / 1000)` : `u.${name}::${type}`
}
