/**
 * RULES 5.12.5 Home rental: a car rented at home that no trip took. It is a trip of its own only if something
 * happens outside home during the rental.
 */
import { isInHomeArea } from '../../places/home.js'
import type { Homes } from '../../places/home.js'
import { likeliestStaySpot } from '../../places/place-disambiguation.js'
import { distanceBetween } from '../../places/place.js'
import { withSpot } from '../legs/leg.js'
import type { Leg } from '../legs/leg.js'
import { startPath } from '../path.js'
import type { Path } from '../path.js'
import { drivableKm, rentalEnd } from './travel-range.js'

/** A path with the car alone. Without a point on it, it is no trip. */
export function startHomeRental(car: Leg): Path {
  return startPath(car, 'home-rental', 'home-rental', null)
}

/** The home rental on which `point` happens, and the point with its place decided; null if there is none. */
export function homeRentalFor(
  rentals: readonly Path[],
  point: Leg,
  homes: Homes,
): { path: Path; leg: Leg } | null {
  if (rentals.length === 0) return null
  const home = homes.homeOn(point.startDay)
  if (point.from === null || home === null || isInHomeArea(point.from, home)) return null
  const isCertain = point.from.spots.length === 1
  const leg = isCertain ? point : withSpot(point, likeliestStaySpot(point.from, [], home))
  const path = rentals.find(({ legs }) => legs.some(({ leg: car }) => canBeReached(car, leg)))
  return path === undefined ? null : { path, leg }
}

/** True if `point` happens while the car is rented, and the car can drive there and back in that time. */
function canBeReached(car: Leg, point: Leg): boolean {
  const returned = rentalEnd(car)
  const overlapStart = Math.max(point.start, car.start)
  const overlapEnd = Math.min(point.end, returned)
  if (overlapStart > overlapEnd || (point.start < car.start && point.end === point.start)) return false
  const km =
    (distanceBetween(car.from, point.from) ?? Infinity) + (distanceBetween(point.from, car.to) ?? Infinity)
  return km <= drivableKm(returned - car.start)
}
