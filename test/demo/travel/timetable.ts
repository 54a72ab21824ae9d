/** A weekly timetable of flights, and how to travel on it. */
import { instantOf, weekday } from './clock.js'
import type { Random } from './random.js'

export interface DemoAirport {
  code: string
  city: string
  adminCode: string | null
  country: string
  lat: number
  lon: number
  zone: string
  /** The centre of the city. */
  downtown: { lat: number; lon: number }
}

/** A scheduled non-stop flight. */
export interface ScheduledFlight {
  carrier: string
  number: string
  origin: DemoAirport
  destination: DemoAirport
  /** Minutes after local midnight at the origin. */
  departs: number
  /** Minutes from gate to gate. */
  block: number
  /** Days of operation, bit 0 = Monday. */
  days: number
}

/** A scheduled flight on a day: day number at the origin, instants in minutes UTC. */
export interface Flight {
  scheduled: ScheduledFlight
  day: number
  departure: number
  arrival: number
}

/** Minutes. */
const MIN_CONNECTION = 45
const MAX_CONNECTION = 235
/** Enough choices; a search stops beyond. */
const MAX_CHOICES = 40

export class Timetable {
  /** Airports with departures. */
  readonly airports: DemoAirport[]
  /** Number of flights in a week. */
  readonly flights: number
  readonly #from = new Map<string, ScheduledFlight[]>()
  readonly #between = new Map<string, ScheduledFlight[]>()

  constructor(readonly scheduled: ScheduledFlight[]) {
    const airports = new Map<string, DemoAirport>()
    let flights = 0
    for (const one of scheduled) {
      airports.set(one.origin.code, one.origin)
      append(this.#from, one.origin.code, one)
      append(this.#between, `${one.origin.code}>${one.destination.code}`, one)
      flights += daysPerWeek(one.days)
    }
    this.airports = [...airports.values()]
    this.flights = flights
  }

  /** Scheduled departures of an airport. */
  from(code: string): readonly ScheduledFlight[] {
    return this.#from.get(code) ?? []
  }

  /** Scheduled flights between two airports. */
  between(origin: string, destination: string): readonly ScheduledFlight[] {
    return this.#between.get(`${origin}>${destination}`) ?? []
  }

  /** A random flight from an airport on a day; null if there is none. */
  anyFrom(code: string, day: number, random: Random): Flight | null {
    const departures = this.from(code)
    if (departures.length === 0) return null
    const start = random.int(0, departures.length - 1)
    for (let i = 0; i < departures.length; i++) {
      const scheduled = departures[(start + i) % departures.length] as ScheduledFlight
      if (flies(scheduled, day)) return fly(scheduled, day)
    }
    return null
  }

  /** A random connection from `flight` to a place that is not in `avoid`; null if there is none. */
  onward(flight: Flight, avoid: ReadonlySet<string>, random: Random): Flight | null {
    const found: Flight[] = []
    for (const scheduled of this.from(flight.scheduled.destination.code)) {
      if (avoid.has(scheduled.destination.code) || found.length > MAX_CHOICES) continue
      const next = connecting(flight, scheduled)
      if (next !== null) found.push(next)
    }
    return found.length === 0 ? null : random.pick(found)
  }

  /**
   * Random flights from one airport to another on a day, direct or with one connection, leaving at `earliest`
   * or later; null if there are none.
   */
  travel(origin: string, destination: string, day: number, random: Random, earliest = 0): Flight[] | null {
    const direct = this.between(origin, destination)
      .filter((scheduled) => flies(scheduled, day))
      .map((scheduled) => fly(scheduled, day))
      .filter((flight) => flight.departure >= earliest)
    if (direct.length > 0) return [random.pick(direct)]
    const choices: Flight[][] = []
    for (const scheduled of this.from(origin)) {
      const onward = this.between(scheduled.destination.code, destination)
      if (onward.length === 0 || !flies(scheduled, day)) continue
      const first = fly(scheduled, day)
      if (first.departure < earliest) continue
      for (const second of onward) {
        const next = connecting(first, second)
        if (next !== null) choices.push([first, next])
      }
      if (choices.length > MAX_CHOICES) break
    }
    return choices.length === 0 ? null : random.pick(choices)
  }
}

/** Whether a scheduled flight operates on a day. */
export function flies(scheduled: ScheduledFlight, day: number): boolean {
  return ((scheduled.days >> weekday(day)) & 1) === 1
}

/** The scheduled flight on that day. */
export function fly(scheduled: ScheduledFlight, day: number): Flight {
  const departure = instantOf(day, scheduled.departs, scheduled.origin.zone)
  return { scheduled, day, departure, arrival: departure + scheduled.block }
}

/** Number of days in a mask of days of operation. */
export function daysPerWeek(mask: number): number {
  let days = 0
  for (let rest = mask; rest > 0; rest >>= 1) days += rest & 1
  return days
}

/** The scheduled flight as a connection from `flight`; null if it does not leave in time. */
function connecting(flight: Flight, scheduled: ScheduledFlight): Flight | null {
  for (const day of [flight.day, flight.day + 1, flight.day - 1]) {
    if (!flies(scheduled, day)) continue
    const next = fly(scheduled, day)
    const wait = next.departure - flight.arrival
    if (wait >= MIN_CONNECTION && wait <= MAX_CONNECTION) return next
  }
  return null
}

function append(map: Map<string, ScheduledFlight[]>, key: string, scheduled: ScheduledFlight): void {
  const list = map.get(key)
  if (list === undefined) map.set(key, [scheduled])
  else list.push(scheduled)
}
