/** What a member may take along: the document of db/person and the itinerary as iCalendar. */
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import type pg from 'pg'
import { calendarRenderer } from '../../../api/calendar/calendar-renderer.js'
import { airportCodes } from '../../../api/calendar/event-place.js'
import { personDocument } from '../../../db/person/export-person.js'
import { calendarReads } from '../../../db/reads/calendar.js'
import type { PersonExport } from '../../../schemas/member-pages/person-export.js'

/** All of them: from the year 1 on, of any number. */
const EVERY_SEGMENT = {
  since: Date.UTC(2000, 0, 1) - 2_000 * 365 * 86_400_000,
  segments: 100_000,
  bytes: 2 ** 27,
}

const toText = promisify(gunzip)

/**
 * @param options.thread the program of the thread that makes calendars; it starts with the first one
 * @param options.now epoch milliseconds
 */
export function personExport(
  pool: pg.Pool,
  options: { authUrl: string; thread: string | undefined; now: () => number },
): PersonExport & { close: () => Promise<void> } {
  const reads = calendarReads(pool)
  const renderer = calendarRenderer(options.thread)
  return {
    ...personDocument(pool),
    calendar: async (member) => {
      const rows = await reads.segments(member, EVERY_SEGMENT)
      const airports = await reads.airportNames(airportCodes(rows.map(({ doc }) => doc)))
      const pageUrl = `${options.authUrl}/account/trips`
      return String(await toText(await renderer.render({ rows, pageUrl, airports, now: options.now() })))
    },
    close: renderer.close,
  }
}
