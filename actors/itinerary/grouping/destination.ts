/** RULES 6.2 to 6.4: where a trip went, and for how many nights. */
import { inOrder } from '../lib/in-order.js'
import { comparisonForm } from '../../../schemas/base/text.js'
import { TRIP_TRAITS } from '../../../schemas/segment/catalog.js'
import { DAY, wallAt } from '../lib/local-time.js'
import { moveDestination } from '../naming/trip-kind.js'
import { distanceKm } from '../places/distance.js'
import { isInHomeArea } from '../places/home.js'
import type { Homes } from '../places/home.js'
import { isSameCity } from '../places/place.js'
import type { Place, Spot } from '../places/place.js'
import { isLodging } from './legs/leg.js'
import type { Leg } from './legs/leg.js'

/** Somewhere: a place, or what documents call one that is not known. */
interface Somewhere {
  place: Place | null
  /** Null if the city of the place is known, or nothing names it. */
  text: string | null
}

/** A city of the trip. Instants in epoch milliseconds. */
export interface DestinationStop extends Somewhere {
  /** Where most of its nights are; null if the place is not known. */
  spot: Spot | null
  start: number
  end: number
  nights: number
  /** Nights at `spot`. */
  spotNights: number
  /** Which of both are known by their date only. */
  dateOnly: [start: boolean, end: boolean]
}

/** A stay of any kind in one place, with the local days of arrival and departure. */
interface Dwell extends Somewhere {
  start: number
  end: number
  days: [number, number]
  dateOnly: [start: boolean, end: boolean]
}

/** An arrival, and when the traveller had left the place before. Days are local. */
interface Arrival extends Somewhere {
  at: number
  day: number
  leftAt: number
  leftDay: number
  /** Whether the arrival, and the departure before it, are known by their date only. */
  dateOnly: [at: boolean, left: boolean]
}

const TIMED: [boolean, boolean] = [false, false]

/** A shorter stop without a hotel is a connection. */
const MAX_STOPOVER = DAY
const DAY_MINUTES = 1440

/** What documents call the ends of a leg, where their cities are not known. */
export type PlaceTexts = (leg: Leg) => readonly [from: string | null, to: string | null]

/** The cities of a trip in order of arrival, with nights. Connections and home are left out. */
export function stopsOf(legs: readonly Leg[], homes: Homes, textsOf: PlaceTexts): DestinationStop[] {
  const movements = legs.filter((leg) => leg.kind === 'movement')
  const dwellAt = (leg: Leg): Dwell => legDwell(leg, textsOf)
  const hotels = legs.filter((leg) => isLodging(leg) && isNamed(dwellAt(leg)))
  const dwells = [...hotels.map(dwellAt), ...dwellsBetweenMovements({ movements, hotels, homes, textsOf })]
  if (movements.length === 0 && hotels.length === 0) dwells.push(...pointsThatCount(legs).map(dwellAt))
  const named = inOrder(dwells.filter(isNamed), (a, b) => a.start - b.start || a.end - b.end)
  const isAtHome = (dwell: Dwell): boolean =>
    isInHomeArea(dwell.place, homes.homeOn(Math.floor(dwell.start / DAY)))
  const isStaycation = named.length > 0 && named.every(isAtHome)
  const stops = mergeDwells(isStaycation ? named : named.filter((dwell) => !isAtHome(dwell)))
  return stops.length > 0 ? stops : moveStops(legs, homes)
}

/** RULES 6.4: the new home of a trip that moves there. */
function moveStops(legs: readonly Leg[], homes: Homes): DestinationStop[] {
  const place = moveDestination(legs, homes)
  const spot = place?.spots[0]
  if (place === null || spot === undefined) return []
  const last = legs.findLast((leg) => leg.kind === 'movement')
  const at = last?.end ?? 0
  const isDate = last?.dateOnly?.[1] ?? false
  return [
    { place, text: null, spot, start: at, end: at, nights: 0, spotNights: 0, dateOnly: [isDate, isDate] },
  ]
}

/** The time of a hotel or point at its place. */
function legDwell(leg: Leg, textsOf: PlaceTexts): Dwell {
  const endDay = leg.kind === 'point' ? leg.startDay : leg.endDay
  return {
    place: leg.from,
    text: textsOf(leg)[0],
    start: leg.start,
    end: leg.end,
    days: [leg.startDay, endDay],
    dateOnly: leg.kind === 'point' ? (leg.dateOnly ?? TIMED) : TIMED,
  }
}

function isNamed({ place, text }: Somewhere): boolean {
  return place !== null || text !== null
}

/** True if both are in one city, or are called the same where no place is known. */
function isSameStop(a: Somewhere, b: Somewhere): boolean {
  if (a.place !== null && b.place !== null) return isSameCity(a.place, b.place)
  return a.text !== null && b.text !== null && comparisonForm(a.text) === comparisonForm(b.text)
}

interface Movements {
  movements: readonly Leg[]
  hotels: readonly Leg[]
  homes: Homes
  textsOf: PlaceTexts
}

/** RULES 6.2: time between an arrival and the next departure without a hotel. */
function dwellsBetweenMovements({ movements, hotels, homes, textsOf }: Movements): Dwell[] {
  const arrivals = movements.flatMap((movement) => arrivalsByMovement(movement, textsOf))
  const origin = originOf(movements[0], textsOf)
  const comesBack = isReturn(origin, homes, arrivals, arrivals.length - 1)
  const isTurningPoint = comesBack ? turningPointsOf(arrivals) : () => false
  const dwells: Dwell[] = []
  arrivals.forEach(({ place, text, at, day, dateOnly }, i) => {
    if (!isNamed({ place, text })) return
    const next = arrivals[i + 1]
    const end = next?.leftAt ?? at
    const firstDay = firstFreeDay({ place, at, day, end }, hotels)
    if (firstDay === null) return
    const isConnection = next !== undefined && end - at < MAX_STOPOVER
    if (isConnection && !isTurningPoint(i)) return
    if (next === undefined && isReturn(origin, homes, arrivals, i)) return
    if (homes.contains(place, day)) return
    dwells.push({
      place,
      text,
      start: at,
      end,
      days: [firstDay, Math.max(firstDay, next?.leftDay ?? day)],
      dateOnly: [dateOnly[0], next?.dateOnly[1] ?? dateOnly[0]],
    })
  })
  return dwells
}

/**
 * RULES 6.2: the day from which on the nights between an arrival and a departure are spent at that place; null if a
 * hotel says where they are. One elsewhere that the traveller has left behind counts to its end.
 */
function firstFreeDay(
  { place, at, day, end }: Pick<Arrival, 'place' | 'at' | 'day'> & { end: number },
  hotels: readonly Leg[],
): number | null {
  let first = day
  for (const hotel of hotels) {
    if (hotel.end <= at || hotel.start >= end) continue
    if (hotel.start >= at || hotel.end > end - MAX_STOPOVER || isSameCity(hotel.from, place)) return null
    first = Math.max(first, hotel.endDay)
  }
  return first
}

/** True if the last arrival is at home, or back where the trip started. */
function isReturn(origin: Somewhere, homes: Homes, arrivals: readonly Arrival[], i: number): boolean {
  const arrival = arrivals[i]
  if (arrival === undefined) return false
  return homes.isReturnPoint(arrival.place, arrival.day) || (i > 0 && isSameStop(arrival, origin))
}

/** Where the first movement starts. */
function originOf(first: Leg | undefined, textsOf: PlaceTexts): Somewhere {
  return first === undefined ? { place: null, text: null } : { place: first.from, text: textsOf(first)[0] }
}

/** Arrivals of a movement: the port calls on the way, then its end. */
function arrivalsByMovement(movement: Leg, textsOf: PlaceTexts): Arrival[] {
  const arrivals: Arrival[] = []
  const [startIsDate, endIsDate] = movement.dateOnly ?? TIMED
  let [leftAt, leftDay, leftIsDate] = [movement.start, movement.startDay, startIsDate]
  let port: Place | null = null
  for (const { at, place, dateOnly = false } of movement.portCalls ?? []) {
    const day = Math.floor(wallAt(at, place.spots[0]?.zone ?? null) / DAY_MINUTES)
    if (port === null || !isSameCity(place, port))
      arrivals.push({ place, text: null, at, day, leftAt, leftDay, dateOnly: [dateOnly, leftIsDate] })
    port = place
    leftAt = at
    leftDay = day
    leftIsDate = dateOnly
  }
  arrivals.push({
    place: movement.to,
    text: textsOf(movement)[1],
    at: movement.end,
    day: movement.endDay,
    leftAt,
    leftDay,
    dateOnly: [endIsDate, leftIsDate],
  })
  return arrivals
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
    const { place, text, start, end, days, dateOnly } = dwell
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
      stops.push({ place, text, spot, start, end, nights, spotNights: nights, dateOnly })
      continue
    }
    if (end >= last.end) last.dateOnly = [last.dateOnly[0], dateOnly[1]]
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
