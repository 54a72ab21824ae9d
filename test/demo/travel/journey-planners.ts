/** How a journey of each kind is planned on a timetable. */
import { kilometres } from './airports.js'
import { instantOf, localOf, MINUTES_PER_DAY } from './clock.js'
import type { BookedFlight, JourneyKind, JourneyPart, Meeting, Rental, Stay } from './journey-parts.js'
import type { Random } from './random.js'
import type { DemoAirport, Flight, Timetable } from './timetable.js'

const HOTEL_BRANDS = [
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
const CAR_COMPANIES = ['Hertz', 'Avis', 'Europcar', 'Sixt', 'Enterprise', 'National'] as const
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

/** Least minutes between an arrival and the flight back. */
const MIN_TURNAROUND = 240
/** A day trip leaves by this minute of the day, and does not fly longer than this. */
const DAY_TRIP_LATEST_DEPARTURE = 10 * 60
const DAY_TRIP_MAX_BLOCK = 150
const COMMUTE_MAX_BLOCK = 200
/** A destination nearer than this is still home. */
const MIN_KM_FROM_HOME = 150
const OPEN_JAW_KM: readonly [number, number] = [80, 500]
const DRIVE_KM: readonly [number, number] = [110, 450]

export interface PlanningContext {
  home: DemoAirport
  /** Day number of the departure. */
  day: number
  timetable: Timetable
  random: Random
}

/** Returns null if the timetable does not allow the journey. */
type JourneyPlanner = (context: PlanningContext) => JourneyPart[] | null

export const JOURNEY_PLANNERS: Record<JourneyKind, JourneyPlanner> = {
  'round trip': (context) => {
    const out = outboundFlights(context)
    const there = out?.at(-1)
    if (out === null || there === undefined) return null
    const nights = nightsAt(context, there.scheduled.destination)
    const back = flightsHome(context, there, nights)
    const last = back?.[0]
    if (back === null || last === undefined) return null
    return [...booked(out, 1), ...booked(back, 1), ...partsBetween(there, last, context.random)]
  },

  'day trip': (context) => {
    const { home, day, timetable, random } = context
    const there = timetable.anyFrom(home.code, day, random)
    if (there === null) return null
    const { departs, block, destination } = there.scheduled
    if (departs > DAY_TRIP_LATEST_DEPARTURE || block > DAY_TRIP_MAX_BLOCK) return null
    const back = flightsHome(context, there, 0)
    if (back === null || back.length > 1) return null
    const from = there.arrival + 90
    const meeting: Meeting = {
      is: 'meeting',
      port: destination,
      name: random.pick(MEETINGS),
      from,
      to: from + 60,
    }
    return [...booked([there], 1), ...booked(back, 1), meeting]
  },

  'several cities': (context) => {
    const { home, timetable, random } = context
    const out = outboundFlights(context)
    const first = out?.at(-1)
    if (out === null || first === undefined) return null
    const onDay = arrivalDay(first) + random.int(2, 4)
    const on = timetable.anyFrom(first.scheduled.destination.code, onDay, random)
    if (on === null || kilometres(on.scheduled.destination, home) < MIN_KM_FROM_HOME) return null
    const back = flightsHome(context, on, random.int(2, 4))
    const last = back?.[0]
    if (back === null || last === undefined) return null
    return [
      ...booked(out, 1),
      ...booked([on], 2),
      ...booked(back, 3),
      ...partsBetween(first, on, random),
      ...partsBetween(on, last, random),
    ]
  },

  'open jaw': (context) => {
    const { home, timetable, random } = context
    const out = outboundFlights(context)
    const there = out?.at(-1)
    if (out === null || there === undefined) return null
    const arrivalAirport = there.scheduled.destination
    const returnAirport = neighbour(arrivalAirport, OPEN_JAW_KM, timetable, random)
    if (returnAirport === null || kilometres(returnAirport, home) < OPEN_JAW_KM[1]) return null
    const nights = random.int(3, 7)
    const back = flightsHome(context, there, nights, returnAirport)
    const last = back?.[0]
    if (back === null || last === undefined) return null
    const middle = arrivalDay(there) + Math.ceil(nights / 2)
    const from = there.arrival + 60
    const rental: Rental = {
      is: 'rental',
      company: random.pick(CAR_COMPANIES),
      pickup: arrivalAirport,
      dropoff: returnAirport,
      from,
      to: Math.max(from + 60, last.departure - 120),
    }
    return [
      ...booked(out, 1),
      ...booked(back, 1),
      rental,
      stay(arrivalAirport, arrivalDay(there), middle, random),
      stay(returnAirport, middle, last.day, random),
    ]
  },

  'by car': ({ home, day, timetable, random }) => {
    const there = neighbour(home, DRIVE_KM, timetable, random)
    if (there === null) return null
    const nights = random.int(1, 4)
    const from = instantOf(day, 9 * 60, home.zone)
    const rental: Rental = {
      is: 'rental',
      company: random.pick(CAR_COMPANIES),
      pickup: home,
      dropoff: home,
      from,
      to: from + nights * MINUTES_PER_DAY,
    }
    return [rental, stay(there, day, day + nights, random)]
  },

  commute: (context) => {
    const { home, day, timetable, random } = context
    const there = timetable.anyFrom(home.code, day, random)
    if (there === null || there.scheduled.block > COMMUTE_MAX_BLOCK) return null
    const back = flightsHome(context, there, random.int(2, 3))
    const last = back?.[0]
    if (back === null || back.length > 1 || last === undefined) return null
    return [
      ...booked([there], 1),
      ...booked(back, 1),
      stay(there.scheduled.destination, arrivalDay(there), last.day, random),
    ]
  },
}

/** Day number at the destination. */
function arrivalDay(flight: Flight): number {
  return localOf(flight.arrival, flight.scheduled.destination.zone).day
}

/** One flight from home, or two with a connection. */
function outboundFlights({ home, day, timetable, random }: PlanningContext): Flight[] | null {
  const first = timetable.anyFrom(home.code, day, random)
  if (first === null) return null
  if (!random.chance(0.35)) return [first]
  const second = timetable.onward(first, new Set([home.code]), random)
  const isAway = second !== null && kilometres(second.scheduled.destination, home) >= MIN_KM_FROM_HOME
  return isAway ? [first, second] : [first]
}

/** Flights home `nights` after the arrival of `there`, from its destination or from another airport. */
function flightsHome(
  { home, timetable, random }: PlanningContext,
  there: Flight,
  nights: number,
  from: DemoAirport = there.scheduled.destination,
): Flight[] | null {
  const earliest = there.arrival + MIN_TURNAROUND
  return timetable.travel(from.code, home.code, arrivalDay(there) + nights, random, earliest)
}

function booked(flights: Flight[], ticket: number): BookedFlight[] {
  return flights.map((flight) => ({ is: 'flight', flight, ticket }))
}

function nightsAt({ home, random }: PlanningContext, there: DemoAirport): number {
  const km = kilometres(home, there)
  if (km > 5_000) return random.int(5, 14)
  return km > 1_500 ? random.int(2, 8) : random.int(1, 4)
}

/**
 * What is booked between two flights: usually a hotel, often a car, sometimes a meeting, sometimes nothing.
 */
function partsBetween(there: Flight, onward: Flight, random: Random): JourneyPart[] {
  const port = there.scheduled.destination
  const parts: JourneyPart[] = []
  const [from, to] = [arrivalDay(there), onward.day]
  if (to > from && random.chance(0.85)) parts.push(stay(port, from, to, random))
  if (to > from && random.chance(0.35)) {
    parts.push({
      is: 'rental',
      company: random.pick(CAR_COMPANIES),
      pickup: port,
      dropoff: port,
      from: there.arrival + 40,
      to: onward.departure - 90,
    })
  }
  if (to > from && random.chance(0.3)) {
    const start = there.arrival + random.int(12, 20) * 60
    if (start + 120 < onward.departure)
      parts.push({
        is: 'meeting',
        port,
        name: random.pick(MEETINGS),
        from: start,
        to: start + random.pick([60, 90, 120]),
      })
  }
  return parts
}

function stay(port: DemoAirport, from: number, to: number, random: Random): Stay {
  return { is: 'stay', port, brand: random.pick(HOTEL_BRANDS), from, to: Math.max(from + 1, to) }
}

/** A random airport of the same country within a distance; null if there is none. */
function neighbour(
  airport: DemoAirport,
  [minKm, maxKm]: readonly [number, number],
  timetable: Timetable,
  random: Random,
): DemoAirport | null {
  const candidates = timetable.airports.filter((other) => {
    const km = kilometres(airport, other)
    return km >= minKm && km <= maxKm && other.country === airport.country
  })
  return candidates.length === 0 ? null : random.pick(candidates)
}
