/** RULES 5.12.1: how far a rented car, or a ship with unknown ports, may have taken its traveller. */
import { TRIP_TRAITS } from '../../../../schemas/segment/catalog.js'
import { DAY, HOUR } from '../../lib/local-time.js'
import { MAX_SPEED_KMH } from '../../lib/max-speeds.js'
import { distanceBetween } from '../../places/place.js'
import { isLodging, isRental } from '../legs/leg.js'
import type { Leg } from '../legs/leg.js'
import type { Path, Visit } from '../path.js'

const DAY_MINUTES = 1440
/** As far as one drives out and back between two nights at one hotel. */
const MAX_DAY_TRIP_KM = 300

/** When a car is returned. A date without a time is the end of that day. */
export function rentalEnd(car: Leg): number {
  return (car.wallMinutes[1] ?? 0) % DAY_MINUTES === 0 ? car.end + DAY : car.end
}

/** Kilometres that a car can drive in `time` milliseconds. */
export function drivableKm(time: number): number {
  return (MAX_SPEED_KMH.Car * time) / HOUR
}

/**
 * True if a car of the path may have taken its traveller to `point`: in time from the visit before it and to
 * the visit after it, and no farther than a day trip from the hotel of that night.
 */
export function isWithinRentalRange(path: Path, point: Leg): boolean {
  const at = point.start
  if (!path.legs.some(({ leg }) => isRental(leg) && leg.start <= at && at <= rentalEnd(leg))) return false
  const before = visitBefore(path.visits, at)
  if (before !== null && !isDrivable(before, point, at - before.at)) return false
  const after = visitAfter(path.visits, at)
  if (after !== null && !isDrivable(after, point, after.at - at)) return false
  const hotels = path.legs.filter(({ leg }) => isLodging(leg) && leg.start <= at && at <= leg.end)
  return (
    hotels.length === 0 ||
    hotels.some(({ leg }) => (distanceBetween(leg.from, point.from) ?? Infinity) <= MAX_DAY_TRIP_KM)
  )
}

/**
 * True if a cruise of the path without known ports may have taken its traveller to `point` and on to its last
 * port: between embarking and disembarking nothing else says where the ship is.
 */
export function isWithinShipRange(path: Path, point: Leg): boolean {
  return path.legs.some(({ leg: cruise }) => {
    if (!TRIP_TRAITS[cruise.type].isTripItself || cruise.portCalls !== undefined) return false
    if (point.start < cruise.start || point.start > cruise.end) return false
    return (
      (distanceBetween(cruise.from, point.from) ?? Infinity) <= sailableKm(point.start - cruise.start) &&
      (distanceBetween(point.from, cruise.to) ?? 0) <= sailableKm(cruise.end - point.start)
    )
  })
}

function sailableKm(time: number): number {
  return (MAX_SPEED_KMH.Cruise * time) / HOUR
}

function isDrivable({ place }: Visit, point: Leg, time: number): boolean {
  return (distanceBetween(place, point.from) ?? Infinity) <= drivableKm(time)
}

/** The latest visit up to `at`; of equal ones the last. */
function visitBefore(visits: readonly Visit[], at: number): Visit | null {
  let before: Visit | null = null
  for (const visit of visits) if (visit.at <= at && (before === null || visit.at >= before.at)) before = visit
  return before
}

/** The earliest visit after `at`; of equal ones the first. */
function visitAfter(visits: readonly Visit[], at: number): Visit | null {
  let after: Visit | null = null
  for (const visit of visits) if (visit.at > at && (after === null || visit.at < after.at)) after = visit
  return after
}
