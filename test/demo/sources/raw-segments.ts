/**
 * How each kind of source writes a raw segment: an airline, a GDS and an agency report the same flight
 * differently.
 */
import { carrierName, sellingCarriers } from '../travel/carriers.js'
import { dateOf, wallOf } from '../travel/clock.js'
import type { Meeting, Rental, Stay } from '../travel/journey-parts.js'
import type { Person } from '../travel/people.js'
import { hash } from '../travel/random.js'
import type { Flight } from '../travel/timetable.js'

/** A segment as it is submitted to POST /v2/segments. */
export type RawSegment = Record<string, unknown>

export type ReportStyle = 'supplier' | 'gds' | 'agency' | 'mail'

/**
 * Which source reports which booking, and when it created that version (epoch milliseconds; null: it does not
 * say).
 */
export interface Report {
  source: string
  style: ReportStyle
  locator: string
  updated: number | null
  cancelled: boolean
}

/** A flight, moved by `shift` minutes; `seat` is null before check-in. */
export function flightSegment(
  report: Report,
  flight: Flight,
  person: Person,
  { shift, seat }: { shift: number; seat: string | null },
): RawSegment {
  const { carrier, number, origin, destination } = flight.scheduled
  const codeshare = report.style === 'agency' ? codeshareOf(flight) : null
  return {
    ...common('Air', report, person),
    ...(codeshare === null
      ? operatingFlight(report, flight)
      : {
          airline: codeshare.carrier,
          flight_num: codeshare.number,
          operating_airline: carrier,
          operating_flight_num: number,
        }),
    origin: origin.code,
    destination: destination.code,
    departure_datetime: wallOf(flight.departure + shift, origin.zone),
    arrival_datetime: wallOf(flight.arrival + shift, destination.zone),
    ...(report.style === 'gds' ? { gds_status: gdsStatus(report, shift) } : {}),
    ...(seat === null ? {} : { seat_assignment: seat }),
    number_of_pax: 1,
  }
}

/** Airline and flight number as each style writes them. */
function operatingFlight({ style }: Report, { scheduled }: Flight): RawSegment {
  const { carrier, number } = scheduled
  switch (style) {
    case 'mail':
      return { airline: carrierName(carrier) ?? carrier, flight_num: `${carrier}${number}` }
    case 'gds':
      return { airline: carrier, flight_num: number.padStart(4, '0') }
    default:
      return { airline: carrier, flight_num: number }
  }
}

function gdsStatus({ cancelled }: Report, shift: number): string {
  if (cancelled) return 'HX'
  return shift === 0 ? 'HK' : 'TK'
}

/** A hotel stay, extended by `longer` days. */
export function hotelSegment(report: Report, stay: Stay, person: Person, longer: number): RawSegment {
  const { port } = stay
  const name = `${stay.brand} ${port.city}`
  const isExact = report.style === 'supplier' || report.style === 'gds'
  const [lat, lon] = hotelLocation(stay)
  return {
    ...common('Hotel', report, person),
    hotel_name: hotelName(report.style, name),
    checkin_date: dateOf(stay.from),
    checkout_date: dateOf(stay.to + longer),
    ...(isExact
      ? {
          checkin_time: '15:00',
          checkout_time: '11:00',
          lat,
          lon,
          address1: `${1 + (hash(name) % 180)} Station Road`,
        }
      : {}),
    city_name: port.city,
    ...(port.adminCode === null || !isExact ? {} : { admin_code: port.adminCode }),
    country: port.country,
    number_of_rooms: 1,
    number_of_guests: 1,
  }
}

function hotelName(style: ReportStyle, name: string): string {
  if (style === 'agency') return `${name} Hotel`
  return style === 'mail' ? name.toUpperCase() : name
}

/** Coordinates of the hotel of a brand in a city: near the centre, and always the same. */
function hotelLocation({ brand, port }: Stay): [string, string] {
  const spot = hash(`${brand} ${port.code}`)
  return [
    (port.downtown.lat + ((spot % 400) - 200) / 10_000).toFixed(5),
    (port.downtown.lon + (((spot >>> 10) % 400) - 200) / 10_000).toFixed(5),
  ]
}

export function carSegment(report: Report, rental: Rental, person: Person): RawSegment {
  const place = (code: string, city: string): string =>
    report.style === 'supplier' ? code : `${city} Airport (${code})`
  return {
    ...common('Car', report, person),
    car_company: report.style === 'agency' ? `${rental.company} Rent a Car` : rental.company,
    pickup_datetime: wallOf(rental.from, rental.pickup.zone),
    dropoff_datetime: wallOf(rental.to, rental.dropoff.zone),
    pickup_location: place(rental.pickup.code, rental.pickup.city),
    dropoff_location: place(rental.dropoff.code, rental.dropoff.city),
    car_type: 'CCAR',
  }
}

/** A meeting from the member's calendar. */
export function meetingSegment(calendar: string, meeting: Meeting, cancelled: boolean): RawSegment {
  return {
    type: 'Meeting',
    status: cancelled ? 'Cancelled' : 'Active',
    source: calendar,
    activity_name: meeting.name,
    start_datetime: wallOf(meeting.from, meeting.port.zone),
    end_datetime: wallOf(meeting.to, meeting.port.zone),
    start_city_name: meeting.port.city,
    start_country: meeting.port.country,
  }
}

function common(type: string, report: Report, person: Person): RawSegment {
  return {
    type,
    status: report.cancelled ? 'Cancelled' : 'Active',
    source: report.source,
    confirmation_no: report.locator,
    ...travellerName(report.style, person),
    ...(report.updated === null
      ? {}
      : { supplier_updated: new Date(report.updated).toISOString().slice(0, 19) + 'Z' }),
  }
}

function travellerName(style: ReportStyle, person: Person): RawSegment {
  switch (style) {
    case 'gds':
      return {
        first_name: `${ascii(person.first)}${person.title}`.toUpperCase(),
        last_name: ascii(person.last).toUpperCase(),
      }
    case 'agency':
      return { first_name: person.first, last_name: ascii(person.last) }
    case 'supplier':
      return { first_name: person.first, last_name: person.last }
    case 'mail':
      return {}
  }
}

function ascii(name: string): string {
  return name
    .replaceAll('ø', 'o')
    .normalize('NFKD')
    .replace(/[^A-Za-z -]/g, '')
}

/** The number under which an agency sold the seat: for some flights that of a partner. */
function codeshareOf(flight: Flight): { carrier: string; number: string } | null {
  const { carrier, number, origin, destination } = flight.scheduled
  const sellers = sellingCarriers(carrier)
  const draw = hash(`${carrier}${number}${origin.code}${destination.code}`)
  const seller = sellers[draw % Math.max(1, sellers.length)]
  if (seller === undefined || draw % 5 < 2) return null
  return { carrier: seller, number: String(4_000 + (draw % 5_900)) }
}
