/** What a member's calendar is made from. */
import type { Pool } from 'pg'
import type { Id } from '../../schemas/base/ids.js'
import { expandSegment } from '../../schemas/itinerary/stored/compact-segment.js'
import type { CalendarBounds, CalendarRow } from '../../schemas/itinerary/reads.js'
import { nameReads } from '../member-pages/names.js'
import { prepared, queryRows } from '../pg/prepared-statements.js'

/** Every fold of the member changes `last_seq`; `sequence` tells apart two streams that count alike. */
const VERSION = prepared("select sequence, last_seq from member where id = $1 and status <> 'Deleted'")

/**
 * The latest segments within the bounds, in order. The size of a document is read from its header, not from
 * its text.
 */
const SEGMENTS = prepared(`
  select version, doc from (
    select start_at, id, version, doc,
      sum(octet_length(doc)) over (order by start_at desc, id desc) as bytes
    from (
      select start_at, id, version, doc from segment
      where member_id = $1 and status in ('Active', 'Pending', 'Cancelled')
        and coalesce(end_at, start_at) >= to_timestamp($2::float8 / 1000)
      order by start_at desc, id desc limit $3
    ) latest
  ) sized
  where bytes <= $4 order by start_at, id`)

export function calendarReads(pool: Pool) {
  return {
    /** The version of the member's itinerary; null for a member that was deleted or never existed. */
    version: async (member: Id): Promise<string | null> => {
      const [row] = await queryRows<[sequence: number, appliedSeq: number]>(pool, VERSION, [member])
      return row === undefined ? null : `${row[0]}.${row[1]}`
    },
    segments: async (member: Id, { since, segments, bytes }: CalendarBounds): Promise<CalendarRow[]> =>
      (await queryRows<[version: number, doc: string]>(pool, SEGMENTS, [member, since, segments, bytes])).map(
        ([version, doc]) => ({ version, doc: expandSegment(doc) }),
      ),
    airportNames: nameReads(pool).airports,
  }
}
