/** When a segment starts and ends, for a calendar event (RFC 5545 3.3.5 and 3.8.2). */
import { instantsOf } from '../../schemas/base/time-zone.js'
import { EVENT_FIELDS } from './event-fields.js'
import { textField } from './segment-doc.js'
import type { SegmentDoc } from './segment-doc.js'

/** One end of an event: a local time in a zone (floating if the zone is unknown), or a whole day. */
export interface EventTime {
  value: string
  zone: string | null
  isDay: boolean
  /** The instant, epoch milliseconds; null when unknown. */
  at: number | null
}

type EventTimes = [start: EventTime | null, end: EventTime | null]

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000

/** Names of UTC itself: it is written as such, not as a time zone. */
const UTC = /^(?:Etc\/)?(?:UTC|UCT|Universal|Zulu|GMT(?:[+-]?0)?|Greenwich)$/

/** Start and end of a segment that is one event between them. */
export function eventTimes(doc: SegmentDoc): EventTimes {
  const fields = EVENT_FIELDS[doc.type]
  const start = endTime(doc, fields.start)
  const end = fields.end === null ? null : endTime(doc, fields.end)
  if (start === null || (doc['is_all_day'] !== true && !start.isDay)) return [start, end]
  // An end without a time after a start with one cannot be written: the event has its start then (`isLater`).
  return [wholeDay(start.value), end === null ? null : dayAfter(end.value, start.value)]
}

/** A day of a stay: its first, or the day of departure. */
export function dayOfStay(doc: SegmentDoc, stem: string): EventTime | null {
  const date = textField(doc, `${stem}_date`)
  return date === null ? null : wholeDay(date)
}

/** The time of one end; null if it is not known. */
export function endTime(doc: SegmentDoc, stem: string): EventTime | null {
  const value = textField(doc, `${stem}_datetime`)
  if (value === null) return null
  const common = EVENT_FIELDS[doc.type].zone
  const zone = textField(doc, `${stem}_time_zone_id`) ?? (common === null ? null : textField(doc, common))
  if (value.length === 10) return wholeDay(value)
  return { value: value.slice(0, 19).padEnd(19, ':00'), zone, isDay: false, at: instantOf(doc, stem) }
}

function instantOf(doc: SegmentDoc, stem: string): number | null {
  const value = textField(doc, `${stem}_datetime_utc`)
  return value === null ? null : Date.parse(`${value.slice(0, 19)}Z`)
}

const wholeDay = (value: string): EventTime => ({
  value: value.slice(0, 10),
  zone: null,
  isDay: true,
  at: null,
})

/**
 * The end of an event of whole days is the day after the last one (RFC 5545 3.8.2.2); an end at midnight is
 * that day.
 */
function dayAfter(value: string, start: string): EventTime {
  const day = value.slice(0, 10)
  const isMidnight = /T00:00(?::00)?$/.test(value) && day > start.slice(0, 10)
  return wholeDay(isMidnight ? day : new Date(Date.parse(day) + DAY_MS).toISOString())
}

/**
 * Whether a time has to be written in UTC. When clocks are set back, a local time in the repeated hour means
 * its first occurrence (RFC 5545 3.3.5).
 */
export function mustBeUtc({ value, zone, at }: EventTime): boolean {
  if (zone === null) return false
  if (UTC.test(zone)) return true
  if (at === null) return false
  const first = instantsOf(Date.parse(`${value}Z`), zone)?.[0] ?? at
  return Math.abs(first - at) >= MINUTE_MS
}

/**
 * Whether an end may be written: it is of the same kind as the start and later (RFC 5545 3.8.2.2). Local
 * times are compared where an instant is unknown.
 */
export function isLater(start: EventTime, end: EventTime): boolean {
  if (start.isDay !== end.isDay) return false
  if (start.at !== null && end.at !== null) return end.at > start.at
  return start.zone !== end.zone || end.value > start.value
}
