/** Ends of segments as their places' clocks show them (contract.md 1, local date-times). */
import { offsetAt } from '../../schemas/base/time-zone.js'
import { SEGMENT_KINDS } from '../../schemas/segment/segment-kinds.js'
import { textOf } from './segment-doc.js'
import type { SegmentDoc } from './segment-doc.js'

export interface LocalMoment {
  /** `2027-01-20`. */
  day: string
  /** `07:30`; null if only the day is known. */
  time: string | null
  /** Minutes east of UTC then; null if the zone is not known. */
  offset: number | null
  /** The instant, epoch milliseconds, for ordering: where it is not known, the local time in its zone. */
  at: number
  /** Whether `at` is the reported instant. */
  isExact: boolean
}

const DAY_MS = 86_400_000
const MINUTE_MS = 60_000
/** Clocks that differ by more are on opposite sides of the date line. */
const DATE_LINE_MINUTES = 720

/** The start and the end of a segment; null where no day is known. */
export function momentsOf(doc: SegmentDoc): { start: LocalMoment | null; end: LocalMoment | null } {
  const { start, end, startZone, endZone } = SEGMENT_KINDS[doc.type]
  return {
    start: momentOf(doc, start, startZone),
    end: end === null ? null : momentOf(doc, end, endZone),
  }
}

function momentOf(doc: SegmentDoc, field: string, zoneField: string): LocalMoment | null {
  const written = textOf(doc, field)
  if (written === null) return null
  const stem = field.replace(/_(?:datetime|date)$/, '')
  const day = written.slice(0, 10)
  const time = written.slice(11, 16) || (textOf(doc, `${stem}_time`)?.slice(0, 5) ?? null)
  const zone = textOf(doc, zoneField)
  const utc = textOf(doc, `${stem}_datetime_utc`)
  const instant = utc === null ? NaN : Date.parse(`${utc.slice(0, 19)}Z`)
  const wall = Date.parse(`${day}T${time ?? '00:00'}Z`)
  if (Number.isNaN(wall)) return null
  const inZone = zone === null ? null : offsetAt(zone, wall)
  const isExact = !Number.isNaN(instant) && time !== null
  const offset = isExact ? wall - instant : inZone
  return {
    day,
    time,
    offset: offset === null ? null : Math.round(offset / MINUTE_MS),
    at: Number.isNaN(instant) ? wall - (inZone ?? 0) : instant,
    isExact,
  }
}

/** Days from one local day to another; negative across the date line. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS)
}

/** Whether the date line is between the clocks of two moments. */
export function isOverDateLine(from: LocalMoment | null, to: LocalMoment | null): boolean {
  if (from === null || to === null || from.offset === null || to.offset === null) return false
  return Math.abs(from.offset - to.offset) > DATE_LINE_MINUTES
}

/** `UTC+13`, `UTC\u22123:30`, `UTC`: the one form in which pages write zones, because not all have a short name. */
export function zoneText({ time, offset }: Pick<LocalMoment, 'time' | 'offset'>): string | null {
  if (time === null || offset === null) return null
  if (offset === 0) return 'UTC'
  const [hours, minutes] = [Math.floor(Math.abs(offset) / 60), Math.abs(offset) % 60]
  return `UTC${offset < 0 ? '\u2212' : '+'}${hours}${minutes === 0 ? '' : `:${String(minutes).padStart(2, '0')}`}`
}

/** `11 h 10 min`; null unless both instants are known. */
export function durationBetween(start: LocalMoment | null, end: LocalMoment | null): string | null {
  if (start?.isExact !== true || end?.isExact !== true || end.at <= start.at) return null
  return durationText(Math.round((end.at - start.at) / MINUTE_MS))
}

/** `45 min`, `2 h`, `2 h 55 min`, `3 d 4 h`. */
export function durationText(minutes: number): string {
  const [days, hours, rest] = [Math.floor(minutes / 1440), Math.floor(minutes / 60) % 24, minutes % 60]
  const parts = [
    [days, 'd'],
    [hours, 'h'],
    [days > 0 ? 0 : rest, 'min'],
  ] as const
  const text = parts.flatMap(([count, unit]) => (count > 0 ? [`${count} ${unit}`] : []))
  return text.length === 0 ? '0 min' : text.join(' ')
}
