/** Reading segments: stored documents, one indexed query a list. */
import type { Pool } from 'pg'
import type { Id } from '../../schemas/base/ids.js'
import { normaliseLocator } from '../../schemas/base/locator.js'
import { normaliseText } from '../../schemas/base/text.js'
import { mergedInto } from './merged-into.js'
import { Conditions, fromEpochMs, epochMs, queryRows } from '../pg/prepared-statements.js'

export interface SegmentRow {
  id: Id
  type: string
  version: number
  doc: string
  provenance: string | null
  at: number
}

interface SegmentQuery {
  type: string | null
  source: string | null
  status: string[] | null
  start: number | null
  end: number | null
  since: number | null
  until: number | null
  confirmationNo: string | null
  unfiled: boolean
  provenance: boolean
  latest?: boolean
  limit: number
  offset: number
  after: { at: number; id: Id } | null
}

type Row = [
  id: number,
  type: string,
  version: number,
  doc: string,
  provenance: string | null,
  at: number | null,
]
const toSegment = ([id, type, version, doc, provenance, at]: Row): SegmentRow => ({
  id: String(id),
  type,
  version,
  doc,
  provenance,
  at: at ?? 0,
})

/** How many segments a merge is followed through. */
const FOLLOW = 32

/**
 * How a document shows this locator as its own: bookings and sources name theirs without this neighbour. What is shorter than
 * a locator (RULES N2) is found by it alone.
 */
const shownLocator = (value: string): string =>
  `"confirmation_no":${JSON.stringify(normaliseText(value))},"booking_confirmation_no":`

/**
 * Stored documents of a member's segments as JSON text (contract.md 2 and 4); a foreign segment is not found. Instants are
 * epoch milliseconds.
 */
export function segmentReads(pool: Pool) {
  const list = async (member: Id, query: SegmentQuery): Promise<{ rows: SegmentRow[]; total: number }> => {
    const where = new Conditions('member_id = $1', member)
    const instant = (condition: string, value: number): void => {
      where.and(condition.replaceAll('?', fromEpochMs('?')), value)
    }
    if (query.type !== null) where.and('type = ?', query.type)
    if (query.source !== null) where.and('source = ?', query.source)
    if (query.status !== null) where.and('status = any(?)', query.status)
    if (query.start !== null) instant('coalesce(end_at, start_at) >= ?', query.start)
    if (query.end !== null) instant('start_at < ?', query.end)
    if (query.since !== null) instant('updated >= ?', query.since)
    if (query.until !== null) instant('updated < ?', query.until)
    if (query.confirmationNo !== null)
      where.and(
        '(? = any(confirmation_nos) or strpos(doc, ?) > 0)',
        normaliseLocator(query.confirmationNo),
        shownLocator(query.confirmationNo),
      )
    if (query.unfiled) where.and('trip_id is null')
    const counted = { text: where.text, values: [...where.values] }
    const key = epochMs(query.since !== null || query.until !== null ? 'updated' : 'start_at')
    if (query.after !== null)
      where.and(`(${key}, id) > (?::bigint, ?::bigint)`, query.after.at, query.after.id)
    const down = query.latest === true ? ' desc' : ''
    const text =
      `select id, type, version, doc, ${query.provenance ? 'provenance' : 'null'}, ${key} from segment where ${where.text} ` +
      `order by ${key}${down}, id${down} limit ${where.value(query.limit)} offset ${where.value(query.offset)}`
    const found = (await queryRows<Row>(pool, text, where.values)).map(toSegment)
    // A page that is not full tells how many there are; only a full one is counted.
    if (query.after === null && found.length < query.limit && (found.length > 0 || query.offset === 0)) {
      return { rows: found, total: query.offset + found.length }
    }
    const [count] = await queryRows<[number]>(
      pool,
      `select count(*) from segment where ${counted.text}`,
      counted.values,
    )
    return { rows: found, total: count![0] }
  }

  const one = async (
    member: Id,
    id: Id,
    provenance: boolean,
  ): Promise<{ row: SegmentRow; merged: boolean } | null> => {
    const [row] = await queryRows<[...Row, boolean]>(
      pool,
      `
      select id, type, version, doc, ${provenance ? 'provenance' : 'null'}, ${epochMs('start_at')}, status = 'Merged'
      from segment where member_id = $1 and id = $2`,
      [member, id],
    )
    return row === undefined ? null : { row: toSegment(row.slice(0, 6) as unknown as Row), merged: row[6] }
  }

  const byId = async (
    member: Id,
    id: Id,
    options: { provenance: boolean; follow: boolean },
  ): Promise<SegmentRow | null> => {
    let found = await one(member, id, options.provenance)
    for (let step = 0; options.follow && found?.merged === true && step < FOLLOW; step++) {
      const heir = mergedInto(found.row.doc)
      if (heir === null) break
      found = await one(member, heir, options.provenance)
    }
    return found?.row ?? null
  }

  /** The living segment that holds the raw one, else the one that held it last. */
  const byRawId = async (
    member: Id,
    rawId: Id,
    options: { provenance: boolean },
  ): Promise<SegmentRow | null> => {
    const [row] = await queryRows<Row>(
      pool,
      `
      select id, type, version, doc, ${options.provenance ? 'provenance' : 'null'}, ${epochMs('start_at')} from segment
      where member_id = $1 and $2 = any(raw_ids)
      order by status in ('Merged', 'Deleted'), updated desc, id limit 1`,
      [member, rawId],
    )
    return row === undefined ? null : toSegment(row)
  }

  return { list, byId, byRawId }
}
