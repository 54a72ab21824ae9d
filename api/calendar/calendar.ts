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

const STATUS: Record<string, string> = { Active: 'CONFIRMED', Pending: 'TENTATIVE', Cancelled: 'CANCELLED' }

/**
 * The calendar of segments. Cancelled segments are included as such, so that a calendar program removes them.
 * There is no METHOD: it would make the object a message to attendees, which must name an organizer (RFC 5546
 * 3.2.1).
 * @param options.pageUrl the page on which a member sees the trips
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

/** The event of a segment; null if it has no start. Adds the zones that the event uses to `zones`. */
function segmentEvent(
  doc: SegmentDoc,
  version: number,
  pageUrl: string,
  zones: Set<string>,
): ICAL.Component | null {
  const [start, end] = eventTimes(doc)
  if (start === null) return null
  const event = new ICAL.Component('vevent')
  event.addPropertyWithValue('uid', `segment-${doc.id}@tripfold`)
  event.addPropertyWithValue('sequence', version)
  event.addPropertyWithValue('dtstamp', utcTime(doc.updated))
  event.addPropertyWithValue('created', utcTime(doc.created))
  event.addPropertyWithValue('last-modified', utcTime(doc.updated))
  event.addPropertyWithValue('status', STATUS[doc.status] ?? 'CONFIRMED')
  addTime(event, 'dtstart', start, zones)
  if (end !== null && isLater(start, end)) addTime(event, 'dtend', end, zones)
  event.addPropertyWithValue('summary', summaryOf(doc))
  const place = placeOf(doc)
  if (place !== null) event.addPropertyWithValue('location', place)
  const description = descriptionOf(doc)
  if (description !== '') event.addPropertyWithValue('description', description)
  event.addPropertyWithValue('categories', doc.type)
  event.addPropertyWithValue('transp', doc.type === 'Hotel' ? 'TRANSPARENT' : 'OPAQUE')
  if (typeof doc['trip_id'] === 'string') event.addPropertyWithValue('url', pageUrl)
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
  zones: Set<string>,
): void {
  const property = new ICAL.Property(name)
  if (time.isDay) property.setValue(ICAL.Time.fromDateString(time.value))
  else if (mustBeUtc(time))
    property.setValue(utcTime(time.at === null ? time.value : new Date(time.at).toISOString()))
  else {
    property.setValue(ICAL.Time.fromDateTimeString(time.value))
    if (time.zone !== null) {
      property.setParameter('tzid', time.zone)
      zones.add(time.zone)
    }
  }
  event.addProperty(property)
}

const utcTime = (value: string): ICAL.Time => ICAL.Time.fromDateTimeString(`${value.slice(0, 19)}Z`)
