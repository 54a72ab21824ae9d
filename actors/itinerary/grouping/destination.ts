/** RULES 6.2 to 6.4: where a trip went, and for how many nights. */
import { inOrder } from '../lib/in-order.js'
import { TRIP_TRAITS } from '../../../schemas/segment/catalog.js'
import { DAY } from '../lib/local-time.js'
import { moveDestination } from '../naming/trip-kind.js'
import { distanceKm } from '../places/distance.js'
import { isInHomeArea } from '../places/home.js'
import type { Homes } from '../places/home.js'
import type { Place, Spot } from '../places/place.js'
import {
  arrivalsByMovement,
  freeDays,
  isNamed,
  isSameStop,
  MAX_STOPOVER,
  shownTimes,
  timesInCity,
} from './arrivals.js'
import type { Arrival, LegFacts, ShownTime, Somewhere } from './arrivals.js'
import { isLodging } from './legs/leg.js'
import type { Leg } from './legs/leg.js'

/** A city of the trip. Instants in epoch milliseconds. */
export interface DestinationStop extends Somewhere {
  /** Where most of its nights are; null if the place is not known. */
  spot: Spot | null
  start: number
  end: number
  nights: number
  /** Nights at `spot`. */
  spotNights: number
  /** Begin and end as they are shown. */
  shown: [ShownTime, ShownTime]
}

/** A stay of any kind in one place, with the local days of arrival and departure. */
interface Dwell extends Somewhere {
  start: number
  end: number
  days: [number, number]
  shown: [ShownTime, ShownTime]
}

/** The cities of a trip in order of arrival, with nights. Connections and home are left out. */
export function stopsOf(legs: readonly Leg[], homes: Homes, facts: LegFacts): DestinationStop[] {
  const movements = legs.filter((leg) => leg.kind === 'movement')
  const dwellAt = (leg: Leg): Dwell => legDwell(leg, facts)
  const hotels = legs.filter(
    (leg) => isLodging(leg) && isNamed({ place: leg.from, text: facts.texts(leg)[0] }),
  )
  const arrivals = movements.flatMap((movement) => arrivalsByMovement(movement, facts))
  const dwells = [
    ...hotels.map((hotel) => legDwell(hotel, facts, timesInCity(hotel, arrivals, hotels, facts))),
    ...dwellsBetweenMovements({ movements, arrivals, hotels, homes, facts }),
  ]
  if (movements.length === 0 && hotels.length === 0) dwells.push(...pointsThatCount(legs).map(dwellAt))
  const named = inOrder(dwells.filter(isNamed), (a, b) => a.start - b.start || a.end - b.end)
  const isAtHome = (dwell: Dwell): boolean =>
    isInHomeArea(dwell.place, homes.homeOn(Math.floor(dwell.start / DAY)))
  const isStaycation = named.length > 0 && named.every(isAtHome)
  const stops = mergeDwells(isStaycation ? named : named.filter((dwell) => !isAtHome(dwell)))
  return stops.length > 0 ? stops : moveStops(legs, homes, facts)
}

/** RULES 6.4: the new home of a trip that moves there. */
function moveStops(legs: readonly Leg[], homes: Homes, facts: LegFacts): DestinationStop[] {
  const place = moveDestination(legs, homes)
  const spot = place?.spots[0]
  if (place === null || spot === undefined) return []
  const last = legs.findLast((leg) => leg.kind === 'movement')
  if (last === undefined) return []
  const { end: at } = last
  const [, shown] = shownTimes(last, facts)
  return [
    {
      place,
      text: null,
      spot,
      start: at,
      end: at,
      nights: 0,
      spotNights: 0,
      shown: [shown, { ...shown, isAssumed: true }],
    },
  ]
}

/** The time of a hotel or point at its place. */
function legDwell(leg: Leg, facts: LegFacts, shown = shownTimes(leg, facts)): Dwell {
  const endDay = leg.kind === 'point' ? leg.startDay : leg.endDay
  return {
    place: leg.from,
    text: facts.texts(leg)[0],
    start: leg.start,
    end: leg.end,
    days: [leg.startDay, endDay],
    shown,
  }
}

interface Movements {
  movements: readonly Leg[]
  arrivals: readonly Arrival[]
  hotels: readonly Leg[]
  homes: Homes
  facts: LegFacts
}

/** RULES 6.2: time between an arrival and the next departure without a hotel. */
function dwellsBetweenMovements({ movements, arrivals, hotels, homes, facts }: Movements): Dwell[] {
  const origin = originOf(movements[0], facts)
  const comesBack = isReturn(origin, homes, arrivals, arrivals.length - 1)
  const isTurningPoint = comesBack ? turningPointsOf(arrivals) : () => false
  const dwells: Dwell[] = []
  arrivals.forEach((arrival, i) => {
    const { place, text, at, day, shown } = arrival
    if (!isNamed(arrival)) return
    const next = arrivals[i + 1]
    const end = next?.leftAt ?? at
    const days = freeDays(arrival, next, hotels)
    if (days === null) return
    const isConnection = next !== undefined && end - at < MAX_STOPOVER
    if (isConnection && !isTurningPoint(i)) return
    if (next === undefined && isReturn(origin, homes, arrivals, i)) return
    if (homes.contains(place, day)) return
    dwells.push({
      place,
      text,
      start: at,
      end,
      days,
      shown: [shown, next?.leftShown ?? { ...shown, isAssumed: true }],
    })
  })
  return dwells
}

/** True if the last arrival is at home, or back where the trip started. */
function isReturn(origin: Somewhere, homes: Homes, arrivals: readonly Arrival[], i: number): boolean {
  const arrival = arrivals[i]
  if (arrival === undefined) return false
  return homes.isReturnPoint(arrival.place, arrival.day) || (i > 0 && isSameStop(arrival, origin))
}

/** Where the first movement starts. */
function originOf(first: Leg | undefined, { texts }: LegFacts): Somewhere {
  return first === undefined ? { place: null, text: null } : { place: first.from, text: texts(first)[0] }
}

/** RULES 6.2: tells the longest stop of a day trip, on which every stop is short. */
function turningPointsOf(arrivals: readonly Arrival[]): (i: number) => boolean {
  const durations = arrivals.slice(0, -1).map(({ at }, k) => (arrivals[k + 1] as Arrival).leftAt - at)
  const longest = durations.reduce((most, duration) => Math.max(most, duration), -Infinity)
  return (i) => (durations[i] ?? 0) === longest && longest < MAX_STOPOVER
}

/** RULES 6.4: a trip with nothing but points has their places. A check-in counts only alone. */
function pointsThatCount(legs: readonly Leg[]): Leg[] {
  return legs.filter((leg) => !TRIP_TRAITS[leg.type].isPresenceOnly || legs.length === 1)
}

/**
 * Stops from dwells in order: dwells in one city that follow each other are one stop. Of towns that count as one
 * city it is the one with the most nights.
 */
function mergeDwells(dwells: readonly Dwell[]): DestinationStop[] {
  const stops: DestinationStop[] = []
  /** Up to which day the nights of a city are counted: a night in two hotels of one city is one night. */
  const counted: Array<{ city: Somewhere; until: number }> = []
  for (const dwell of dwells) {
    const { place, text, start, end, days, shown } = dwell
    const [firstDay, lastDay] = days
    let known = counted.find(({ city }) => isSameStop(city, dwell))
    if (known === undefined) {
      known = { city: dwell, until: firstDay }
      counted.push(known)
    }
    const nights = Math.max(0, lastDay - Math.max(firstDay, known.until))
    known.until = Math.max(known.until, lastDay)
    const spot = place?.spots[0] ?? null
    const last = stops.at(-1)
    if (last === undefined || !isSameStop(last, dwell)) {
      stops.push({ place, text, spot, start, end, nights, spotNights: nights, shown })
      continue
    }
    if (shown[1].at >= last.shown[1].at) last.shown = [last.shown[0], shown[1]]
    last.end = Math.max(last.end, end)
    last.nights += nights
    if (nights > last.spotNights) Object.assign(last, { spot, text, spotNights: nights })
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
    const city = cities.find((other) => isSameStop(other, stop))
    if (city === undefined) cities.push({ ...stop })
    else {
      city.nights += stop.nights
      city.end += stop.end - stop.start
    }
  }
  const originSpot = origin?.spots[0]
  const kmFromOrigin = ({ spot }: DestinationStop): number =>
    originSpot === undefined || spot === null ? 0 : distanceKm(spot, originSpot)
  inOrder(
    cities,
    (a, b) =>
      b.nights - a.nights ||
      b.end - b.start - (a.end - a.start) ||
      kmFromOrigin(b) - kmFromOrigin(a) ||
      a.start - b.start ||
      (textOf(a) < textOf(b) ? -1 : 1),
  )
  return cities[0] ?? null
}

/** What orders stops that are alike in everything else. */
function textOf({ spot, text }: DestinationStop): string {
  return spot?.city ?? text ?? ''
}
