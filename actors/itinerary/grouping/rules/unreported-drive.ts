/**
 * Who lives far from the airport or the port drives there, and nobody reports the drive: such a journey begins and ends at the
 * gate, and being back there is as good as being home (RULES 5.7).
 */
import { distanceKm } from '../../places/distance.js'
import type { Home, Homes } from '../../places/home.js'
import type { Leg } from '../leg.js'
import { canContinueFrom } from '../path.js'
import type { Path } from '../path.js'
import { distanceBetween, isSameCity } from '../../places/place.js'
import { DAY } from '../../lib/local-time.js'

/** As far as one drives to an airport or port. */
const MAX_DRIVE_TO_AIRPORT_KM = 400
/** A single movement goes out and back only when it ends where it began: a ship in its port, not a bus across town. */
const SAME_PORT_KM = 5

/** Whether a path that began outside home is back where it began, and `home` a drive away. */
export function hasReturnedToDepartureAirport(
  { leftHome: left, firstMove, lastMove, location: place }: Path,
  home: Home | null,
): boolean {
  const spot = place?.spots[0]
  if (left !== null || home === null || firstMove === null || spot === undefined) return false
  if (firstMove.from === null || distanceKm(spot, home) > MAX_DRIVE_TO_AIRPORT_KM) return false
  return firstMove === lastMove
    ? (distanceBetween(place, firstMove.from) ?? Infinity) < SAME_PORT_KM
    : isSameCity(place, firstMove.from)
}

/** Whether a path's traveller has gone home from the gate before a leg: nothing has kept him there for a day. */
export function hasDrivenHome(path: Path, leg: Leg, homes: Homes): boolean {
  if (!hasReturnedToDepartureAirport(path, homes.homeOn(leg.startDay))) return false
  let until = path.lastMove?.end ?? path.end
  for (const step of path.legs)
    if (step.leg.kind === 'stay' && step.leg.end > until && canContinueFrom(step.leg.from, path.location))
      until = step.leg.end
  return leg.start - until >= DAY
}
