/** How each kind of source words one thing: the same flight is not written alike by an airline, a GDS and an agency. */
import { carrierName, sellingCarriers } from '../travel/carriers.js'
import { dateOf, wallOf } from '../travel/clock.js'
import { hash } from '../travel/random.js'
import type { Flight } from '../travel/timetable.js'
import type { Meeting, Rental, Stay } from '../travel/journey.js'
import type { Person } from '../travel/people.js'

/** A segment as it goes into POST /v2/segments. */
export type RawSegment = Record<string, unknown>

export type ReportStyle = 'supplier' | 'gds' | 'agency' | 'mail'

/** Who speaks, about which booking, and when that version was made (epoch milliseconds; null: the source does not say). */
export interface Report {
  source: string
  style: ReportStyle
  locator: string
  updated: number | null
  cancelled: boolean
}

/** A flight, moved by `shift` minutes; `seat` is known after check-in, else null. */
export function flightSegment(
  voice: Report,
  flight: Flight,
  person: Person,
  shift: number,
  seat: string | null,
): RawSegment {
  const { scheduled: leg } = flight
  const code = voice.style === 'agency' ? codeshare(flight) : null
  const gds = voice.style === 'gds'
  return {
    ...common('Air', voice, person),
    airline:
      code?.carrier ?? (voice.style === 'mail' ? (carrierName(leg.carrier) ?? leg.carrier) : leg.carrier),
    flight_num:
      code?.number ??
      (gds
        ? leg.number.padStart(4, '0')
        : voice.style === 'mail'
          ? `${leg.carrier}${leg.number}`
          : leg.number),
    ...(code === null ? {} : { operating_airline: leg.carrier, operating_flight_num: leg.number }),
    origin: leg.origin.code,
    destination: leg.destination.code,
    departure_datetime: wallOf(flight.departure + shift, leg.origin.zone),
    arrival_datetime: wallOf(flight.arrival + shift, leg.destination.zone),
    ...(gds ? { gds_status: voice.cancelled ? 'HX' : shift !== 0 ? 'TK' : 'HK' } : {}),
    ...(seat === null ? {} : { seat_assignment: seat }),
    number_of_pax: 1,
  }
}

/** A hotel stay, `longer` days longer than planned. */
export function hotelSegment(voice: Report, stay: Stay, person: Person, longer: number): RawSegment {
  const { port } = stay
  const name = `${stay.brand} ${port.city}`
  const exact = voice.style === 'supplier' || voice.style === 'gds'
  const [lat, lon] = hotelLocation(stay)
  return {
    ...common('Hotel', voice, person),
    hotel_name:
      voice.style === 'agency' ? `${name} Hotel` : voice.style === 'mail' ? name.toUpperCase() : name,
    checkin_date: dateOf(stay.from),
    checkout_date: dateOf(stay.to + longer),
    ...(exact
      ? {
          checkin_time: '15:00',
          checkout_time: '11:00',
          lat,
          lon,
          address1: `${1 + (hash(name) % 180)} Station Road`,
        }
      : {}),
    city_name: port.city,
    ...(port.adminCode === null || !exact ? {} : { admin_code: port.adminCode }),
    country: port.country,
    number_of_rooms: 1,
    number_of_guests: 1,
  }
}

/** A car rental. */
export function carSegment(voice: Report, rental: Rental, person: Person): RawSegment {
  const place = (code: string, city: string): string =>
    voice.style === 'supplier' ? code : `${city} Airport (${code})`
  return {
    ...common('Car', voice, person),
    car_company: voice.style === 'agency' ? `${rental.company} Rent a Car` : rental.company,
    pickup_datetime: wallOf(rental.from, rental.pickup.zone),
    dropoff_datetime: wallOf(rental.to, rental.dropoff.zone),
    pickup_location: place(rental.pickup.code, rental.pickup.city),
    dropoff_location: place(rental.dropoff.code, rental.dropoff.city),
    car_type: 'CCAR',
  }
}

/** A meeting out of the member's calendar. */
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

function common(type: string, voice: Report, person: Person): RawSegment {
  return {
    type,
    status: voice.cancelled ? 'Cancelled' : 'Active',
    source: voice.source,
    confirmation_no: voice.locator,
    ...nameFor(voice.style, person),
    ...(voice.updated === null
      ? {}
      : { supplier_updated: new Date(voice.updated).toISOString().slice(0, 19) + 'Z' }),
  }
}

function nameFor(style: ReportStyle, person: Person): RawSegment {
  switch (style) {
    case 'gds':
      return {
        first_name: `${plain(person.first)}${person.title}`.toUpperCase(),
        last_name: plain(person.last).toUpperCase(),
      }
    case 'agency':
      return { first_name: person.first, last_name: plain(person.last) }
    case 'supplier':
      return { first_name: person.first, last_name: person.last }
    case 'mail':
      return {}
  }
}

function plain(name: string): string {
  return name
    .replaceAll('ø', 'o')
    .normalize('NFKD')
    .replace(/[^A-Za-z -]/g, '')
}

/** The number an agency sold the seat under: a partner's, for some flights. */
function codeshare(flight: Flight): { carrier: string; number: string } | null {
  const { carrier, number, origin, destination } = flight.scheduled
  const sellers = sellingCarriers(carrier)
  const throwOf = hash(`${carrier}${number}${origin.code}${destination.code}`)
  const seller = sellers[throwOf % Math.max(1, sellers.length)]
  if (seller === undefined || throwOf % 5 < 2) return null
  return { carrier: seller, number: String(4_000 + (throwOf % 5_900)) }
}

/** Where a house of a brand stands in a city: near the middle, always the same place. */
function hotelLocation(stay: Stay): [string, string] {
  const spot = hash(`${stay.brand} ${stay.port.code}`)
  return [
    (stay.port.downtown.lat + ((spot % 400) - 200) / 10_000).toFixed(5),
    (stay.port.downtown.lon + (((spot >>> 10) % 400) - 200) / 10_000).toFixed(5),
  ]
}
