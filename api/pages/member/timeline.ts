/** A member's trips in words: from the stored documents (contract.md 3) to the lines of a timeline. */

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

interface Shape {
  begin: string
  end: string | null
  what: (s: Doc) => string
  more: (s: Doc) => Array<string | null>
}

const place = (s: Doc, prefix: string): string | null =>
  text(s[`${prefix}city_name`]) ?? text(s[`${prefix}location`]) ?? text(s[`${prefix}name`])
const labelled = (label: string, value: unknown): string | null =>
  text(value) === null ? null : `${label} ${text(value)}`
const join = (...parts: Array<string | null>): string => parts.filter((part) => part !== null).join(' ')
const route = (s: Doc): string =>
  join(
    text(s['origin_name']) ?? text(s['origin']),
    'to',
    text(s['destination_name']) ?? text(s['destination']),
  )

const SHAPES: Record<string, Shape> = {
  Air: {
    begin: 'departure_datetime',
    end: 'arrival_datetime',
    what: (s) =>
      `Flight ${join(text(s['normalized_airline']) ?? text(s['airline']), text(s['flight_num']))}: ${join(text(s['origin']), 'to', text(s['destination']))}`,
    more: (s) => [
      labelled('Seat', s['seat_assignment']),
      labelled('Terminal', s['departure_terminal']),
      labelled('Gate', s['departure_gate']),
    ],
  },
  Hotel: {
    begin: 'checkin_date',
    end: 'checkout_date',
    what: (s) => `Stay at ${text(s['hotel_name']) ?? 'a hotel'}`,
    more: (s) => [text(s['address1']), text(s['city_name'])],
  },
  Car: {
    begin: 'pickup_datetime',
    end: 'dropoff_datetime',
    what: (s) => `Car from ${text(s['car_company']) ?? 'a rental company'}`,
    more: (s) => [labelled('Pick up:', place(s, 'pickup_')), labelled('Return:', place(s, 'dropoff_'))],
  },
  Rail: {
    begin: 'departure_datetime',
    end: 'arrival_datetime',
    what: (s) => `Train ${join(text(s['rail_line']), text(s['train_number']))}: ${route(s)}`,
    more: (s) => [labelled('Coach', s['coach']), labelled('Seat', s['seat_assignment'])],
  },
  Cruise: {
    begin: 'embark_datetime',
    end: 'disembark_datetime',
    what: (s) => `Cruise on ${text(s['ship_name']) ?? 'a ship'}`,
    more: (s) => [place(s, 'embark_')],
  },
  Transport: {
    begin: 'start_datetime',
    end: 'end_datetime',
    what: (s) => `${text(s['transport_type']) ?? 'Ride'} with ${text(s['transport_company']) ?? 'a driver'}`,
    more: (s) => [place(s, 'start_')],
  },
  Parking: {
    begin: 'start_datetime',
    end: 'end_datetime',
    what: (s) => `Parking at ${text(s['parking_name']) ?? 'a car park'}`,
    more: (s) => [text(s['city_name'])],
  },
  Restaurant: {
    begin: 'start_datetime',
    end: 'end_datetime',
    what: (s) => `Table at ${text(s['restaurant_name']) ?? 'a restaurant'}`,
    more: (s) => [text(s['city_name'])],
  },
  Checkin: {
    begin: 'checkin_datetime',
    end: null,
    what: (s) => `Checked in at ${text(s['place_name']) ?? text(s['city_name']) ?? 'a place'}`,
    more: () => [],
  },
}
const GATHERING: Shape = {
  begin: 'start_datetime',
  end: 'end_datetime',
  what: (s) => text(s['activity_name']) ?? 'A date',
  more: (s) => [text(s['venue']), place(s, 'start_')],
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
    name: text(trip['headline']) ?? text(trip['display_name']) ?? text(trip['destination']) ?? 'Trip',
    span: [dayOf(trip['begin_datetime']), dayOf(trip['end_datetime'])]
      .filter((day) => day !== null)
      .join(' to '),
    cities: [...new Set(cities)].join(', '),
    lines: segments.map(timelineLine),
    warnings: warnings.map((one) => text(one['description'])).filter((warning) => warning !== null),
  }
}

function timelineLine(segment: Doc): TimelineEntry {
  const shape = SHAPES[String(segment['type'])] ?? GATHERING
  const begin = momentOf(segment[shape.begin])
  const sameDay = shape.end !== null && dayOf(segment[shape.end]) === dayOf(segment[shape.begin])
  const end =
    shape.end === null
      ? null
      : sameDay
        ? (text(segment[shape.end])?.slice(11, 16) ?? null)
        : momentOf(segment[shape.end])
  return {
    when: [begin, end].filter((moment) => moment !== null && moment !== '').join(' to ') || 'No time given',
    what: shape.what(segment),
    more: [...shape.more(segment), labelled('Booking', segment['confirmation_no'])].filter(
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

/** Local wall time stays what it is: it is read as if it were UTC and written the same way. */
function dayOf(value: unknown): string | null {
  const written = text(value)
  const instant = written === null ? NaN : Date.parse(`${written.slice(0, 10)}T00:00:00Z`)
  return Number.isNaN(instant) ? null : DAY.format(instant)
}

function momentOf(value: unknown): string | null {
  const day = dayOf(value)
  const time = text(value)?.slice(11, 16)
  return day === null ? null : time === undefined || time === '' ? day : `${day}, ${time}`
}

function text(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : typeof value === 'number' ? String(value) : null
}
