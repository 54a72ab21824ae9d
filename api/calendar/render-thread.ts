/** Runs in a thread of calendar-renderer.ts: stored segments in, a calendar out. */
import { gzipSync } from 'node:zlib'
import { move } from 'piscina'
import type { CalendarRow } from '../../schemas/itinerary/reads.js'
import { calendarText } from './calendar.js'
import type { AirportNames } from './event-place.js'
import type { SegmentDoc } from './segment-doc.js'

export interface CalendarInput {
  rows: CalendarRow[]
  /** The page on which a member sees the trips. */
  pageUrl: string
  /** Names by code. */
  airports: AirportNames
  /** Epoch milliseconds. */
  now: number
}

/** The calendar, compressed with gzip: about a tenth of its text, and what nearly every client asks for. */
export default function renderCalendar({ rows, pageUrl, airports, now }: CalendarInput): Uint8Array {
  const segments = rows.map(({ doc, version }) => ({ doc: JSON.parse(doc) as SegmentDoc, version }))
  const text = calendarText(segments, { name: 'Tripfold', pageUrl, airports, now })
  return move(Uint8Array.from(gzipSync(text))) as Uint8Array
}
