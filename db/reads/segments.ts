/** Reads segments: stored documents, one indexed query per list. */
import { GAP_MARK, expandSegment } from '../../schemas/itinerary/stored/compact-segment.js'
import type { Page, SegmentQuery, SegmentRow } from '../../schemas/itinerary/reads.js'
import type { Pool } from 'pg'
import type { Id } from '../../schemas/base/ids.js'
import { normaliseLocator } from '../../schemas/base/locator.js'
import { normaliseText } from '../../schemas/base/text.js'
import { Conditions, epochMs, prepared, queryRows } from '../pg/prepared-statements.js'
import { followMerges } from './merged-into.js'
import { readPage } from './page.js'

type Row = [
  id: number,
  type: string,
  version: number,
  doc: string,
  provenance: string | null,
  at: number | null,
]

function toSegment([id, type, version, doc, provenance, at]: Row): SegmentRow {
  return { id: String(id), type, version, doc: expandSegment(doc), provenance, at: at ?? 0 }
}

const columns = (provenance: boolean, at: string): string =>
  `id, type, version, doc, ${provenance ? 'provenance' : 'null'}, ${at}`

const oneById = (provenance: boolean): string => `
  select ${columns(provenance, epochMs('start_at'))}, status = 'Merged'
  from segment where member_id = $1 and id = $2`

const BY_ID = prepared(oneById(false))
const BY_ID_WITH_PROVENANCE = prepared(oneById(true))

const oneByRawId = (provenance: boolean): string => `
  select ${columns(provenance, epochMs('start_at'))} from segment
  where member_id = $1 and $2 = any(raw_ids)
  order by status in ('Merged', 'Deleted'), updated desc, id limit 1`

const BY_RAW_ID = prepared(oneByRawId(false))
const BY_RAW_ID_WITH_PROVENANCE = prepared(oneByRawId(true))

/**
 * How a document contains its own locator: locators of bookings and sources lack this neighbour, or that it is left out.
 * A text shorter than a locator (RULES N2) is found by this alone.
 */
const ownLocator = (value: string, next: string): string =>
  `"confirmation_no":${JSON.stringify(normaliseText(value))},${next}`

function conditions(member: Id, query: SegmentQuery): Conditions {
  const where = new Conditions('member_id = $1', member)
  if (query.type !== null) where.and('type = ?', query.type)
  if (query.source !== null) where.and('source = ?', query.source)
  if (query.status !== null) where.and('status = any(?)', query.status)
  if (query.start !== null) where.andInstant('coalesce(end_at, start_at) >= ?', query.start)
  if (query.end !== null) where.andInstant('start_at < ?', query.end)
  if (query.since !== null) where.andInstant('updated >= ?', query.since)
  if (query.until !== null) where.andInstant('updated < ?', query.until)
  if (query.confirmationNo !== null)
    where.and(
      '(? = any(confirmation_nos) or strpos(doc, ?) > 0 or strpos(doc, ?) > 0)',
      normaliseLocator(query.confirmationNo),
      ownLocator(query.confirmationNo, '"booking_confirmation_no":'),
      ownLocator(query.confirmationNo, GAP_MARK),
    )
  if (query.unfiled) where.and('trip_id is null')
  if (query.trip !== undefined) where.and('trip_id = ?', query.trip)
  return where
}

/**
 * Stored documents of a member's segments as JSON text (contract.md 2 and 4); segments of other members are
 * not found. Instants are epoch milliseconds.
 */
export function segmentReads(pool: Pool) {
  const list = async (member: Id, query: SegmentQuery): Promise<Page<SegmentRow>> => {
    const { after, limit, offset } = query
    const key = epochMs(query.since !== null || query.until !== null ? 'updated' : 'start_at')
    const { rows, total } = await readPage<Row>(pool, conditions(member, query), {
      table: 'segment',
      columns: () => columns(query.provenance, key),
      order: `${key}, id`,
      after: after === null ? null : [`(${key}, id) > (?::bigint, ?::bigint)`, after.at, after.id],
      limit,
      offset,
    })
    return { rows: rows.map(toSegment), total }
  }

  const readOne = async (
    member: Id,
    id: Id,
    provenance: boolean,
  ): Promise<{ row: SegmentRow; merged: boolean } | null> => {
    const [row] = await queryRows<[...Row, boolean]>(pool, provenance ? BY_ID_WITH_PROVENANCE : BY_ID, [
      member,
      id,
    ])
    return row === undefined ? null : { row: toSegment(row.slice(0, 6) as unknown as Row), merged: row[6] }
  }

  const byId = async (
    member: Id,
    id: Id,
    options: { provenance: boolean; follow: boolean },
  ): Promise<SegmentRow | null> =>
    await followMerges(
      async (target) => await readOne(member, target, options.provenance),
      id,
      options.follow,
    )

  /** The active segment that contains the raw segment, else the last one that did. */
  const byRawId = async (
    member: Id,
    rawId: Id,
    options: { provenance: boolean },
  ): Promise<SegmentRow | null> => {
    const [row] = await queryRows<Row>(pool, options.provenance ? BY_RAW_ID_WITH_PROVENANCE : BY_RAW_ID, [
      member,
      rawId,
    ])
    return row === undefined ? null : toSegment(row)
  }

  return { list, byId, byRawId }
}
