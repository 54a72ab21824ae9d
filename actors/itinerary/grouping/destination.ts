/** RULES 6.2 to 6.4: where a trip went, and for how many nights. */
import { DAY, wallAt } from '../lib/local-time.js'
import { lowerBound } from '../lib/lower-bound.js'
import { distanceKm } from '../places/distance.js'
import { isInHomeArea } from '../places/home.js'
import type { Homes } from '../places/home.js'
import { isSameCity } from '../places/place.js'
import type { Place, Spot } from '../places/place.js'
import type { Leg } from './legs/leg.js'

/** A city of the trip. Instants in epoch milliseconds. */
export interface DestinationStop {
  place: Place
  spot: Spot
  start: number
  end: number
  nights: number
}

/** A stay of any kind in one place, with the local days of arrival and departure. */
interface Dwell {
  place: Place
  start: number
  end: number
  days: [number, number]
}

/** An arrival, and when the traveller had left the place before. Days are local. */
interface Arrival {
  place: Place | null
  at: number
  day: number
  leftAt: number
  leftDay: number
}

/** A shorter stop without a hotel is a connection. */
const MAX_STOPOVER = DAY
const DAY_MINUTES = 1440

/** The cities of a trip in order of arrival, with nights. Connections and home are left out. */
export function stopsOf(legs: readonly Leg[], homes: Homes): DestinationStop[] {
  const movements = legs.filter((leg) => leg.kind === 'movement')
  const hotels = legs.filter((leg) => leg.type === 'Hotel' && leg.from !== null)
  const dwells = [...hotels.map(hotelDwell), ...dwellsBetweenMovements(movements, hotels, homes)]
  if (movements.length === 0 && hotels.length === 0) dwells.push(...pointDwells(legs))
  const isAtHome = (dwell: Dwell): boolean =>
    isInHomeArea(dwell.place, homes.homeOn(Math.floor(dwell.start / DAY)))
  const isStaycation = dwells.length > 0 && dwells.every(isAtHome)
  dwells.sort((a, b) => a.start - b.start || a.end - b.end)
  return mergeDwells(isStaycation ? dwells : dwells.filter((dwell) => !isAtHome(dwell)))
}

function hotelDwell(hotel: Leg): Dwell {
  return {
    place: hotel.from as Place,
    start: hotel.start,
    end: hotel.end,
    days: [hotel.startDay, hotel.endDay],
  }
}

/** RULES 6.2: time between an arrival and the next departure without a hotel. */
function dwellsBetweenMovements(movements: readonly Leg[], hotels: readonly Leg[], homes: Homes): Dwell[] {
  const arrivals = movements.flatMap(arrivalsByMovement)
  const isTurningPoint = turningPointsOf(arrivals)
  const isHotelBetween = overlapWith(hotels)
  const dwells: Dwell[] = []
  arrivals.forEach(({ place, at, day }, i) => {
    if (place === null) return
    const next = arrivals[i + 1]
    const end = next?.leftAt ?? at
    if (isHotelBetween(at, end)) return
    const isConnection = next !== undefined && end - at < MAX_STOPOVER && arrivals.length > 2
    if (isConnection && !isTurningPoint(i)) return
    if (next === undefined && isReturn(movements, homes, arrivals, i)) return
    if (homes.contains(place, day)) return
    dwells.push({ place, start: at, end, days: [day, next?.leftDay ?? day] })
  })
  return dwells
}

/** Tells whether any of the hotels has some time between two instants; each takes a binary search. */
function overlapWith(hotels: readonly Leg[]): (from: number, to: number) => boolean {
  const byStart = hotels.toSorted((a, b) => a.start - b.start)
  let latest = -Infinity
  const latestEnds = byStart.map(({ end }) => (latest = Math.max(latest, end)))
  return (from, to) => {
    const begun = lowerBound(byStart, (hotel) => hotel.start < to)
    return begun > 0 && (latestEnds[begun - 1] as number) > from
  }
}

/** True if the last arrival is at home, or back where the trip started. */
function isReturn(movements: readonly Leg[], homes: Homes, arrivals: readonly Arrival[], i: number): boolean {
  const { place, day } = arrivals[i] as Arrival
  return homes.isReturnPoint(place, day) || (i > 0 && isSameCity(place, movements[0]?.from ?? null))
}

/** Arrivals of a movement: the port calls on the way, then its end. */
function arrivalsByMovement(movement: Leg): Arrival[] {
  const arrivals: Arrival[] = []
  let [leftAt, leftDay] = [movement.start, movement.startDay]
  let port: Place | null = null
  for (const { at, place } of movement.portCalls ?? []) {
    const day = Math.floor(wallAt(at, place.spots[0]?.zone ?? null) / DAY_MINUTES)
    if (port === null || !isSameCity(place, port)) arrivals.push({ place, at, day, leftAt, leftDay })
    port = place
    leftAt = at
    leftDay = day
  }
  arrivals.push({ place: movement.to, at: movement.end, day: movement.endDay, leftAt, leftDay })
  return arrivals
}

/** RULES 6.2: tells the longest stop of a day trip, on which every stop is short. */
function turningPointsOf(arrivals: readonly Arrival[]): (i: number) => boolean {
  const durations = arrivals.slice(0, -1).map(({ at }, k) => (arrivals[k + 1] as Arrival).leftAt - at)
  const longest = durations.reduce((most, duration) => Math.max(most, duration), -Infinity)
  return (i) => (durations[i] ?? 0) === longest && longest < MAX_STOPOVER
}

/** RULES 6.4: a trip with nothing but points has their places. A check-in counts only alone. */
function pointDwells(legs: readonly Leg[]): Dwell[] {
  return legs.flatMap((leg) => {
    if (leg.from === null || (leg.type === 'Checkin' && legs.length > 1)) return []
    return { place: leg.from, start: leg.start, end: leg.end, days: [leg.startDay, leg.startDay] }
  })
}

/** Stops from dwells in order: dwells in one city that follow each other are one stop. */
function mergeDwells(dwells: readonly Dwell[]): DestinationStop[] {
  const stops: DestinationStop[] = []
  /** Up to which day the nights of a city are counted: a night in two hotels of one city is one night. */
  const counted: Array<{ place: Place; until: number }> = []
  for (const { place, start, end, days } of dwells) {
    const [firstDay, lastDay] = days
    let city = counted.find((other) => isSameCity(other.place, place))
    if (city === undefined) {
      city = { place, until: firstDay }
      counted.push(city)
    }
    const nights = Math.max(0, lastDay - Math.max(firstDay, city.until))
    city.until = Math.max(city.until, lastDay)
    const last = stops.at(-1)
    if (last !== undefined && isSameCity(last.place, place)) {
      last.end = Math.max(last.end, end)
      last.nights += nights
    } else stops.push({ place, spot: place.spots[0] as Spot, start, end, nights })
  }
  return stops
}

/** RULES 6.3: the destination among the stops; null for none. `origin` is where the trip started. */
export function destinationOf(
  stops: readonly DestinationStop[],
  origin: Place | null,
): DestinationStop | null {
  const cities: DestinationStop[] = []
  for (const stop of stops) {
    const city = cities.find((other) => isSameCity(other.place, stop.place))
    if (city === undefined) cities.push({ ...stop })
    else {
      city.nights += stop.nights
      city.end += stop.end - stop.start
    }
  }
  const originSpot = origin?.spots[0]
  const kmFromOrigin = ({ spot }: DestinationStop): number =>
    originSpot === undefined ? 0 : distanceKm(spot, originSpot)
  cities.sort(
    (a, b) =>
      b.nights - a.nights ||
      b.end - b.start - (a.end - a.start) ||
      kmFromOrigin(b) - kmFromOrigin(a) ||
      a.start - b.start ||
      ((a.spot.city ?? '') < (b.spot.city ?? '') ? -1 : 1),
  )
  return cities[0] ?? null
}
