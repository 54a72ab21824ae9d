/** Random members for property tests: journeys as several sources tell them, with late words, changes and cancellations. */
import type { StreamMessage } from '../../schemas/stream/message.js'
import { flight, hotel, meeting } from './traveller.js'
import type { Segment } from './traveller.js'

/** A raw segment with its receive stamp. */
export interface Told {
  at: number
  segment: Segment
}

/** A small generator of numbers from a seed (mulberry32). */
export function dice(seed: number): (below: number) => number {
  let a = seed >>> 0
  return (below) => {
    a = (a + 0x6d2b79f5) >>> 0
    let x = Math.imul(a ^ (a >>> 15), 1 | a)
    x = (x + Math.imul(x ^ (x >>> 7), 61 | x)) ^ x
    return Math.floor((((x ^ (x >>> 14)) >>> 0) / 4_294_967_296) * below)
  }
}

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
const HOUSES = [
  'Marriott',
  'Courtyard by Marriott % Airport',
  'Hilton % Downtown',
  '% Hyatt Regency',
  'The Westin % Park',
]
const DAY = 86_400_000
const BEGIN = Date.UTC(2026, 0, 5)

const date = (ms: number): string => new Date(ms).toISOString().slice(0, 10)
const time = (ms: number): string => new Date(ms).toISOString().slice(0, 16)

/** What `trips` journeys from JFK make several sources say, in the order they were received. */
export function journeys(seed: number, trips: number): Told[] {
  const roll = dice(seed)
  const out: Told[] = []
  const tell = (at: number, segment: Segment): void => {
    out.push({ at: at + roll(1000) * 1000, segment })
  }
  let day = BEGIN
  for (let k = 0; k < trips; k++) {
    const booked = day - (5 + roll(60)) * DAY
    const pnr = `P${(seed * 1000 + k).toString(36).toUpperCase().padStart(5, 'A')}`.slice(0, 8)
    const stops = 1 + roll(3)
    const said: Segment[] = []
    let here = 'JFK'
    let at = day + (6 + roll(10)) * 3_600_000
    const move = (to: string): void => {
      const fly = (2 + roll(5)) * 3_600_000
      if (roll(12) > 0)
        said.push(
          flight(
            `${['DL', 'UA', 'KL'][roll(3)]}${10 + roll(900)}`,
            `${here}-${to}`,
            time(at),
            time(at + fly),
            { confirmation_no: pnr },
          ),
        )
      here = to
      at += fly
    }
    for (let s = 0; s < stops; s++) {
      const [airport, city, country] = CITIES[roll(CITIES.length)] as [string, string, string | null]
      if (airport === here) continue
      move(airport)
      const nights = roll(4)
      if (nights > 0 && roll(4) > 0)
        said.push(
          hotel(
            (HOUSES[roll(HOUSES.length)] as string).replace('%', city),
            city,
            date(at),
            date(at + nights * DAY),
            { country, confirmation_no: `H${roll(1e6)}99` },
          ),
        )
      if (nights > 0 && roll(3) === 0)
        said.push(meeting(`Review ${roll(9)}`, city, `${date(at + DAY)}T10:00`, `${date(at + DAY)}T11:00`))
      if (roll(4) === 0)
        said.push({
          type: 'Car',
          source: 'car_hertz',
          car_company: 'Hertz',
          pickup_location: airport,
          dropoff_location: airport,
          pickup_datetime: time(at + 3_600_000),
          dropoff_datetime: time(at + Math.max(1, nights) * DAY),
          confirmation_no: `C${roll(1e6)}77`,
        })
      at += nights * DAY + (3 + roll(8)) * 3_600_000
    }
    if (roll(10) > 0) move('JFK')
    if (roll(6) === 0)
      said.push(
        hotel('New York Marriott Airport', 'New York', date(day - DAY), date(day), {
          confirmation_no: `N${roll(1e6)}55`,
        }),
      )
    for (const segment of said) {
      tell(booked, segment)
      if (roll(2) === 0)
        tell(booked + roll(4) * DAY, { ...segment, source: 'ota', confirmation_no: `${pnr}OTA` })
      if (roll(3) === 0) tell(booked + roll(9) * DAY, { ...segment, source: 'email' })
      if (roll(5) === 0)
        tell(booked + roll(9) * DAY, { ...segment, source: 'calendar', confirmation_no: null })
      const start = segment.departure_datetime
      if (roll(8) === 0 && typeof start === 'string')
        tell(booked + 4 * DAY, {
          ...segment,
          departure_datetime: time(Date.parse(`${start}Z`) + 25 * 60_000),
        })
      if (roll(10) === 0) tell(booked + 3 * DAY, { ...segment, status: 'Cancelled' })
      if (roll(20) === 0) tell(booked + 5 * DAY, { ...segment })
      if (roll(15) === 0)
        tell(booked + 6 * DAY, {
          ...segment,
          source: 'ota',
          confirmation_no: `${pnr}OTA`,
          status: 'Cancelled',
        })
    }
    day = Math.max(day + DAY, at + roll(12) * DAY)
    if (roll(5) === 0)
      tell(day - DAY, meeting('Weekly team meeting', 'New York', `${date(day)}T14:00`, `${date(day)}T15:00`))
  }
  return out.sort((a, b) => a.at - b.at)
}

/**
 * The same as messages, in steps of up to three messages; now and then a booking is told anew as a whole or
 * cancelled by its locator, and something said before is taken back.
 */
export function messages(seed: number, trips: number): StreamMessage[][] {
  const roll = dice(seed)
  const all = journeys(seed, trips).map(({ at, segment }, i): StreamMessage => {
    const envelope = {
      v: 1 as const,
      batch: String(9_000_000 + i),
      first: String(5_000_000 + i),
      received: at,
    }
    const { type, source, confirmation_no: locator } = segment
    const what = locator === undefined ? 9 : roll(40)
    if (roll(30) === 0)
      return {
        seq: i + 1,
        envelope: { ...envelope, kind: 'withdraw' },
        body: { id: String(5_000_000 + roll(i + 1)) },
      }
    const said = what === 0 ? { type, source, status: 'Cancelled', confirmation_no: locator } : segment
    return {
      seq: i + 1,
      envelope: { ...envelope, kind: 'segments' },
      body: { segments: [said], ...(what === 1 ? { mode: 'replace' } : {}) },
    }
  })
  const out: StreamMessage[][] = []
  while (all.length > 0) out.push(all.splice(0, 1 + roll(3)))
  return out
}
