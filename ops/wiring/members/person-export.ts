/** What a member may take along: the document of db/person and the itinerary as iCalendar. */
import type pg from 'pg'
import { calendarText } from '../../../api/calendar/calendar.js'
import { airportCodes } from '../../../api/calendar/event-place.js'
import type { SegmentDoc } from '../../../api/calendar/segment-doc.js'
import { personDocument } from '../../../db/person/export-person.js'
import { calendarReads } from '../../../db/reads/calendar.js'
import type { PersonExport } from '../../../schemas/member-pages/person-export.js'

/** All of them: from the year 1 on, of any number. */
const EVERY_SEGMENT = {
  since: Date.UTC(2000, 0, 1) - 2_000 * 365 * 86_400_000,
  segments: 100_000,
  bytes: 2 ** 27,
}

/**
 * The calendar is made in this thread, in one go.
 * @param options.now epoch milliseconds
 */
export function personExport(
  pool: pg.Pool,
  { authUrl, now }: { authUrl: string; now: () => number },
): PersonExport {
  const reads = calendarReads(pool)
  return {
    ...personDocument(pool),
    calendar: async (member) => {
      const rows = await reads.segments(member, EVERY_SEGMENT)
      const segments = rows.map(({ doc, version }) => ({ doc: JSON.parse(doc) as SegmentDoc, version }))
      const airports = await reads.airportNames(airportCodes(rows.map(({ doc }) => doc)))
      const pageUrl = `${authUrl}/account/trips`
      return calendarText(segments, { name: 'Tripfold', pageUrl, airports, now: now() })
    },
  }
}
