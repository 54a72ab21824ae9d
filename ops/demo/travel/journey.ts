/** One time away from home as it really happens: what the sources then tell of it is ops/demo/sources/source-messages.ts. */
import { instantOf, localOf, MINUTES_PER_DAY } from './clock.js'
import type { Random } from './random.js'
import { kilometres } from './airports.js'
import type { Flight, DemoAirport, Timetable } from './timetable.js'

export interface Stay {
  is: 'stay'
  port: DemoAirport
  brand: string
  from: number
  to: number
}
export interface Rental {
  is: 'rental'
  company: string
  pickup: DemoAirport
  dropoff: DemoAirport
  from: number
  to: number
}
export interface Meeting {
  is: 'meeting'
  port: DemoAirport
  name: string
  from: number
  to: number
}
export interface BookedFlight {
  is: 'flight'
  flight: Flight
  ticket: number
}
/** Days of a stay are day numbers, all other times instants in minutes UTC. */
export type JourneyPart = BookedFlight | Stay | Rental | Meeting

export interface Journey {
  kind: JourneyKind
  parts: JourneyPart[]
  begin: number
  end: number
}
export type JourneyKind = 'round trip' | 'day trip' | 'several cities' | 'open jaw' | 'by car' | 'commute'

export const HOTEL_BRANDS = [
  'Hilton',
  'Marriott',
  'Hyatt Regency',
  'Novotel',
  'Ibis',
  'Holiday Inn',
  'Radisson Blu',
  'Sheraton',
  'Best Western',
  'Mercure',
] as const
export const CAR_COMPANIES = ['Hertz', 'Avis', 'Europcar', 'Sixt', 'Enterprise', 'National'] as const
const MEETINGS = [
  'Budget review',
  'Design workshop',
  'Customer visit',
  'Quarterly planning',
  'Supplier audit',
  'Trade fair',
  'Board dinner',
  'Site inspection',
] as const

const TURNAROUND = 240
const EARLY = 10 * 60
const OPEN_JAW_KM: readonly [number, number] = [80, 500]
const ROAD_KM: readonly [number, number] = [110, 450]

/** A journey of a kind that leaves home on the day; null when the timetable has no way to make it. */
export function journey(
  kind: JourneyKind,
  home: DemoAirport,
  day: number,
  timetable: Timetable,
  chance: Random,
): Journey | null {
  const items = JOURNEY_PLANNERS[kind](home, day, timetable, chance)
  return items === null ? null : closed(kind, items)
}

type JourneyPlanner = (
  home: DemoAirport,
  day: number,
  timetable: Timetable,
  chance: Random,
) => JourneyPart[] | null

const JOURNEY_PLANNERS: Record<JourneyKind, JourneyPlanner> = {
  'round trip': (home, day, timetable, chance) => {
    const out = outward(home, day, timetable, chance)
    const there = out?.at(-1)
    if (out === null || there === undefined) return null
    const nights = nightsAt(home, there.scheduled.destination, chance)
    const back = timetable.travel(
      there.scheduled.destination.code,
      home.code,
      arrivalDay(there) + nights,
      chance,
      there.arrival + TURNAROUND,
    )
    const last = back?.[0]
    if (back === null || last === undefined) return null
    return [...flown(out, 1), ...flown(back, 1), ...around(there, last, chance)]
  },

  'day trip': (home, day, timetable, chance) => {
    const there = timetable.anyFrom(home.code, day, chance)
    if (there === null || there.scheduled.departs > EARLY || there.scheduled.block > 150) return null
    const back = timetable.travel(
      there.scheduled.destination.code,
      home.code,
      arrivalDay(there),
      chance,
      there.arrival + TURNAROUND,
    )
    if (back === null || back.length > 1) return null
    const from = there.arrival + 90
    return [
      ...flown([there], 1),
      ...flown(back, 1),
      { is: 'meeting', port: there.scheduled.destination, name: chance.pick(MEETINGS), from, to: from + 60 },
    ]
  },

  'several cities': (home, day, timetable, chance) => {
    const out = outward(home, day, timetable, chance)
    const first = out?.at(-1)
    if (out === null || first === undefined) return null
    const on = timetable.anyFrom(
      first.scheduled.destination.code,
      arrivalDay(first) + chance.int(2, 4),
      chance,
    )
    if (on === null || kilometres(on.scheduled.destination, home) < 150) return null
    const back = timetable.travel(
      on.scheduled.destination.code,
      home.code,
      arrivalDay(on) + chance.int(2, 4),
      chance,
      on.arrival + TURNAROUND,
    )
    const last = back?.[0]
    if (back === null || last === undefined) return null
    return [
      ...flown(out, 1),
      ...flown([on], 2),
      ...flown(back, 3),
      ...around(first, on, chance),
      ...around(on, last, chance),
    ]
  },

  'open jaw': (home, day, timetable, chance) => {
    const out = outward(home, day, timetable, chance)
    const there = out?.at(-1)
    if (out === null || there === undefined) return null
    const other = neighbour(there.scheduled.destination, OPEN_JAW_KM, timetable, chance)
    if (other === null || kilometres(other, home) < OPEN_JAW_KM[1]) return null
    const nights = chance.int(3, 7)
    const back = timetable.travel(
      other.code,
      home.code,
      arrivalDay(there) + nights,
      chance,
      there.arrival + TURNAROUND,
    )
    const last = back?.[0]
    if (back === null || last === undefined) return null
    const half = arrivalDay(there) + Math.ceil(nights / 2)
    const from = there.arrival + 60
    const rental: Rental = {
      is: 'rental',
      company: chance.pick(CAR_COMPANIES),
      pickup: there.scheduled.destination,
      dropoff: other,
      from,
      to: Math.max(from + 60, last.departure - 120),
    }
    return [
      ...flown(out, 1),
      ...flown(back, 1),
      rental,
      stay(there.scheduled.destination, arrivalDay(there), half, chance),
      stay(other, half, departureDay(last), chance),
    ]
  },

  'by car': (home, day, timetable, chance) => {
    const there = neighbour(home, ROAD_KM, timetable, chance)
    if (there === null) return null
    const nights = chance.int(1, 4)
    const from = instantOf(day, 9 * 60, home.zone)
    return [
      {
        is: 'rental',
        company: chance.pick(CAR_COMPANIES),
        pickup: home,
        dropoff: home,
        from,
        to: from + nights * MINUTES_PER_DAY,
      },
      stay(there, day, day + nights, chance),
    ]
  },

  commute: (home, day, timetable, chance) => {
    const there = timetable.anyFrom(home.code, day, chance)
    if (there === null || there.scheduled.block > 200) return null
    const back = timetable.travel(
      there.scheduled.destination.code,
      home.code,
      arrivalDay(there) + chance.int(2, 3),
      chance,
      there.arrival + TURNAROUND,
    )
    const last = back?.[0]
    if (back === null || back.length > 1 || last === undefined) return null
    return [
      ...flown([there], 1),
      ...flown(back, 1),
      stay(there.scheduled.destination, arrivalDay(there), departureDay(last), chance),
    ]
  },
}

/** Day number, at its place, on which a flight leaves. */
export function departureDay(flight: Flight): number {
  return flight.day
}

/** Day number, at its place, on which a flight arrives. */
export function arrivalDay(flight: Flight): number {
  return localOf(flight.arrival, flight.scheduled.destination.zone).day
}

function outward(home: DemoAirport, day: number, timetable: Timetable, chance: Random): Flight[] | null {
  const first = timetable.anyFrom(home.code, day, chance)
  if (first === null) return null
  if (!chance.chance(0.35)) return [first]
  const second = timetable.onward(first, new Set([home.code]), chance)
  return second === null || kilometres(second.scheduled.destination, home) < 150 ? [first] : [first, second]
}

function flown(flights: Flight[], ticket: number): BookedFlight[] {
  return flights.map((flight) => ({ is: 'flight', flight, ticket }))
}

function nightsAt(home: DemoAirport, there: DemoAirport, chance: Random): number {
  const km = kilometres(home, there)
  return km > 5_000 ? chance.int(5, 14) : km > 1_500 ? chance.int(2, 8) : chance.int(1, 4)
}

/** What is booked between two flights: mostly a hotel, often a car, sometimes a meeting, sometimes nothing. */
function around(there: Flight, onward: Flight, chance: Random): JourneyPart[] {
  const port = there.scheduled.destination
  const items: JourneyPart[] = []
  const [from, to] = [arrivalDay(there), departureDay(onward)]
  if (to > from && chance.chance(0.85)) items.push(stay(port, from, to, chance))
  if (to > from && chance.chance(0.35)) {
    items.push({
      is: 'rental',
      company: chance.pick(CAR_COMPANIES),
      pickup: port,
      dropoff: port,
      from: there.arrival + 40,
      to: onward.departure - 90,
    })
  }
  if (to > from && chance.chance(0.3)) {
    const start = there.arrival + chance.int(12, 20) * 60
    if (start + 120 < onward.departure)
      items.push({
        is: 'meeting',
        port,
        name: chance.pick(MEETINGS),
        from: start,
        to: start + chance.pick([60, 90, 120]),
      })
  }
  return items
}

function stay(port: DemoAirport, from: number, to: number, chance: Random): Stay {
  return { is: 'stay', port, brand: chance.pick(HOTEL_BRANDS), from, to: Math.max(from + 1, to) }
}

function neighbour(
  port: DemoAirport,
  [near, far]: readonly [number, number],
  timetable: Timetable,
  chance: Random,
): DemoAirport | null {
  const around = timetable.ports.filter((other) => {
    const km = kilometres(port, other)
    return km >= near && km <= far && other.country === port.country
  })
  return around.length === 0 ? null : chance.pick(around)
}

function closed(kind: JourneyKind, items: JourneyPart[]): Journey {
  const spans = items.map((item) => {
    if (item.is === 'flight') return [item.flight.departure, item.flight.arrival] as const
    if (item.is === 'stay') return [item.from * MINUTES_PER_DAY, item.to * MINUTES_PER_DAY] as const
    return [item.from, item.to] as const
  })
  return {
    kind,
    parts: items,
    begin: Math.min(...spans.map(([from]) => from)),
    end: Math.max(...spans.map(([, to]) => to)),
  }
}
