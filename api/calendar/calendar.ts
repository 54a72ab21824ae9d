/**
 * An itinerary as an iCalendar object (RFC 5545): the events of each segment, each end in the time zone
 * of its place.
 */
import ICAL from 'ical.js'
import { placeOf } from './event-place.js'
import type { AirportNames } from './event-place.js'
import { descriptionOf, summaryOf } from './event-text.js'
import { mustBeUtc } from './event-times.js'
import type { EventTime } from './event-times.js'
import { plannedEvents } from './planned-events.js'
import type { PlannedEvent } from './planned-events.js'
import { textField } from './segment-doc.js'
import type { SegmentDoc } from './segment-doc.js'
import { zoneComponent } from './vtimezone.js'

/** Of a line; the space that continues it makes 75 octets, the most that RFC 5545 3.1 wants. */
ICAL.foldLength = 74

/** Years before and after this one for which changes of time zones are written; other times are in UTC. */
const YEARS_BEFORE = 2
const YEARS_AFTER = 10

/** The zones in use, each with the first and the last year of the times in it. */
type ZonesInUse = Map<string, { first: number; last: number }>

interface EventContext {
  pageUrl: string
  airports: AirportNames
  zones: ZonesInUse
  /** The years for which changes of time zones are written. */
  years: { first: number; last: number }
}

/** How often a calendar program should look: gates and delays change within hours. */
const REFRESH_INTERVAL = 'PT1H'

const STATUS: Record<string, string> = { Active: 'CONFIRMED', Pending: 'TENTATIVE', Cancelled: 'CANCELLED' }

/**
 * The calendar of segments. Cancelled segments are included as such, so that a calendar program removes them.
 * There is no METHOD: it would make the object a message to attendees, which must name an organizer (RFC 5546
 * 3.2.1).
 * @param options.pageUrl the page on which a member sees the trips; a trip is below it
 * @param options.airports names by code
 * @param options.now epoch milliseconds
 */
export function calendarText(
  segments: Array<{ doc: SegmentDoc; version: number }>,
  options: { name: string; pageUrl: string; airports: AirportNames; now: number },
): string {
  const calendar = new ICAL.Component('vcalendar')
  calendar.addPropertyWithValue('version', '2.0')
  calendar.addPropertyWithValue('prodid', '-//Tripfold//Itinerary//EN')
  calendar.addPropertyWithValue('calscale', 'GREGORIAN')
  calendar.addPropertyWithValue('name', options.name)
  calendar.addPropertyWithValue('x-wr-calname', options.name)
  addRefreshInterval(calendar)
  const thisYear = new Date(options.now).getUTCFullYear()
  const context: EventContext = {
    pageUrl: options.pageUrl,
    airports: options.airports,
    zones: new Map(),
    years: { first: thisYear - YEARS_BEFORE, last: thisYear + YEARS_AFTER },
  }
  const events = segments.flatMap(({ doc, version }) => segmentEvents(doc, version, context))
  for (const [zone, { first, last }] of [...context.zones].sort())
    calendar.addSubcomponent(zoneComponent(zone, first, last))
  for (const event of events) calendar.addSubcomponent(event)
  return `${calendar.toString()}\r\n`
}

/** RFC 7986 5.7, and the older name that Outlook and others read. Unchanged, a read is one query (decision 55). */
function addRefreshInterval(calendar: ICAL.Component): void {
  const property = new ICAL.Property('refresh-interval')
  property.resetType('duration')
  property.setValue(ICAL.Duration.fromString(REFRESH_INTERVAL))
  calendar.addProperty(property)
  calendar.addPropertyWithValue('x-published-ttl', REFRESH_INTERVAL)
}

/** The events of a segment. Adds the zones that they use to the context. */
function segmentEvents(doc: SegmentDoc, version: number, context: EventContext): ICAL.Component[] {
  return plannedEvents(doc).map((planned) => {
    const event = new ICAL.Component('vevent')
    event.addPropertyWithValue(
      'uid',
      `segment-${doc.id}${planned.part === 'return' ? '-return' : ''}@tripfold`,
    )
    event.addPropertyWithValue('sequence', version)
    event.addPropertyWithValue('dtstamp', utcTime(doc.updated))
    event.addPropertyWithValue('created', utcTime(doc.created))
    event.addPropertyWithValue('last-modified', utcTime(doc.updated))
    event.addPropertyWithValue('status', STATUS[doc.status] ?? 'CONFIRMED')
    addTime(event, 'dtstart', planned.start, context)
    if (planned.end !== null) addTime(event, 'dtend', planned.end, context)
    else if (planned.minutes !== null)
      event.addPropertyWithValue('duration', ICAL.Duration.fromSeconds(planned.minutes * 60))
    addTexts(event, doc, planned, context)
    const isBusy = planned.isBusy && doc.status !== 'Cancelled'
    event.addPropertyWithValue('transp', isBusy ? 'OPAQUE' : 'TRANSPARENT')
    return event
  })
}

function addTexts(
  event: ICAL.Component,
  doc: SegmentDoc,
  { part, at }: PlannedEvent,
  { pageUrl, airports }: EventContext,
): void {
  event.addPropertyWithValue('summary', summaryOf(doc, part))
  const place = placeOf(doc, at, airports)
  if (place !== null) event.addPropertyWithValue('location', place)
  const description = descriptionOf(doc, airports)
  if (description !== '') event.addPropertyWithValue('description', description)
  event.addPropertyWithValue('categories', doc.type)
  const trip = textField(doc, 'trip_id')
  if (trip !== null) event.addPropertyWithValue('url', `${pageUrl}/${trip}#segment-${doc.id}`)
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
