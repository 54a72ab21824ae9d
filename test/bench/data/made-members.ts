/** Members of any size for the fold bench: round trips by air with a hotel, one every four days. */
import type { StreamMessage } from '../../../schemas/stream/message.js'

const DAY = 86_400_000
const BEGIN = Date.UTC(2000, 0, 3)
const PLACES = [
  ['LHR', 'London', 'GB'],
  ['CDG', 'Paris', 'FR'],
  ['ORD', 'Chicago', 'US'],
  ['SFO', 'San Francisco', 'US'],
  ['ATL', 'Atlanta', 'US'],
  ['AMS', 'Amsterdam', 'NL'],
] as const

export interface MadeSegment {
  [field: string]: unknown
  type: string
  source: string
}

const at = (ms: number): string => new Date(ms).toISOString().slice(0, 16)

/** The raw segments of trip number `k` of a member who lives near JFK: flight out, hotel, flight back. */
export function tripSegments(k: number): MadeSegment[] {
  const [airport, city, country] = PLACES[k % PLACES.length] as (typeof PLACES)[number]
  const out = BEGIN + k * 4 * DAY + 13 * 3_600_000
  const back = out + 2 * DAY
  const pnr = `P${k.toString(36).toUpperCase().padStart(5, 'X')}`
  const flight = (number: number, from: string, to: string, leaves: number, price: string): MadeSegment => ({
    type: 'Air',
    status: 'Active',
    source: 'airline_dl',
    airline: 'DL',
    flight_num: String(number),
    origin: from,
    destination: to,
    departure_datetime: at(leaves),
    arrival_datetime: at(leaves + 9 * 3_600_000),
    confirmation_no: pnr,
    number_of_pax: 1,
    seat_assignment: '12A',
    phone: '18005550100',
    price,
    currency: 'USD',
  })
  return [
    flight(100 + (k % 800), 'JFK', airport, out, '410.00'),
    {
      type: 'Hotel',
      status: 'Active',
      source: 'gds',
      hotel_name: `Grand Hotel ${city}`,
      city_name: city,
      country,
      checkin_date: at(out).slice(0, 10),
      checkout_date: at(back).slice(0, 10),
      confirmation_no: `H${100_000 + k}`,
    },
    flight(101 + (k % 800), airport, 'JFK', back, '390.00'),
  ]
}

/** `count` raw segments of a member, trips numbered from `from`. */
export function segmentsOf(count: number, from = 0): MadeSegment[] {
  const out: MadeSegment[] = []
  for (let k = from; out.length < count; k++) out.push(...tripSegments(k))
  return out.slice(0, count)
}

/** A message with the segments; ids of raw segments begin at `first`. */
export function messageOf(segments: MadeSegment[], seq: number, first: number): StreamMessage {
  return {
    seq,
    envelope: {
      v: 1,
      kind: 'segments',
      batch: String(first + 500_000),
      first: String(first),
      count: segments.length,
      received: BEGIN + seq * 60_000,
    },
    body: { segments },
  }
}
