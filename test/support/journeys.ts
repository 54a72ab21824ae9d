/**
 * Random members for property tests: journeys as several sources report them, with late statements, changes
 * and cancellations.
 */
import type { StreamMessage } from '../../schemas/stream/message.js'
import { flight, hotel, meeting } from './traveller.js'
import type { Segment } from './traveller.js'

/** A submitted segment and when it was received, epoch milliseconds. */
export interface Submission {
  at: number
  segment: Segment
}

/** Random integers below a bound, from a seed (mulberry32). */
export function seededRandom(seed: number): (below: number) => number {
  let a = seed >>> 0
  return (below) => {
    a = (a + 0x6d2b79f5) >>> 0
    let x = Math.imul(a ^ (a >>> 15), 1 | a)
    x = (x + Math.imul(x ^ (x >>> 7), 61 | x)) ^ x
    return Math.floor((((x ^ (x >>> 14)) >>> 0) / 4_294_967_296) * below)
  }
}

type Random = (below: number) => number

const CITIES: Array<[string, string, string | null]> = [
  ['LHR', 'London', 'GB'],
  ['CDG', 'Paris', 'FR'],
  ['AMS', 'Amsterdam', null],
  ['ORD', 'Chicago', 'US'],
  ['SFO', 'San Francisco', null],
  ['BOS', 'Boston', null],
  ['FCO', 'Rome', 'IT'],
  ['SIN', 'Singapore', null],
  ['ATL', 'Atlanta', 'US'],
  ['MIA', 'Miami', null],
]
const HOTELS = [
  'Marriott',
  'Courtyard by Marriott % Airport',
  'Hilton % Downtown',
  '% Hyatt Regency',
  'The Westin % Park',
]
const HOUR = 3_600_000
const DAY = 24 * HOUR
const BEGIN = Date.UTC(2026, 0, 5)

const date = (ms: number): string => new Date(ms).toISOString().slice(0, 10)
const time = (ms: number): string => new Date(ms).toISOString().slice(0, 16)

/** `trips` journeys from JFK as several sources report them, in the order in which they were received. */
export function journeys(seed: number, trips: number): Submission[] {
  const random = seededRandom(seed)
  const submissions: Submission[] = []
  const submit = (at: number, segment: Segment): void => {
    submissions.push({ at: at + random(1000) * 1000, segment })
  }
  let day = BEGIN
  for (let k = 0; k < trips; k++) {
    const booked = day - (5 + random(60)) * DAY
    const pnr = `P${(seed * 1000 + k).toString(36).toUpperCase().padStart(5, 'A')}`.slice(0, 8)
    const { segments, end } = journey(random, day, pnr)
    for (const segment of segments) report(segment, booked, pnr, random, submit)
    day = Math.max(day + DAY, end + random(12) * DAY)
    if (random(5) === 0)
      submit(
        day - DAY,
        meeting('Weekly team meeting', 'New York', `${date(day)}T14:00`, `${date(day)}T15:00`),
      )
  }
  return submissions.sort((a, b) => a.at - b.at)
}

/** The same submissions, of which some know an end by its date only, or not at all (RULES N6). */
export function withDatesOnly(submissions: readonly Submission[], seed: number): Submission[] {
  const random = seededRandom(seed)
  return submissions.map(({ at, segment }) => {
    const blurred = { ...segment }
    for (const [name, value] of Object.entries(segment)) {
      if (!name.endsWith('_datetime') || random(4) > 0) continue
      const isEnd = name.startsWith('arrival') || name.startsWith('dropoff')
      blurred[name] = isEnd && random(4) === 0 ? null : String(value).slice(0, 10)
    }
    return { at, segment: blurred }
  })
}

/** One journey that starts on `day`, and when it ends. Some legs are never reported. */
function journey(random: Random, day: number, pnr: string): { segments: Segment[]; end: number } {
  const stops = 1 + random(3)
  const segments: Segment[] = []
  let here = 'JFK'
  let at = day + (6 + random(10)) * HOUR
  const fly = (to: string): void => {
    const duration = (2 + random(5)) * HOUR
    if (random(12) > 0) {
      const number = `${['DL', 'UA', 'KL'][random(3)]}${10 + random(900)}`
      segments.push(flight(number, `${here}-${to}`, time(at), time(at + duration), { confirmation_no: pnr }))
    }
    here = to
    at += duration
  }
  for (let stop = 0; stop < stops; stop++) {
    const [airport, city, country] = CITIES[random(CITIES.length)] as [string, string, string | null]
    if (airport === here) continue
    fly(airport)
    const nights = random(4)
    segments.push(...visit(random, at, nights, { airport, city, country }))
    at += nights * DAY + (3 + random(8)) * HOUR
  }
  if (random(10) > 0) fly('JFK')
  if (random(6) === 0)
    segments.push(
      hotel('New York Marriott Airport', 'New York', date(day - DAY), date(day), {
        confirmation_no: `N${random(1e6)}55`,
      }),
    )
  return { segments, end: at }
}

/** What is booked at one stop of a journey: perhaps a hotel, a meeting, a car. */
function visit(
  random: Random,
  at: number,
  nights: number,
  { airport, city, country }: { airport: string; city: string; country: string | null },
): Segment[] {
  const segments: Segment[] = []
  if (nights > 0 && random(4) > 0) {
    const name = (HOTELS[random(HOTELS.length)] as string).replace('%', city)
    const more = { country, confirmation_no: `H${random(1e6)}99` }
    segments.push(hotel(name, city, date(at), date(at + nights * DAY), more))
  }
  if (nights > 0 && random(3) === 0) {
    const day = date(at + DAY)
    segments.push(meeting(`Review ${random(9)}`, city, `${day}T10:00`, `${day}T11:00`))
  }
  if (random(4) === 0)
    segments.push({
      type: 'Car',
      source: 'car_hertz',
      car_company: 'Hertz',
      pickup_location: airport,
      dropoff_location: airport,
      pickup_datetime: time(at + HOUR),
      dropoff_datetime: time(at + Math.max(1, nights) * DAY),
      confirmation_no: `C${random(1e6)}77`,
    })
  return segments
}

/** Submits a segment by its supplier and perhaps by others; some are changed, cancelled or repeated later. */
function report(
  segment: Segment,
  booked: number,
  pnr: string,
  random: Random,
  submit: (at: number, segment: Segment) => void,
): void {
  const ota = { ...segment, source: 'ota', confirmation_no: `${pnr}OTA` }
  submit(booked, segment)
  if (random(2) === 0) submit(booked + random(4) * DAY, ota)
  if (random(3) === 0) submit(booked + random(9) * DAY, { ...segment, source: 'email' })
  if (random(5) === 0)
    submit(booked + random(9) * DAY, { ...segment, source: 'calendar', confirmation_no: null })
  const departure = segment.departure_datetime
  if (random(8) === 0 && typeof departure === 'string')
    submit(booked + 4 * DAY, {
      ...segment,
      departure_datetime: time(Date.parse(`${departure}Z`) + 25 * 60_000),
    })
  if (random(10) === 0) submit(booked + 3 * DAY, { ...segment, status: 'Cancelled' })
  if (random(20) === 0) submit(booked + 5 * DAY, { ...segment })
  if (random(15) === 0) submit(booked + 6 * DAY, { ...ota, status: 'Cancelled' })
}

/**
 * The same as messages, in steps of up to three messages; now and then a booking is reported completely or
 * cancelled by its locator, and something submitted before is withdrawn.
 */
export function messages(seed: number, trips: number): StreamMessage[][] {
  const random = seededRandom(seed)
  const all = journeys(seed, trips).map(({ at, segment }, i): StreamMessage => {
    const envelope = {
      v: 1 as const,
      batch: String(9_000_000 + i),
      first: String(5_000_000 + i),
      received: at,
    }
    const { type, source, confirmation_no: locator } = segment
    const variant = locator === undefined ? 9 : random(40)
    if (random(30) === 0)
      return {
        seq: i + 1,
        envelope: { ...envelope, kind: 'withdraw' },
        body: { id: String(5_000_000 + random(i + 1)) },
      }
    const cancellation = { type, source, status: 'Cancelled', confirmation_no: locator }
    return {
      seq: i + 1,
      envelope: { ...envelope, kind: 'segments' },
      body: {
        segments: [variant === 0 ? cancellation : segment],
        ...(variant === 1 ? { mode: 'replace' } : {}),
      },
    }
  })
  const steps: StreamMessage[][] = []
  while (all.length > 0) steps.push(all.splice(0, 1 + random(3)))
  return steps
}
