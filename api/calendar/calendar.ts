/**
 * An itinerary as an iCalendar object (RFC 5545): one event per segment, each end in the time zone of its
 * place.
 */
import ICAL from 'ical.js'
import { placeOf, summaryOf } from './event-text.js'
import { eventTimes, isLater, mustBeUtc } from './event-times.js'
import type { EventTime } from './event-times.js'
import { textField } from './segment-doc.js'
import type { SegmentDoc } from './segment-doc.js'
import { zoneComponent } from './vtimezone.js'

/** Years before and after this one for which changes of time zones are written; other times are in UTC. */
const YEARS_BEFORE = 2
const YEARS_AFTER = 10

/** The zones in use, each with the first and the last year of the times in it. */
type ZonesInUse = Map<string, { first: number; last: number }>

interface EventContext {
  pageUrl: string
  zones: ZonesInUse
  /** The years for which changes of time zones are written. */
  years: { first: number; last: number }
}

const STATUS: Record<string, string> = { Active: 'CONFIRMED', Pending: 'TENTATIVE', Cancelled: 'CANCELLED' }

/**
 * The calendar of segments. Cancelled segments are included as such, so that a calendar program removes them.
 * There is no METHOD: it would make the object a message to attendees, which must name an organizer (RFC 5546
 * 3.2.1).
 * @param options.pageUrl the page on which a member sees the trips
 * @param options.now epoch milliseconds
 */
export function calendarText(
  segments: Array<{ doc: SegmentDoc; version: number }>,
  options: { name: string; pageUrl: string; now: number },
): string {
  const calendar = new ICAL.Component('vcalendar')
  calendar.addPropertyWithValue('version', '2.0')
  calendar.addPropertyWithValue('prodid', '-//Tripfold//Itinerary//EN')
  calendar.addPropertyWithValue('calscale', 'GREGORIAN')
  calendar.addPropertyWithValue('x-wr-calname', options.name)
  const thisYear = new Date(options.now).getUTCFullYear()
  const context: EventContext = {
    pageUrl: options.pageUrl,
    zones: new Map(),
    years: { first: thisYear - YEARS_BEFORE, last: thisYear + YEARS_AFTER },
  }
  const events = segments
    .map(({ doc, version }) => segmentEvent(doc, version, context))
    .filter((event) => event !== null)
  for (const [zone, { first, last }] of [...context.zones].sort())
    calendar.addSubcomponent(zoneComponent(zone, first, last))
  for (const event of events) calendar.addSubcomponent(event)
  return `${calendar.toString()}\r\n`
}

/** The event of a segment; null if it has no start. Adds the zones that the event uses to the context. */
function segmentEvent(doc: SegmentDoc, version: number, context: EventContext): ICAL.Component | null {
  const [start, end] = eventTimes(doc)
  if (start === null) return null
  const event = new ICAL.Component('vevent')
  event.addPropertyWithValue('uid', `segment-${doc.id}@tripfold`)
  event.addPropertyWithValue('sequence', version)
  event.addPropertyWithValue('dtstamp', utcTime(doc.updated))
  event.addPropertyWithValue('created', utcTime(doc.created))
  event.addPropertyWithValue('last-modified', utcTime(doc.updated))
  event.addPropertyWithValue('status', STATUS[doc.status] ?? 'CONFIRMED')
  addTime(event, 'dtstart', start, context)
  if (end !== null && isLater(start, end)) addTime(event, 'dtend', end, context)
  event.addPropertyWithValue('summary', summaryOf(doc))
  const place = placeOf(doc)
  if (place !== null) event.addPropertyWithValue('location', place)
  const description = descriptionOf(doc)
  if (description !== '') event.addPropertyWithValue('description', description)
  event.addPropertyWithValue('categories', doc.type)
  event.addPropertyWithValue('transp', doc.type === 'Hotel' ? 'TRANSPARENT' : 'OPAQUE')
  if (typeof doc['trip_id'] === 'string') event.addPropertyWithValue('url', context.pageUrl)
  return event
}

function descriptionOf(doc: SegmentDoc): string {
  const locator = textField(doc, 'confirmation_no')
  const seat = textField(doc, 'seat_assignment')
  return [
    locator === null ? null : `Confirmation: ${locator}`,
    seat === null ? null : `Seat: ${seat}`,
    textField(doc, 'notes'),
  ]
    .filter((line) => line !== null)
    .join('\n')
}

function addTime(
  event: ICAL.Component,
  name: 'dtstart' | 'dtend',
  time: EventTime,
  context: EventContext,
): void {
  const property = new ICAL.Property(name)
  if (time.isDay) property.setValue(ICAL.Time.fromDateString(time.value))
  else if (mustBeUtc(time) || isFarOff(time, context))
    property.setValue(utcTime(time.at === null ? time.value : new Date(time.at).toISOString()))
  else {
    property.setValue(ICAL.Time.fromDateTimeString(time.value))
    if (time.zone !== null) {
      property.setParameter('tzid', time.zone)
      addYear(context, time.zone, Number(time.value.slice(0, 4)))
    }
  }
  event.addProperty(property)
}

/** Whether it is written in UTC because the changes of its zone are not written for its year. */
function isFarOff(time: EventTime, { years }: EventContext): boolean {
  const year = Number(time.value.slice(0, 4))
  return time.at !== null && (year < years.first || year > years.last)
}

function addYear({ zones, years }: EventContext, zone: string, year: number): void {
  const within = Math.min(Math.max(year, years.first), years.last)
  const known = zones.get(zone)
  zones.set(zone, {
    first: Math.min(within, known?.first ?? within),
    last: Math.max(within, known?.last ?? within),
  })
}

const utcTime = (value: string): ICAL.Time => ICAL.Time.fromDateTimeString(`${value.slice(0, 19)}Z`)
