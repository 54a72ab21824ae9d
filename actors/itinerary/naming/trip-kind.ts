/** RULES 6.5: trips that are called by what they are. */
import { MOVING_DAYS, isInHomeArea } from '../places/home.js'
import type { Homes } from '../places/home.js'
import { isSameCity } from '../places/place.js'
import type { Place } from '../places/place.js'
import { TRIP_TRAITS } from '../../../schemas/segment/catalog.js'
import { isLodging } from '../grouping/legs/leg.js'
import type { Leg } from '../grouping/legs/leg.js'

const DAY_MINUTES = 1440
/** Minutes after midnight up to which a return still ends the day before. */
const END_OF_DAY = 4 * 60

function movementsOf(legs: readonly Leg[]): Leg[] {
  return legs.filter((leg) => leg.kind === 'movement')
}

/** The cruise that covers more than half of the trip. Instants in epoch milliseconds. */
export function mainCruise(legs: readonly Leg[], start: number, end: number): Leg | null {
  return (
    legs.find((leg) => TRIP_TRAITS[leg.type].isTripItself && leg.end - leg.start > (end - start) / 2) ?? null
  )
}

/** The new home that a trip from the old one ends at; null if it is no move. */
export function moveDestination(legs: readonly Leg[], homes: Homes): Place | null {
  const movements = movementsOf(legs)
  const [first, last] = [movements[0], movements.at(-1)]
  if (first === undefined || last === undefined || homes.list.length < 2) return null
  const before = homes.homeOn(first.startDay - MOVING_DAYS)
  const after = homes.homeOn(last.endDay + MOVING_DAYS)
  if (before === after) return null
  const leavesOldHome = isInHomeArea(first.from, before) && !isInHomeArea(first.from, after)
  const reachesNewHome = isInHomeArea(last.to, after) && !isInHomeArea(last.to, before)
  return leavesOldHome && reachesNewHome ? last.to : null
}

/** True for nights in hotels at home and no journey. */
export function isStaycation(legs: readonly Leg[], homes: Homes): boolean {
  const hotels = legs.filter((leg) => isLodging(leg))
  return (
    hotels.length > 0 &&
    movementsOf(legs).length === 0 &&
    hotels.every((hotel) => homes.contains(hotel.from, hotel.startDay))
  )
}

/**
 * True if the traveller leaves and comes back on one day, without a hotel. Both ends of the trip in minutes of
 * local wall time.
 */
export function isDayTrip(legs: readonly Leg[], homes: Homes, [start, end]: [number, number]): boolean {
  const movements = movementsOf(legs)
  const [first, last] = [movements[0], movements.at(-1)]
  if (first === undefined || last === undefined || first === last) return false
  const endOfDay = (Math.floor(start / DAY_MINUTES) + 1) * DAY_MINUTES + END_OF_DAY
  if (end > endOfDay || legs.some((leg) => isLodging(leg))) return false
  return isSameCity(first.from, last.to) || (homes.isLeftBy(first) && homes.isReachedBy(last))
}
