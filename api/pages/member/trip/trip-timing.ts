/** Whether a trip is yet to come, under way or over, and by how many calendar days. */
import { offsetAt } from '../../../../schemas/base/time-zone.js'
import { daysBetween } from '../../../segment-words/local-moment.js'
import { textOf } from '../../../segment-words/segment-doc.js'

export interface TripTiming {
  isNow: boolean
  /**
   * `Starts tomorrow`, `Starts in 29 days`, `Ended yesterday`, with the calendar of the place where the trip starts
   * or ends. Null while it is under way, when that is far away, and without dates.
   */
  text: string | null
}

type TripDoc = Readonly<Record<string, unknown>>

interface TripEnd {
  /** The local day, `2027-01-20`. */
  day: string
  /** Epoch milliseconds: of a day without a time its first instant, as the end of a trip its last. */
  at: number
  /** IANA name; null if it is not known: then the calendar is that of UTC. */
  zone: string | null
}

const DAY_MS = 86_400_000
const DAY_CHARS = 10
/** Beyond these the dates say it better. */
const MAX_DAYS_AHEAD = 400
const MAX_DAYS_AGO = 60

/** `trip`: its document (contract.md 3). `now`: epoch milliseconds. */
export function tripTiming(trip: TripDoc, now: number): TripTiming {
  const [begin, end] = [endOf(trip, 'begin'), endOf(trip, 'end')]
  if (begin !== null && now < begin.at)
    return { isNow: false, text: startText(daysBetween(localDay(now, begin.zone), begin.day)) }
  if (end !== null && now > end.at)
    return { isNow: false, text: endText(daysBetween(end.day, localDay(now, end.zone))) }
  return { isNow: begin !== null && end !== null, text: null }
}

function startText(days: number): string | null {
  if (days > MAX_DAYS_AHEAD) return null
  if (days <= 0) return 'Starts today'
  return days === 1 ? 'Starts tomorrow' : `Starts in ${days} days`
}

function endText(days: number): string | null {
  if (days > MAX_DAYS_AGO) return null
  if (days <= 0) return 'Ended today'
  return days === 1 ? 'Ended yesterday' : `Ended ${days} days ago`
}

function endOf(trip: TripDoc, which: 'begin' | 'end'): TripEnd | null {
  const written = textOf(trip, `${which}_datetime`)
  if (written === null) return null
  const day = written.slice(0, DAY_CHARS)
  const zone = textOf(trip, `${which}_time_zone_id`)
  const isDayOnly = written.length === DAY_CHARS
  const utc = isDayOnly ? null : textOf(trip, `${which}_datetime_utc`)
  const wall = Date.parse(isDayOnly ? day : `${written.slice(0, 19)}Z`)
  const at = utc === null ? instantOf(wall, zone) : Date.parse(`${utc.slice(0, 19)}Z`)
  if (Number.isNaN(at)) return null
  return { day, at: isDayOnly && which === 'end' ? at + DAY_MS - 1 : at, zone }
}

function instantOf(wall: number, zone: string | null): number {
  return wall - ((zone === null ? null : offsetAt(zone, wall)) ?? 0)
}

/** The calendar day at an instant. @param zone IANA name; null and unknown ones count as UTC */
export function localDay(instant: number, zone: string | null): string {
  const offset = (zone === null ? null : offsetAt(zone, instant)) ?? 0
  return new Date(instant + offset).toISOString().slice(0, DAY_CHARS)
}
