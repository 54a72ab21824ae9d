/**
 * A car rented at home that no journey took (RULES 5.12.5): it is a time away by what happens outside home while
 * it is rented, and nothing without it.
 */
import { rentalEnd, drivableKm } from './rental-range.js'
import { withSpot } from '../leg.js'
import type { Leg } from '../leg.js'
import type { Homes } from '../../places/home.js'
import { isInHomeArea } from '../../places/home.js'
import { likeliestStaySpot } from '../../places/place-disambiguation.js'
import { startPath } from '../path.js'
import type { Path } from '../path.js'
import { distanceBetween } from '../../places/place.js'

/** A path that is one only once something happens on it. */
export function startHomeRental(car: Leg): Path {
  return startPath(car, 'home-rental', 'errand', null)
}

/** The errand on which something happens: outside home, while the car is rented, and no farther than it drives there and back. */
export function homeRentalFor(
  errands: readonly Path[],
  told: Leg,
  homes: Homes,
): { path: Path; leg: Leg } | null {
  const home = homes.homeOn(told.startDay)
  if (told.from === null || home === null || isInHomeArea(told.from, home)) return null
  const leg = told.from.spots.length === 1 ? told : withSpot(told, likeliestStaySpot(told.from, null, home))
  for (const path of errands) {
    for (const { leg: car } of path.legs) {
      const back = rentalEnd(car)
      const [from, to] = [Math.max(leg.start, car.start), Math.min(leg.end, back)]
      if (from > to || (leg.start < car.start && leg.end === leg.start)) continue
      const km =
        (distanceBetween(car.from, leg.from) ?? Infinity) + (distanceBetween(leg.from, car.to) ?? Infinity)
      if (km <= drivableKm(back - car.start)) return { path, leg }
    }
  }
  return null
}
