/**
 * Random members for the property of order (RULES 2.1): journeys of `journeys.ts`, and around them everything that was
 * once decided by what came first: all types, fields that only some versions know, dates alone, cancellations of whole
 * bookings before and after these, rebookings, companions, hotels of one name in several places.
 */
import { journeys, seededRandom, withDatesOnly } from '../journeys.js'
import type { Submission } from '../journeys.js'
import type { Segment } from '../traveller.js'
import { statusWords } from './status-words.js'

type Random = (below: number) => number

const HOUR = 3_600_000
const DAY = 24 * HOUR
const MINUTE = 60_000

const at = (ms: number): string => new Date(ms).toISOString().slice(0, 16)
const day = (ms: number): string => new Date(ms).toISOString().slice(0, 10)
const one = <T>(random: Random, list: readonly T[]): T => list[random(list.length)] as T

/** Where a segment begins, epoch milliseconds as if its wall time were UTC. */
function beginOf(segment: Segment): number {
  const names = ['departure_datetime', 'checkin_date', 'pickup_datetime', 'start_datetime']
  return Date.parse(`${String(names.map((name) => segment[name]).find((text) => text != null))}`.slice(0, 10))
}

/** Reports of a member with `trips` journeys, in the order of their stamps. Few of a short list of stamps are equal. */
export function reports(seed: number, trips: number): Submission[] {
  const random = seededRandom(seed * 7 + 3)
  const plain = journeys(seed, trips).map(({ at, segment }) => ({ at, segment: named(random, segment) }))
  const extra = plain.flatMap((submission) => [
    ...laterKnown(random, submission),
    ...cancelledOrRebooked(random, submission),
    ...(random(3) === 0 ? others(random, submission) : []),
  ])
  const booked = [...plain, ...extra]
  const all = [...booked, ...booked.flatMap((submission) => statusWords(random, submission))]
  return (random(2) === 0 ? all : withDatesOnly(all, seed)).sort((a, b) => a.at - b.at)
}

const PEOPLE = [
  { first_name: 'Ann', last_name: 'Lee' },
  { first_name: 'Bo', last_name: 'Chen' },
]

/** Some statements name the member or a companion. */
function named(random: Random, segment: Segment): Segment {
  return random(6) === 0 ? { ...segment, ...one(random, PEOPLE) } : segment
}

/** Fields by which matching proves, which only some versions know. */
const PROOF: Record<string, (random: Random) => Segment> = {
  Air: (random) =>
    random(2) === 0
      ? { ticket_number: `006${random(3)}` }
      : { operating_airline: 'AF', operating_flight_num: String(100 + random(3)) },
  Hotel: (random) =>
    random(2) === 0
      ? { property_code: `LON0${random(2)}` }
      : { address1: one(random, ['12 High Street', '40 High Street']) },
  Meeting: (random) => ({ venue: one(random, ['Great Hall', 'Old Mill']) }),
}

/** The same with a proof in the later or the earlier version, and another source that only the proof connects with it. */
function laterKnown(random: Random, { at: stamp, segment }: Submission): Submission[] {
  const proof = PROOF[String(segment.type)]
  if (proof === undefined || random(4) > 0) return []
  const known = proof(random)
  const later = stamp + (random(2) === 0 ? 1 : -1) * (HOUR + random(1000) * 1000)
  const elsewhere: Segment = { ...segment, ...known, source: 'tmc', confirmation_no: null }
  if (segment.type === 'Air') {
    elsewhere.airline = 'AF'
    elsewhere.flight_num = String(known.operating_flight_num ?? 700 + random(9))
    if (random(2) === 0) delete elsewhere.ticket_number
    const departs = Date.parse(`${String(segment.departure_datetime)}Z`)
    elsewhere.departure_datetime = at(departs + 30 * MINUTE)
  } else if (segment.type === 'Hotel') elsewhere.hotel_name = one(random, ['Riverside Inn', 'Marriott'])
  else elsewhere.activity_name = `${String(segment.activity_name)} again`
  return [
    { at: later, segment: { ...segment, ...known } },
    ...(random(2) === 0 ? [{ at: stamp + random(9) * HOUR + random(1000) * 1000, segment: elsewhere }] : []),
  ]
}

/** A cancellation of the whole booking, at any time, or another flight in the place of a cancelled one. */
function cancelledOrRebooked(random: Random, { at: stamp, segment }: Submission): Submission[] {
  const { type, source, confirmation_no: locator } = segment
  if (locator == null) return []
  const when = stamp + (random(9) - 4) * DAY + random(1000) * 1000
  if (random(25) === 0)
    return [{ at: when, segment: { type, source, status: 'Cancelled', confirmation_no: locator } }]
  if (random(25) === 0) return [{ at: when, segment: { ...segment, status: 'Cancelled' } }]
  if (type !== 'Air' || random(8) > 0) return []
  const cancelled = stamp + DAY + random(1000) * 1000
  const departs = Date.parse(`${String(segment.departure_datetime)}Z`)
  const rebooked = Array.from({ length: 1 + random(2) }, (_, i): Submission => {
    const later = (2 + random(20)) * HOUR
    const times = {
      departure_datetime: at(departs + later),
      arrival_datetime: at(departs + later + 5 * HOUR),
    }
    const numbers = { flight_num: String(900 + random(90)), confirmation_no: `R${random(1e6)}${i}X` }
    return {
      at: cancelled + random(5) * HOUR + random(1000) * 1000,
      segment: { ...segment, ...numbers, ...times },
    }
  })
  return [{ at: cancelled, segment: { ...segment, status: 'Cancelled' } }, ...rebooked]
}

const TOWNS = ['London', 'Paris', 'Amsterdam', 'Rome', 'Boston', 'Springfield', 'Dover', 'Calais', 'New York']

/** A segment of another type about the time of another one, by one to three sources that differ a little. */
function others(random: Random, { at: stamp, segment }: Submission): Submission[] {
  const begin = beginOf(segment) + random(72) * HOUR + random(12) * 5 * MINUTE
  const made = one(random, OTHERS)(random, begin)
  const locator = random(3) === 0 ? null : `X${random(1e6)}Y`
  return Array.from({ length: 1 + random(3) }, (_, i): Submission => {
    const shift = random(3) === 0 ? random(30) * MINUTE : 0
    const said: Segment = {
      ...made,
      source: one(random, ['ota', 'email', 'calendar', 'tmc', 'rail_db', 'manual']),
    }
    for (const [name, value] of Object.entries(said))
      if (name.endsWith('_datetime')) said[name] = at(Date.parse(`${String(value)}Z`) + shift)
    if (said.type === 'Hotel') said.hotel_name = one(random, HOUSES)
    const status = random(12) === 0 ? { status: 'Cancelled' } : {}
    const booked = random(2) === 0 ? { confirmation_no: locator } : {}
    return {
      at: stamp + i * HOUR + random(3000) * 1000,
      segment: { ...named(random, said), ...booked, ...status },
    }
  })
}

const OTHERS: ReadonlyArray<(random: Random, begin: number) => Segment> = [
  (random, begin) => ({
    type: 'Rail',
    rail_line: 'ICE',
    train_number: String(500 + random(4)),
    origin: one(random, ['London', 'Paris']),
    destination: one(random, ['Amsterdam', 'Frankfurt']),
    departure_datetime: at(begin),
    arrival_datetime: at(begin + 4 * HOUR),
  }),
  (random, begin) => ({
    type: 'Ferry',
    ferry_line: 'P&O',
    start_name: 'Dover',
    end_name: 'Calais',
    ...(random(2) === 0 ? { ferry_number: '17' } : {}),
    start_datetime: at(begin),
    end_datetime: at(begin + 2 * HOUR),
  }),
  (random, begin) => ({
    type: 'Cruise',
    cruise_line: 'Cunard',
    ship_name: one(random, ['Queen Anne', 'Aurora']),
    embark_city_name: 'Miami',
    embark_datetime: at(begin),
    disembark_city_name: 'Miami',
    disembark_datetime: at(begin + 5 * DAY),
  }),
  (random, begin) => ({
    type: 'Transport',
    transport_company: one(random, ['Flixbus', 'Uber']),
    start_city_name: one(random, TOWNS),
    end_city_name: one(random, TOWNS),
    start_datetime: at(begin),
    end_datetime: at(begin + 3 * HOUR),
  }),
  (random, begin) => ({
    type: 'Parking',
    parking_name: one(random, ['Long Stay Car Park', 'Short Stay']),
    city_name: 'New York',
    start_datetime: at(begin),
    end_datetime: at(begin + 3 * DAY),
  }),
  (random, begin) => ({
    type: 'Restaurant',
    restaurant_name: one(random, ['Da Mario', 'Ristorante Da Mario', 'Le Procope']),
    city_name: one(random, TOWNS),
    start_datetime: at(begin),
  }),
  (random, begin) => ({
    type: one(random, ['Activity', 'Event']),
    activity_name: one(random, ['Hamlet', 'Hamlet at the Globe', 'Boat tour']),
    start_city_name: one(random, TOWNS),
    ...(random(2) === 0 ? { venue: one(random, ['Great Hall', 'Old Mill']) } : {}),
    start_datetime: at(begin),
    end_datetime: at(begin + 2 * HOUR),
  }),
  (random, begin) => ({
    type: 'Checkin',
    place_name: one(random, ['Cafe Central', 'Museum']),
    city_name: one(random, TOWNS),
    checkin_datetime: at(begin),
  }),
  // Only coordinates tell in which town the house is, and the town tells which word of its name is the town's.
  (random, begin) => ({
    type: 'Hotel',
    ...one(random, [
      { lat: '51.1259', lon: '1.3134' },
      { lat: '50.9513', lon: '1.8587' },
      { lat: '51.9775', lon: '4.1333' },
    ]),
    checkin_date: day(begin),
    checkout_date: day(begin + (1 + random(3)) * DAY),
  }),
]
const HOUSES = ['Dover Castle', 'Castle Calais', 'Castle']
