/** A weekly timetable of flights and how to travel on it. */
import { instantOf, weekday } from './clock.js'
import type { Random } from './random.js'

/** A place flights go to. */
export interface DemoAirport {
  code: string
  city: string
  adminCode: string | null
  country: string
  lat: number
  lon: number
  zone: string
  /** The middle of the city. */
  downtown: { lat: number; lon: number }
}

/** A scheduled flight without a stop. */
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

/** A leg on a day: day number at the origin, instants in minutes UTC. */
export interface Flight {
  scheduled: ScheduledFlight
  day: number
  departure: number
  arrival: number
}

const MIN_CONNECTION = 45
const MAX_CONNECTION = 235
const MAX_VIA_CHOICES = 40

export class Timetable {
  readonly ports: DemoAirport[]
  /** Flights of a week. */
  readonly flights: number
  readonly #from = new Map<string, ScheduledFlight[]>()
  readonly #between = new Map<string, ScheduledFlight[]>()

  constructor(readonly legs: ScheduledFlight[]) {
    const ports = new Map<string, DemoAirport>()
    let flights = 0
    for (const leg of legs) {
      ports.set(leg.origin.code, leg.origin)
      push(this.#from, leg.origin.code, leg)
      push(this.#between, `${leg.origin.code}>${leg.destination.code}`, leg)
      for (let bit = leg.days; bit > 0; bit >>= 1) flights += bit & 1
    }
    this.ports = [...ports.values()]
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

  /** Any flight out of an airport on a day, each as likely as the other; null when none leaves. */
  anyFrom(code: string, day: number, dice: Random): Flight | null {
    const legs = this.from(code)
    if (legs.length === 0) return null
    const start = dice.int(0, legs.length - 1)
    for (let i = 0; i < legs.length; i++) {
      const leg = legs[(start + i) % legs.length] as ScheduledFlight
      if (flies(leg, day)) return fly(leg, day)
    }
    return null
  }

  /** A flight that connects onwards from `flight` and goes neither back nor to a place in `avoid`; null when there is none. */
  onward(flight: Flight, avoid: ReadonlySet<string>, dice: Random): Flight | null {
    const found: Flight[] = []
    for (const leg of this.from(flight.scheduled.destination.code)) {
      if (avoid.has(leg.destination.code) || found.length > MAX_VIA_CHOICES) continue
      const next = connecting(flight, leg)
      if (next !== null) found.push(next)
    }
    return found.length === 0 ? null : dice.pick(found)
  }

  /** From one airport to another on a day, direct or with one connection, not before `earliest`; null when there is no way. */
  travel(origin: string, destination: string, day: number, dice: Random, earliest = 0): Flight[] | null {
    const direct = this.between(origin, destination)
      .filter((leg) => flies(leg, day))
      .map((leg) => fly(leg, day))
      .filter((f) => f.departure >= earliest)
    if (direct.length > 0) return [dice.pick(direct)]
    const ways: Flight[][] = []
    for (const leg of this.from(origin)) {
      const onward = this.between(leg.destination.code, destination)
      if (onward.length === 0 || !flies(leg, day)) continue
      const first = fly(leg, day)
      if (first.departure < earliest) continue
      for (const second of onward) {
        const next = connecting(first, second)
        if (next !== null) ways.push([first, next])
      }
      if (ways.length > MAX_VIA_CHOICES) break
    }
    return ways.length === 0 ? null : dice.pick(ways)
  }
}

/** Whether a leg flies on a day. */
export function flies(leg: ScheduledFlight, day: number): boolean {
  return ((leg.days >> weekday(day)) & 1) === 1
}

/** The leg on that day. */
export function fly(leg: ScheduledFlight, day: number): Flight {
  const departure = instantOf(day, leg.departs, leg.origin.zone)
  return { scheduled: leg, day, departure, arrival: departure + leg.block }
}

/** The leg as a connection from `flight`, on the same or the next day; null when it does not connect in time. */
function connecting(flight: Flight, leg: ScheduledFlight): Flight | null {
  for (const day of [flight.day, flight.day + 1, flight.day - 1]) {
    if (!flies(leg, day)) continue
    const next = fly(leg, day)
    const wait = next.departure - flight.arrival
    if (wait >= MIN_CONNECTION && wait <= MAX_CONNECTION) return next
  }
  return null
}

function push(map: Map<string, ScheduledFlight[]>, key: string, leg: ScheduledFlight): void {
  const list = map.get(key)
  if (list === undefined) map.set(key, [leg])
  else list.push(leg)
}
