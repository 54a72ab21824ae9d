/** A member's trips as the lines of a timeline, from the stored documents (contract.md 3). */
import type { SegmentType } from '../../../schemas/segment/fields/segment-types.js'
import { SEGMENT_KINDS } from '../../../schemas/segment/segment-kinds.js'

type Doc = Record<string, unknown>

export interface TimelineEntry {
  when: string
  what: string
  more: string[]
  cancelled: boolean
}

export interface TimelineTrip {
  id: string
  name: string
  span: string
  cities: string
  lines: TimelineEntry[]
  warnings: string[]
}

/** How a segment type is shown: its headline and its details. */
interface Layout {
  what: (segment: Doc) => string
  more: (segment: Doc) => Array<string | null>
}

/** Meetings and other appointments. */
const APPOINTMENT: Layout = {
  what: (s) => text(s['activity_name']) ?? 'An appointment',
  more: (s) => [text(s['venue']), placeName(s, 'start_')],
}

const LAYOUTS: Readonly<Record<SegmentType, Layout>> = {
  Air: {
    what: (s) => `Flight ${flightNumber(s)}: ${join(text(s['origin']), 'to', text(s['destination']))}`,
    more: (s) => [
      labelled('Seat', s['seat_assignment']),
      labelled('Terminal', s['departure_terminal']),
      labelled('Gate', s['departure_gate']),
    ],
  },
  Hotel: {
    what: (s) => `Stay at ${text(s['hotel_name']) ?? 'a hotel'}`,
    more: (s) => [text(s['address1']), text(s['city_name'])],
  },
  Car: {
    what: (s) => `Car from ${text(s['car_company']) ?? 'a rental company'}`,
    more: (s) => [
      labelled('Pick up:', placeName(s, 'pickup_')),
      labelled('Return:', placeName(s, 'dropoff_')),
    ],
  },
  Rail: {
    what: (s) => `Train ${join(text(s['rail_line']), text(s['train_number']))}: ${route(s)}`,
    more: (s) => [labelled('Coach', s['coach']), labelled('Seat', s['seat_assignment'])],
  },
  Cruise: {
    what: (s) => `Cruise on ${text(s['ship_name']) ?? 'a ship'}`,
    more: (s) => [placeName(s, 'embark_')],
  },
  Ferry: {
    what: (s) => `${join('Ferry', text(s['ferry_line']), text(s['ferry_number']))}: ${ports(s)}`,
    more: (s) => [
      labelled('Ship', s['ship_name']),
      labelled('Cabin', s['cabin_no']),
      labelled('Deck', s['deck']),
      labelled('Seat', s['seat_assignment']),
    ],
  },
  Transport: {
    what: (s) => `${text(s['transport_type']) ?? 'Ride'} with ${text(s['transport_company']) ?? 'a driver'}`,
    more: (s) => [placeName(s, 'start_')],
  },
  Parking: {
    what: (s) => `Parking at ${text(s['parking_name']) ?? 'a car park'}`,
    more: (s) => [text(s['city_name'])],
  },
  Restaurant: {
    what: (s) => `Table at ${text(s['restaurant_name']) ?? 'a restaurant'}`,
    more: (s) => [text(s['city_name'])],
  },
  Activity: APPOINTMENT,
  Meeting: APPOINTMENT,
  Event: APPOINTMENT,
  Checkin: {
    what: (s) => `Checked in at ${text(s['place_name']) ?? text(s['city_name']) ?? 'a place'}`,
    more: () => [],
  },
}

/** Reads a stored trip and its stored segments, both JSON. */
export function timelineTrip(tripText: string, segmentsText: string | null): TimelineTrip {
  const trip = JSON.parse(tripText) as Doc
  const segments = JSON.parse(segmentsText ?? '[]') as Doc[]
  const destinations = Array.isArray(trip['destinations']) ? (trip['destinations'] as Doc[]) : []
  const warnings = Array.isArray(trip['warnings']) ? (trip['warnings'] as Doc[]) : []
  const cities = destinations.map((one) => text(one['city_name'])).filter((city) => city !== null)
  return {
    id: String(trip['id']),
    name: text(trip['headline']) ?? text(trip['display_name']) ?? text(trip['destination']) ?? 'Journey',
    span: [dayOf(trip['begin_datetime']), dayOf(trip['end_datetime'])]
      .filter((day) => day !== null)
      .join(' to '),
    cities: [...new Set(cities)].join(', '),
    lines: segments.map(timelineEntry),
    warnings: warnings.map((one) => text(one['description'])).filter((warning) => warning !== null),
  }
}

function timelineEntry(segment: Doc): TimelineEntry {
  const type = segment['type'] as SegmentType
  const layout = LAYOUTS[type]
  const { start, end } = SEGMENT_KINDS[type]
  const begin = segment[start]
  const times = [dayAndTimeOf(begin), end === null ? null : endOf(segment[end], begin)]
  return {
    when: times.filter((time) => time !== null && time !== '').join(' to ') || 'No time given',
    what: layout.what(segment),
    more: [...layout.more(segment), labelled('Booking', segment['confirmation_no'])].filter(
      (part) => part !== null,
    ),
    cancelled: segment['status'] === 'Cancelled',
  }
}

const DAY = new Intl.DateTimeFormat('en-GB', {
  weekday: 'short',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
})

/** Local times are shown as they are: read as if they were UTC, and written the same way. */
function dayOf(value: unknown): string | null {
  const written = text(value)
  const instant = written === null ? NaN : Date.parse(`${written.slice(0, 10)}T00:00:00Z`)
  return Number.isNaN(instant) ? null : DAY.format(instant)
}

function timeOf(value: unknown): string | null {
  return text(value)?.slice(11, 16) ?? null
}

function dayAndTimeOf(value: unknown): string | null {
  const day = dayOf(value)
  const time = timeOf(value)
  return day === null || time === null || time === '' ? day : `${day}, ${time}`
}

/** The end of a segment: the time alone on the day it begins, if that has a time too. */
function endOf(end: unknown, begin: unknown): string | null {
  if (dayOf(end) !== dayOf(begin)) return dayAndTimeOf(end)
  return timeOf(end) === '' || timeOf(begin) !== '' ? timeOf(end) : dayAndTimeOf(end)
}

function text(value: unknown): string | null {
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' && value !== '' ? value : null
}

function join(...parts: Array<string | null>): string {
  return parts.filter((part) => part !== null).join(' ')
}

function labelled(label: string, value: unknown): string | null {
  const written = text(value)
  return written === null ? null : `${label} ${written}`
}

function flightNumber(segment: Doc): string {
  return join(text(segment['normalized_airline']) ?? text(segment['airline']), text(segment['flight_num']))
}

function placeName(segment: Doc, prefix: string): string | null {
  return (
    text(segment[`${prefix}city_name`]) ??
    text(segment[`${prefix}location`]) ??
    text(segment[`${prefix}name`])
  )
}

function ports(segment: Doc): string {
  const to = portName(segment, 'end_')
  return join(portName(segment, 'start_'), to === null ? null : `to ${to}`)
}

function portName(segment: Doc, prefix: string): string | null {
  return text(segment[`${prefix}name`]) ?? placeName(segment, prefix)
}

function route(segment: Doc): string {
  return join(
    text(segment['origin_name']) ?? text(segment['origin']),
    'to',
    text(segment['destination_name']) ?? text(segment['destination']),
  )
}
