/** Start and end of an event as its calendar states them (RFC 5545 3.3.5, 3.8.2 and 3.8.5). */
import ICAL from 'ical.js'
import { offsetAt } from '../../../schemas/base/time-zone.js'
import { parseDateOrWall } from '../../../schemas/base/wall-time.js'
import type { ZoneFinder } from './calendar-zones.js'
import { propertyOf } from './content-lines.js'
import type { CalendarComponent, CalendarProperty } from './content-lines.js'

/** A day, or a wall time in a zone, at an offset (minutes), or of an unknown place. */
export interface StatedTime {
  /** `YYYY-MM-DD` or `YYYY-MM-DDTHH:MM[:SS]`. */
  text: string
  zone: string | null
  offset: number | null
  /** As the calendar names the zone; null: it names none. */
  tzid: string | null
}

export interface StatedTimes {
  /** Null: not stated, or no time that exists. */
  start: StatedTime | null
  /** The last day of an event of whole days, not the one after. */
  end: StatedTime | null
  /** The day after an event of whole days, if it states one. */
  dayAfter?: StatedTime
}

const DAY_MS = 86_400_000
const MINUTE_MS = 60_000

export const isDay = ({ text }: StatedTime): boolean => text.length === 10

/** Milliseconds as if in UTC. */
export const wallOf = ({ text }: StatedTime): number => parseDateOrWall(text)

/** Milliseconds since 1970 as text, without seconds that are none; a day of ten characters stays one. */
export function wallText(wall: number, like = 16): string {
  const text = new Date(wall).toISOString()
  return like === 10 || !text.endsWith(':00.000Z') ? text.slice(0, like === 10 ? 10 : 19) : text.slice(0, 16)
}

/** The instant, milliseconds; null: the zone is not known. */
export function instantOf(time: StatedTime): number | null {
  const wall = wallOf(time)
  const offset = time.offset ?? (time.zone === null ? null : (offsetAt(time.zone, wall) ?? 0) / MINUTE_MS)
  return offset === null ? null : wall - offset * MINUTE_MS
}

/** Names an occurrence: its instant, or the wall time of an unknown place. */
export const momentText = (time: StatedTime | undefined): string | null =>
  time === undefined ? null : wallText(instantOf(time) ?? wallOf(time), time.text.length)

/** The same instant in the zone of another time; null: it cannot be known. */
export function inZoneOf(time: StatedTime, other: StatedTime): StatedTime | null {
  if (time.zone === other.zone && time.offset === other.offset) return time
  const instant = instantOf(time)
  if (instant === null || other.zone === null) return null
  const offset = offsetAt(other.zone, instant) ?? 0
  return { ...other, text: wallText(instant + offset) }
}

/** The times that a property has; those that do not exist are left out. */
export function timesOf(property: CalendarProperty | undefined, zones: ZoneFinder): StatedTime[] {
  const tzid = property?.params['tzid']
  return (property?.values ?? []).flatMap((value): StatedTime[] => {
    const [, day, clock, second, utc] =
      /^(\d{4}-\d\d-\d\d)(?:T(\d\d:\d\d)(:\d\d)?:?)?(Z?)/.exec(typeof value === 'string' ? value : '') ?? []
    if (day === undefined) return []
    const text = clock === undefined ? day : `${day}T${clock}${second === ':00' ? '' : (second ?? '')}`
    if (Number.isNaN(parseDateOrWall(text))) return []
    const time = { text, zone: null, offset: null, tzid: null }
    if (clock === undefined) return [time]
    if (utc === 'Z') return [{ ...time, zone: 'UTC' }]
    if (typeof tzid !== 'string') return [time]
    return [{ ...time, ...zones(tzid, text), tzid }]
  })
}

/** The times of an event. An end that is not after the start is none. */
export function eventTimes(event: CalendarComponent, zones: ZoneFinder): StatedTimes {
  const start = timesOf(propertyOf(event, 'dtstart'), zones)[0] ?? null
  if (start === null) return { start, end: null }
  const stated = timesOf(propertyOf(event, 'dtend'), zones)[0]
  const length = stated === undefined ? lengthOf(event) : null
  const end =
    length === null
      ? (stated ?? null)
      : { ...start, text: wallText(wallOf(start) + length, start.text.length) }
  if (end === null || isDay(start) !== isDay(end)) return { start, end: null }
  if (isDay(start)) {
    const last = wallOf(end) - DAY_MS
    return { start, end: last > wallOf(start) ? { ...end, text: wallText(last, 10) } : null, dayAfter: end }
  }
  const [from, to] = [instantOf(start) ?? wallOf(start), instantOf(end) ?? wallOf(end)]
  return { start, end: to > from || start.zone !== end.zone ? end : null }
}

const MOST_DAYS = 400

function lengthOf(event: CalendarComponent): number | null {
  const value = propertyOf(event, 'duration')?.values[0]
  try {
    const seconds = typeof value === 'string' ? ICAL.Duration.fromString(value).toSeconds() : 0
    return seconds > 0 && seconds * 1000 <= MOST_DAYS * DAY_MS ? seconds * 1000 : null
  } catch {
    return null
  }
}
