/**
 * Reads trips: stored documents, one indexed query per list. Documents of segments are stored with these alone; one
 * statement, so one snapshot, joins them with their trip.
 */
import { LIST_BREAK, expandSegments } from '../../schemas/itinerary/stored/compact-segment.js'
import type { ListedTrip, Page, TripQuery, TripRow } from '../../schemas/itinerary/reads.js'
import type { Pool } from 'pg'
import type { Id } from '../../schemas/base/ids.js'
import { Conditions, epochMs, fromEpochMs, prepared, queryRows } from '../pg/prepared-statements.js'
import { followMerges } from './merged-into.js'
import { readPage } from './page.js'
import { andHasWords } from '../member-pages/trip-search.js'

type Row = [
  id: number,
  version: number,
  revision: number | null,
  at: number | null,
  doc: string,
  segments: string | null,
]

function toTrip([id, version, revision, at, doc, segments]: Row): TripRow {
  const expanded = segments === null ? null : expandSegments(segments)
  return { id: String(id), version, revision: revisionText(revision), at: at ?? 0, doc, segments: expanded }
}

type ListedRow = [
  ...head: [id: number, version: number, revision: number | null, at: number],
  doc: string | null,
  segments: string | null,
]

function toListed([id, version, revision, at, doc, segments]: ListedRow): ListedTrip {
  const texts = doc === null ? null : { doc, segments: segments === null ? null : expandSegments(segments) }
  return { id: String(id), version, revision: revisionText(revision), at, texts }
}

const revisionText = (revision: number | null): string | null => (revision === null ? null : String(revision))

const BETWEEN = `E',${JSON.stringify(LIST_BREAK).slice(1, -1)}'`

/**
 * The segments of the trip's list, but for those that are part of another trip or gone since they were cancelled. A
 * trip of very many has no list (RULES 2.3): all that name it.
 */
const SEGMENTS = `
  case when segment_ids is not null then (
    select '[' || coalesce(string_agg(listed.doc, ${BETWEEN} order by array_position(segment_ids, listed.id)), '') || ']'
    from (
      select id, doc from segment
      where segment.member_id = trip.member_id and segment.id = any(segment_ids)
        and (trip_id = trip.id or segment.status = 'Cancelled') offset 0
    ) listed
  ) else (
    select '[' || coalesce(string_agg(doc, ${BETWEEN} order by start_at, id), '') || ']' from segment
    where segment.member_id = trip.member_id and trip_id = trip.id and status in ('Active', 'Pending')
  ) end`

/** The segments of a trip of very many change without its row. */
const revisionOf = (segments: boolean): string =>
  segments ? 'case when segment_ids is not null then revision end' : 'revision'

const columns = (segments: boolean, at: string): string =>
  `id, version, ${revisionOf(segments)}, ${at}, doc, ${segments ? SEGMENTS : 'null'}`

/** The same columns, the texts null for revisions in the array `known`. */
const changedColumns = (segments: boolean, at: string, known: string): string => {
  const unlessKnown = (text: string): string =>
    `case when ${revisionOf(segments)} = any(${known}::bigint[]) then null else ${text} end`
  return `id, version, ${revisionOf(segments)}, ${at}, ${unlessKnown('doc')}, ${segments ? unlessKnown(SEGMENTS) : 'null'}`
}

function conditions(member: Id, query: TripQuery): Conditions {
  const where = new Conditions('member_id = $1', member)
  if (query.view === 'upcoming') where.andInstant('end_at >= ?', query.now)
  if (query.view === 'past') where.andInstant('end_at < ?', query.now)
  if (query.start !== null)
    where.andInstant(query.undated ? '(end_at >= ? or end_at is null)' : 'end_at >= ?', query.start)
  if (query.end !== null) where.andInstant('begin_at < ?', query.end)
  if (query.since !== null) where.andInstant('updated >= ?', query.since)
  if (query.until !== null) where.andInstant('updated < ?', query.until)
  if (query.status !== null) where.and('status = any(?)', query.status)
  if (query.privacy !== null) where.and('privacy = any(?)', query.privacy)
  if (query.search !== undefined) andHasWords(where, query.search)
  if (query.purpose !== null) where.and(query.purpose === 'Personal' ? 'personal' : 'business')
  return where
}

/** The column that a list is ordered by; past trips and those that a search finds run backwards. */
function order(query: TripQuery): { column: string; descending: boolean } {
  if (query.view === 'list' && (query.since !== null || query.until !== null))
    return { column: 'updated', descending: false }
  if (query.view === 'past') return { column: 'end_at', descending: true }
  return { column: 'begin_at', descending: query.search !== undefined }
}

/**
 * Order of the trips among which the first is current: under way, then nearest in time, upcoming before past.
 */
function currentOrder(now: string): string {
  const underWay = `begin_at <= ${now} and end_at >= ${now}`
  return `
    case when ${underWay} then 0 else 1 end,
    case when ${underWay} then -extract(epoch from begin_at)
      when begin_at > ${now} then extract(epoch from begin_at - ${now})
      else extract(epoch from ${now} - end_at) end,
    case when begin_at > ${now} then 0 else 1 end, id`
}

const firstCurrent = (segments: boolean): string => `
  select ${columns(segments, epochMs('begin_at'))} from trip
  where member_id = $1 and status = 'Active' and begin_at is not null and end_at is not null
  order by ${currentOrder(fromEpochMs('$2'))} limit 1`

const CURRENT = prepared(firstCurrent(false))
const CURRENT_WITH_SEGMENTS = prepared(firstCurrent(true))

const oneById = (segments: boolean): string => `
  select ${columns(segments, epochMs('begin_at'))}, status = 'Merged'
  from trip where member_id = $1 and id = $2`

const BY_ID = prepared(oneById(false))
const BY_ID_WITH_SEGMENTS = prepared(oneById(true))

/**
 * Stored documents of a member's trips as JSON text (contract.md 2 and 4); trips of other members are not
 * found. Instants are epoch milliseconds.
 */
export function tripReads(pool: Pool) {
  const list = async (member: Id, query: TripQuery): Promise<Page<TripRow>> => {
    const { rows, total } = await listChanged(member, query, [])
    return {
      rows: rows.map(({ texts, ...row }) => {
        if (texts === null) throw new Error('a trip was read without its texts')
        return { ...row, ...texts }
      }),
      total,
    }
  }

  const listChanged = async (
    member: Id,
    query: TripQuery,
    known: readonly string[],
  ): Promise<Page<ListedTrip>> => {
    const { after, limit, offset } = query
    const { column, descending } = order(query)
    const key = epochMs(column)
    const [direction, follows] = descending ? [' desc', '<'] : ['', '>']
    const { rows, total } = await readPage<ListedRow>(pool, conditions(member, query), {
      table: 'trip',
      columns: (where) => changedColumns(query.segments, key, where.value(known)),
      order: `${key}${direction}, id${direction}`,
      after: after === null ? null : [`(${key}, id) ${follows} (?::bigint, ?::bigint)`, after.at, after.id],
      limit,
      offset,
    })
    return { rows: rows.map(toListed), total }
  }

  const current = async (member: Id, now: number, segments: boolean): Promise<TripRow | null> => {
    const [row] = await queryRows<Row>(pool, segments ? CURRENT_WITH_SEGMENTS : CURRENT, [member, now])
    return row === undefined ? null : toTrip(row)
  }

  const readOne = async (
    member: Id,
    id: Id,
    segments: boolean,
  ): Promise<{ row: TripRow; merged: boolean } | null> => {
    const [row] = await queryRows<[...Row, boolean]>(pool, segments ? BY_ID_WITH_SEGMENTS : BY_ID, [
      member,
      id,
    ])
    return row === undefined ? null : { row: toTrip(row.slice(0, 6) as unknown as Row), merged: row[6] }
  }

  const byId = async (
    member: Id,
    id: Id,
    options: { segments: boolean; follow: boolean },
  ): Promise<TripRow | null> =>
    await followMerges(async (target) => await readOne(member, target, options.segments), id, options.follow)

  return { list, listChanged, current, byId }
}
