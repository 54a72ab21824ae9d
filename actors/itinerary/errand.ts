/**
 * A car rented at home that no journey took (itinerary.md 5, The rest): it is a time away by what happens outside home while
 * it is rented, and nothing without it.
 */
import { broughtBack, driveKm } from './driven.js'
import { placedAt } from './leg.js'
import type { Leg } from './leg.js'
import type { Homes } from './home.js'
import { inArea } from './home.js'
import { likelyStay } from './likely.js'
import { openPath } from './path.js'
import type { Path } from './path.js'
import { apartKm } from './place.js'

/** A path that is one only once something happens on it. */
export function openErrand(car: Leg): Path {
  return openPath(car, 'home-rental', 'errand', null)
}

/** The errand on which something happens: outside home, while the car is rented, and no farther than it drives there and back. */
export function errandOf(errands: readonly Path[], told: Leg, homes: Homes): { path: Path; leg: Leg } | null {
  const home = homes.on(told.startDay)
  if (told.from === null || home === null || inArea(told.from, home)) return null
  const leg = told.from.spots.length === 1 ? told : placedAt(told, likelyStay(told.from, null, home))
  for (const path of errands) {
    for (const { leg: car } of path.steps) {
      const back = broughtBack(car)
      const [from, to] = [Math.max(leg.start, car.start), Math.min(leg.end, back)]
      if (from > to || (leg.start < car.start && leg.end === leg.start)) continue
      const km = (apartKm(car.from, leg.from) ?? Infinity) + (apartKm(leg.from, car.to) ?? Infinity)
      if (km <= driveKm(back - car.start)) return { path, leg }
    }
  }
  return null
}
