/** An itinerary as an iCalendar object (RFC 5545): an event a segment, each end in the zone of its place. */
import ICAL from 'ical.js'
import { instantsOf } from '../../schemas/base/time-zone.js'
import { placeOf, summaryOf } from './event-text.js'
import { zoneComponent } from './vtimezone.js'

/** A stored segment, parsed; fields by type (RULES 1). */
export type SegmentDoc = Record<string, unknown> & {
  id: string
  type: string
  status: string
  created: string
  updated: string
}

interface Ends {
  start: string
  end: string | null
}
const ENDS: Record<string, Ends> = {
  Air: { start: 'departure', end: 'arrival' },
  Rail: { start: 'departure', end: 'arrival' },
  Car: { start: 'pickup', end: 'dropoff' },
  Cruise: { start: 'embark', end: 'disembark' },
  Checkin: { start: 'checkin', end: null },
}
const STATUS: Record<string, string> = { Active: 'CONFIRMED', Pending: 'TENTATIVE', Cancelled: 'CANCELLED' }
const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)

/** One end: local time in a zone, floating when the zone is not known, or a day; with its instant when that is known. */
interface EventTime {
  value: string
  zone: string | null
  day: boolean
  at: number | null
}

const MINUTE = 60_000
const DAY = 86_400_000
/** Names of UTC itself: it is written as such, not as a time zone. */
const UTC = /^(?:Etc\/)?(?:UTC|UCT|Universal|Zulu|GMT(?:[+-]?0)?|Greenwich)$/

const instantOf = (doc: SegmentDoc, stem: string): number | null => {
  const value = text(doc[`${stem}_datetime_utc`])
  return value === null ? null : Date.parse(`${value.slice(0, 19)}Z`)
}

const wholeDay = (value: string): EventTime => ({
  value: value.slice(0, 10),
  zone: null,
  day: true,
  at: null,
})

/** The end of an event of whole days: the day after the last one (RFC 5545 3.8.2.2); an end at midnight is that day. */
function dayAfter(value: string, start: string): EventTime {
  const day = value.slice(0, 10)
  const whole = /T00:00(?::00)?$/.test(value) && day > start.slice(0, 10)
  return wholeDay(whole ? day : new Date(Date.parse(day) + DAY).toISOString())
}

function eventTime(doc: SegmentDoc, stem: string): EventTime | null {
  const value = text(doc[`${stem}_datetime`])
  if (value === null) return null
  const zone =
    text(doc[`${stem}_time_zone_id`]) ??
    (doc.type === 'Checkin' || doc.type === 'Parking' || doc.type === 'Restaurant'
      ? text(doc['time_zone_id'])
      : null)
  return { value: value.slice(0, 19).padEnd(19, ':00'), zone, day: false, at: instantOf(doc, stem) }
}

function eventTimes(doc: SegmentDoc): [EventTime | null, EventTime | null] {
  const ends = ENDS[doc.type] ?? { start: 'start', end: 'end' }
  const start = eventTime(doc, ends.start)
  const end = ends.end === null ? null : eventTime(doc, ends.end)
  if (doc['is_all_day'] !== true || start === null) return [start, end]
  return [wholeDay(start.value), end === null ? null : dayAfter(end.value, start.value)]
}

/** A stay with its times known is timed; without them it is the days, the last one not counted. */
function stayTimes(doc: SegmentDoc): [EventTime | null, EventTime | null] {
  const zone = text(doc['time_zone_id'])
  const timed = text(doc['checkin_time']) !== null && text(doc['checkout_time']) !== null
  const moment = (stem: string): EventTime | null => {
    const date = text(doc[`${stem}_date`])
    const time = timed ? text(doc[`${stem}_time`]) : null
    if (date === null) return null
    return time === null
      ? wholeDay(date)
      : {
          value: `${date}T${time.length === 5 ? `${time}:00` : time}`,
          zone,
          day: false,
          at: instantOf(doc, stem),
        }
  }
  return [moment('checkin'), moment('checkout')]
}

/** Whether a time has to be written in UTC: in the doubled hour of autumn a local time means its first occurrence (RFC 5545 3.3.5). */
function mustBeUtc({ value, zone, at }: EventTime): boolean {
  if (zone === null) return false
  return (
    UTC.test(zone) ||
    (at !== null && Math.abs((instantsOf(Date.parse(`${value}Z`), zone)?.[0] ?? at) - at) >= MINUTE)
  )
}

/** Whether the end is of the kind of the start and later (RFC 5545 3.8.2.2); the clocks decide where an instant is not known. */
function isLater(start: EventTime, end: EventTime): boolean {
  if (start.day !== end.day) return false
  if (start.at !== null && end.at !== null) return end.at > start.at
  return start.zone !== end.zone || end.value > start.value
}

function addTime(
  event: ICAL.Component,
  name: 'dtstart' | 'dtend',
  moment: EventTime,
  zones: Set<string>,
): void {
  const property = new ICAL.Property(name)
  if (moment.day) property.setValue(ICAL.Time.fromDateString(moment.value))
  else if (mustBeUtc(moment))
    property.setValue(
      ICAL.Time.fromDateTimeString(
        `${moment.at === null ? moment.value : new Date(moment.at).toISOString().slice(0, 19)}Z`,
      ),
    )
  else {
    property.setValue(ICAL.Time.fromDateTimeString(moment.value))
    if (moment.zone !== null) {
      property.setParameter('tzid', moment.zone)
      zones.add(moment.zone)
    }
  }
  event.addProperty(property)
}

const stamp = (value: string): ICAL.Time => ICAL.Time.fromDateTimeString(`${value.slice(0, 19)}Z`)

function segmentEvent(
  doc: SegmentDoc,
  version: number,
  pageUrl: string,
  zones: Set<string>,
): ICAL.Component | null {
  const [start, end] = doc.type === 'Hotel' ? stayTimes(doc) : eventTimes(doc)
  if (start === null) return null
  const event = new ICAL.Component('vevent')
  event.addPropertyWithValue('uid', `segment-${doc.id}@tripfold`)
  event.addPropertyWithValue('sequence', version)
  event.addPropertyWithValue('dtstamp', stamp(doc.updated))
  event.addPropertyWithValue('created', stamp(doc.created))
  event.addPropertyWithValue('last-modified', stamp(doc.updated))
  event.addPropertyWithValue('status', STATUS[doc.status] ?? 'CONFIRMED')
  addTime(event, 'dtstart', start, zones)
  if (end !== null && isLater(start, end)) addTime(event, 'dtend', end, zones)
  event.addPropertyWithValue('summary', summaryOf(doc))
  const place = placeOf(doc)
  if (place !== null) event.addPropertyWithValue('location', place)
  const locator = text(doc['confirmation_no'])
  const notes = [
    locator === null ? null : `Confirmation: ${locator}`,
    text(doc['seat_assignment']) === null ? null : `Seat: ${String(doc['seat_assignment'])}`,
    text(doc['notes']),
  ].filter((line) => line !== null)
  if (notes.length > 0) event.addPropertyWithValue('description', notes.join('\n'))
  event.addPropertyWithValue('categories', doc.type)
  event.addPropertyWithValue('transp', doc.type === 'Hotel' ? 'TRANSPARENT' : 'OPAQUE')
  if (typeof doc['trip_id'] === 'string') event.addPropertyWithValue('url', pageUrl)
  return event
}

/**
 * The calendar of segments. Cancelled ones are in it as such: a calendar program then takes them off. `pageUrl` is where a
 * member sees the trips. Without METHOD: it makes a message to attendees of it, which names an organizer (RFC 5546 3.2.1).
 */
export function calendarText(
  segments: Array<{ doc: SegmentDoc; version: number }>,
  options: { name: string; pageUrl: string },
): string {
  const calendar = new ICAL.Component('vcalendar')
  calendar.addPropertyWithValue('version', '2.0')
  calendar.addPropertyWithValue('prodid', '-//Tripfold//Itinerary//EN')
  calendar.addPropertyWithValue('calscale', 'GREGORIAN')
  calendar.addPropertyWithValue('x-wr-calname', options.name)
  const zones = new Set<string>()
  const events: ICAL.Component[] = []
  const years: number[] = []
  for (const { doc, version } of segments) {
    const event = segmentEvent(doc, version, options.pageUrl, zones)
    if (event === null) continue
    events.push(event)
    for (const name of ['dtstart', 'dtend']) {
      const value = event.getFirstPropertyValue(name)
      if (value instanceof ICAL.Time) years.push(value.year)
    }
  }
  for (const zone of [...zones].sort())
    calendar.addSubcomponent(zoneComponent(zone, Math.min(...years), Math.max(...years)))
  for (const event of events) calendar.addSubcomponent(event)
  return `${calendar.toString()}\r\n`
}
