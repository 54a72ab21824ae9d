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
  /** Abbreviation of the zone then, and its IANA name; null if the zone is not known. */
  zone: string | null
  zoneId: string | null
  /** The instant, epoch milliseconds, for ordering: where it is not known, the local time in its zone. */
  at: number
  /** Whether `at` is the reported instant. */
  isExact: boolean
}

const DAY_MS = 86_400_000
const MINUTE_MS = 60_000

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
  const zoneId = textOf(doc, zoneField)
  const utc = textOf(doc, `${stem}_datetime_utc`)
  const instant = utc === null ? NaN : Date.parse(`${utc.slice(0, 19)}Z`)
  const wall = Date.parse(`${day}T${time ?? '00:00'}Z`)
  if (Number.isNaN(wall)) return null
  return {
    day,
    time,
    zone: textOf(doc, zoneField.replace(/_id$/, '')),
    zoneId,
    at: Number.isNaN(instant) ? wall - ((zoneId === null ? null : offsetAt(zoneId, wall)) ?? 0) : instant,
    isExact: !Number.isNaN(instant) && time !== null,
  }
}

/** Days from one local day to another; negative across the date line. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS)
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
