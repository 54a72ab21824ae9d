/** What a line of an itinerary becomes. */
import type { DocumentProblem } from '../../../schemas/documents/reading.js'
import type { RawFields } from '../../../schemas/segment/validation/end-relations.js'
import { clockTime } from '../clock-time.js'
import type { WrittenDay } from './written-day.js'

/** Fields of a segment whose first day is known, without its travellers; problems of what is left out. */
export type SegmentFields = (day: number, problems: DocumentProblem[]) => RawFields

/** A segment as its line and those that continue it say it; its year is known when the whole display is read. */
export interface SegmentLine {
  /** Number of the line in the display, to which other lines refer; null: none. */
  number: number | null
  start: WrittenDay
  build: SegmentFields
  /** Whether it was booked elsewhere: the record's own locator is not that of its supplier. */
  isPassive: boolean
}

/** A line that is read: a segment, a reason why it is none, or nothing about travel. */
export type LineReading = SegmentLine | { refused: DocumentProblem } | { ignored: true }

export const refuse = (field: string | null, description: string): LineReading => ({
  refused: { field, description },
})

/** Booked with the supplier and noted here. */
const PASSIVE = new Set('GK GL GN BK BL BN MK ML MN PK PL PN PA PB PC AK AL AN EK YK ZK'.split(' '))
export const isPassive = (status: string): boolean => PASSIVE.has(status)

/** `815A`, `1140P`, `1200N`, `1200M`, `0715` or `07:15` as HH:MM; null: no time. */
export function screenTime(text: string): string | null {
  const [, hours, minutes = '00', half] = /^(\d{1,2}?):?(\d{2})?([APNM])?$/.exec(text) ?? []
  return hours === undefined || (half === undefined && text.length < 4)
    ? null
    : clockTime(hours, minutes, half)
}

/** The field, if it has a value. */
export const withValue = (field: string, value: string | undefined): RawFields =>
  value === undefined || value.trim() === '' ? {} : { [field]: value.trim() }
