/** Documents for the API: stores them with the job that reads them, lists and submits them. */
import type { Pool, PoolClient } from 'pg'
import type { Id } from '../../schemas/base/ids.js'
import type {
  DocumentAnswer,
  DocumentDetails,
  DocumentRow,
  Documents,
  NewDocument,
} from '../../schemas/documents/document-store.js'
import { epochMs, prepared, queryRows } from '../pg/prepared-statements.js'

/** Limits on documents that wait to be read: of one member through one application, and of one application. */
const MAX_WAITING = { ofMember: 20, ofClient: 1_000, clientBytes: 2 ** 30 }
/** Segments read from a member's documents within an hour; RATE_LIMIT_SEGMENTS allows nine times as many. */
const MAX_HOURLY_SEGMENTS = 20_000

/** A job without a member has the id of its document in place of the member's, so that no two share one. */
const JOB = `
  insert into background_job (id, kind, member_id, input, served)
  select id, 'document', coalesce(member_id, id), '{}', coalesce(
    (select max(served) from background_job j where j.member_id = coalesce(d.member_id, d.id)), '-infinity')
  from`

const ADD = prepared(`
  with waits as (
    select count(*) as n, count(*) filter (where member_id = $2) as own, coalesce(sum(size), 0) as bytes
    from document where client_id = $4 and status is null
  ), hour as (
    select coalesce(sum(n), 0) as n from document
    where member_id = $2 and id >= first_id_after(clock_timestamp() - interval '1 hour')
  ), answer as (
    select case
      when exists (select from document where id = $1) then 'stored'
      when waits.own >= ${MAX_WAITING.ofMember} then 'member_waits'
      when waits.n >= ${MAX_WAITING.ofClient} or waits.bytes >= ${MAX_WAITING.clientBytes} then 'client_waits'
      when hour.n >= ${MAX_HOURLY_SEGMENTS} then 'many_segments'
      else 'stored' end as says
    from waits, hour
  ), d as (
    insert into document (id, member_id, account, client_id, request, received, name, media_type, size, source, appointments,
      dry_run, batch_id, bytes, feed, submitted)
    select $1::bigint, $2::bigint, $3::jsonb, $4, $5, to_timestamp($6::float8 / 1000), $7, $8, $9::int, $10, $11::boolean,
      $12::boolean, $13::bigint, $14::bytea, $15::bigint, case when $12 then null else to_timestamp($6::float8 / 1000) end
    from answer where says = 'stored'
    on conflict (id) do nothing
    returning id, member_id
  ), job as (${JOB} d)
  select says from answer`)

/** `j` is the job of the document `d`. */
const STATUS = `coalesce(d.status, case when j.id is null or j.ended is not null then 'failed'
  when j.worker is null then 'received' else 'reading' end)`
const UNREAD =
  "'It could not be read. Send it again; if that does not help, ask the operator of the service.'"
const COLUMNS = `d.id, ${STATUS}, d.name, d.media_type, d.size, d.source, ${epochMs('d.received')}, d.dry_run, d.format,
  coalesce(d.error, case when d.status is null and ${STATUS} = 'failed' then ${UNREAD} end),
  coalesce((select json_agg(b ->> 'batch') from jsonb_array_elements(d.becomes) b),
    case when d.submitted is not null and coalesce(d.status, 'read') = 'read' and ${STATUS} <> 'failed'
      then json_build_array(d.batch_id::text) else '[]' end),
  case when d.mail_hash is not null then json_build_object('from', d.mail_from, 'isVerified', d.mail_verified) end`
const FROM = 'from document d left join background_job j on j.id = d.id'
const DETAILS = `select ${COLUMNS}, d.parts, case when d.published is null and d.n > 0 then d.segments end ${FROM}`

type Row = [
  id: number,
  status: DocumentRow['status'],
  name: string | null,
  mediaType: string | null,
  size: number,
  source: string | null,
  received: number,
  dryRun: boolean,
  format: DocumentRow['format'],
  error: string | null,
  batches: Id[],
  mail: DocumentRow['mail'],
]

/** Mails `d` that wait for the member: not read yet, or with something in them. */
export const WAITS_SQL = `d.mail_hash is not null and d.submitted is null and coalesce(d.status, 'read') = 'read'`

/** $1 member, $2 application; null: any. */
const SEEN = '($1::bigint is null or d.member_id = $1) and ($2::text is null or d.client_id = $2)'
const BY_ID = prepared(`${DETAILS} where ${SEEN} and d.id = $3`)
const OF_MEMBER = 'd.member_id = $1 and ($2::text is null or d.client_id = $2)'
/** By the index of the member, or of the application. */
const list = (of: string) =>
  prepared(`select ${COLUMNS} ${FROM} where ${of} and d.id < $3 order by d.id desc limit $4`)
const count = (of: string) => prepared(`select count(*) from document d where ${of}`)
const LISTS = { list: list(OF_MEMBER), count: count(OF_MEMBER) }
const OF_CLIENT = '$1::bigint is null and d.client_id = $2'
const LISTS_OF_CLIENT = { list: list(OF_CLIENT), count: count(OF_CLIENT) }
const WAITING = prepared(`
  select ${COLUMNS} ${FROM} where d.member_id = $1 and ${WAITS_SQL} order by d.id desc`)
const REMOVE = prepared(`
  delete from document d
  where ${OF_MEMBER} and d.id = $3 and (d.submitted is null or d.status <> 'read') returning d.id`)

const SUBMIT = prepared(`
  with known as (select d.id from document d where ${SEEN} and d.id = $3), d as (
    update document set submitted = to_timestamp($4::float8 / 1000), batch_id = $5, segments = coalesce($6, segments),
      n = coalesce($7, n)
    where id = (select id from known) and submitted is null and status = 'read'
    returning id, member_id
  ), job as (
    ${JOB} d
    on conflict (id) do update set ended = null, expires = null, result = null, error = null, attempts = 0,
      due = clock_timestamp()
  )
  select case when exists (select from d) then 'submitted' when exists (select from known) then 'state'
    else 'unknown' end`)

const PUBLISHED = prepared(`
  select ${epochMs('published')} from document
  where member_id = $1 and submitted is not null and coalesce(status, 'read') = 'read'
    and (batch_id = $2 or becomes @> jsonb_build_array(jsonb_build_object('batch', $2::text)))
  order by id desc limit 1`)

/** A greater id than any. */
const LAST_ID = String(Number.MAX_SAFE_INTEGER)

export function documents(pool: Pool): Documents {
  return {
    add: async (document) => await addDocument(pool, document),
    byId: async ({ member, client }, id) => {
      const [row] = await queryRows<[...Row, string | null, string | null]>(pool, BY_ID, [member, client, id])
      if (row === undefined) return null
      const [parts, segments] = row.slice(-2) as [string | null, string | null]
      return { ...toDocument(row.slice(0, -2) as Row), parts, segments } satisfies DocumentDetails
    },
    list: async ({ member, client }, { before, limit }) => {
      const lists = member === null ? LISTS_OF_CLIENT : LISTS
      const [rows, [total]] = await Promise.all([
        queryRows<Row>(pool, lists.list, [member, client, before ?? LAST_ID, limit]),
        queryRows<[number]>(pool, lists.count, [member, client]),
      ])
      return { rows: rows.map(toDocument), total: total![0] }
    },
    waitingMails: async (member) => (await queryRows<Row>(pool, WAITING, [member])).map(toDocument),
    remove: async ({ member, client }, id) =>
      (await queryRows<[number]>(pool, REMOVE, [member, client, id])).length > 0,
    submit: async ({ member, client }, id, { at, segments, batch }) => {
      const [row] = await queryRows<['submitted' | 'unknown' | 'state']>(pool, SUBMIT, [
        ...[member, client, id, at, batch],
        segments === null ? null : JSON.stringify(segments),
        segments === null ? null : segments.length,
      ])
      return row![0]
    },
    batchPublished: async (member, batch) => {
      const [row] = await queryRows<[number]>(pool, PUBLISHED, [member, batch])
      return row === undefined ? null : row[0] || 'waits'
    },
  }
}

/** Stores a document and the job that reads it, within the bounds; does nothing if it exists. */
export async function addDocument(
  through: Pool | PoolClient,
  document: NewDocument,
): Promise<DocumentAnswer> {
  const [row] = await queryRows<[DocumentAnswer]>(through, ADD, valuesOf(document))
  return row![0]
}

const valuesOf = (document: NewDocument): unknown[] => [
  document.id,
  document.member,
  document.account === null ? null : JSON.stringify(document.account),
  document.client,
  document.request,
  document.received,
  document.name,
  document.mediaType,
  document.bytes.length,
  document.source,
  document.appointments,
  document.dryRun,
  document.batch,
  document.bytes,
  document.feed ?? null,
]

function toDocument(row: Row): DocumentRow {
  const [id, status, name, mediaType, size, source, received, dryRun, format, error, batches, mail] = row
  const facts = { id: String(id), status, name, mediaType, size, source, received, dryRun, format }
  return { ...facts, error, batches, mail }
}
