/** Reading trips: stored documents, one indexed query a list. */
import type { Pool } from 'pg'
import type { Id } from '../../schemas/base/ids.js'
import { mergedInto } from './merged-into.js'
import { Conditions, fromEpochMs, epochMs, queryRows } from '../pg/prepared-statements.js'

export interface TripRow {
  id: Id
  version: number
  doc: string
  segments: string | null
  at: number
}

interface TripQuery {
  view: 'list' | 'upcoming' | 'past'
  now: number
  start: number | null
  undated: boolean
  end: number | null
  since: number | null
  until: number | null
  status: string[] | null
  privacy: string[] | null
  purpose: 'Personal' | 'Business' | null
  segments: boolean
  limit: number
  offset: number
  after: { at: number; id: Id } | null
}

type Row = [id: number, version: number, doc: string, segments: string | null, at: number | null]
const toTrip = ([id, version, doc, segments, at]: Row): TripRow => ({
  id: String(id),
  version,
  doc,
  segments,
  at: at ?? 0,
})

/** How many trips a merge is followed through. */
const FOLLOW = 32

/**
 * Stored documents of a member's trips as JSON text (contract.md 2 and 4); a foreign trip is not found. Instants are epoch
 * milliseconds.
 */
export function tripReads(pool: Pool) {
  const list = async (member: Id, query: TripQuery): Promise<{ rows: TripRow[]; total: number }> => {
    const where = new Conditions('member_id = $1', member)
    const instant = (condition: string, value: number): void => {
      where.and(condition.replaceAll('?', fromEpochMs('?')), value)
    }
    if (query.view === 'upcoming') instant('end_at >= ?', query.now)
    if (query.view === 'past') instant('end_at < ?', query.now)
    if (query.start !== null)
      instant(query.undated ? '(end_at >= ? or end_at is null)' : 'end_at >= ?', query.start)
    if (query.end !== null) instant('begin_at < ?', query.end)
    if (query.since !== null) instant('updated >= ?', query.since)
    if (query.until !== null) instant('updated < ?', query.until)
    if (query.status !== null) where.and('status = any(?)', query.status)
    if (query.privacy !== null) where.and('privacy = any(?)', query.privacy)
    if (query.purpose !== null) where.and(query.purpose === 'Personal' ? 'personal' : 'business')
    const counted = { text: where.text, values: [...where.values] }
    const column =
      query.view === 'list' && (query.since !== null || query.until !== null)
        ? 'updated'
        : query.view === 'past'
          ? 'end_at'
          : 'begin_at'
    const down = query.view === 'past' && column === 'end_at'
    const key = epochMs(column)
    if (query.after !== null)
      where.and(`(${key}, id) ${down ? '<' : '>'} (?::bigint, ?::bigint)`, query.after.at, query.after.id)
    const direction = down ? ' desc' : ''
    const text =
      `select id, version, doc, ${query.segments ? 'segments' : 'null'}, ${key} from trip where ${where.text} ` +
      `order by ${key}${direction}, id${direction} limit ${where.value(query.limit)} offset ${where.value(query.offset)}`
    const found = (await queryRows<Row>(pool, text, where.values)).map(toTrip)
    return { rows: found, total: await total(found.length, query, counted) }
  }

  /** A page that is not full tells how many there are; only a full one is counted. */
  const total = async (
    found: number,
    query: TripQuery,
    counted: { text: string; values: unknown[] },
  ): Promise<number> => {
    if (query.after === null && found < query.limit && (found > 0 || query.offset === 0))
      return query.offset + found
    const [row] = await queryRows<[number]>(
      pool,
      `select count(*) from trip where ${counted.text}`,
      counted.values,
    )
    return row![0]
  }

  const current = async (member: Id, now: number, segments: boolean): Promise<TripRow | null> => {
    const instant = fromEpochMs('$2')
    const pick = `id, version, doc, ${segments ? 'segments' : 'null'}, ${epochMs('begin_at')}`
    const [row] = await queryRows<Row>(
      pool,
      `
      select ${pick} from trip
      where member_id = $1 and status = 'Active' and begin_at is not null and end_at is not null
      order by
        case when begin_at <= ${instant} and end_at >= ${instant} then 0 else 1 end,
        case when begin_at <= ${instant} and end_at >= ${instant} then -extract(epoch from begin_at)
          when begin_at > ${instant} then extract(epoch from begin_at - ${instant})
          else extract(epoch from ${instant} - end_at) end,
        case when begin_at > ${instant} then 0 else 1 end, id
      limit 1`,
      [member, now],
    )
    return row === undefined ? null : toTrip(row)
  }

  const one = async (
    member: Id,
    id: Id,
    segments: boolean,
  ): Promise<{ row: TripRow; merged: boolean } | null> => {
    const [row] = await queryRows<[...Row, boolean]>(
      pool,
      `
      select id, version, doc, ${segments ? 'segments' : 'null'}, ${epochMs('begin_at')}, status = 'Merged'
      from trip where member_id = $1 and id = $2`,
      [member, id],
    )
    return row === undefined ? null : { row: toTrip(row.slice(0, 5) as unknown as Row), merged: row[5] }
  }

  const byId = async (
    member: Id,
    id: Id,
    options: { segments: boolean; follow: boolean },
  ): Promise<TripRow | null> => {
    let found = await one(member, id, options.segments)
    for (let step = 0; options.follow && found?.merged === true && step < FOLLOW; step++) {
      const heir = mergedInto(found.row.doc)
      if (heir === null) break
      found = await one(member, heir, options.segments)
    }
    return found?.row ?? null
  }

  return { list, current, byId }
}
