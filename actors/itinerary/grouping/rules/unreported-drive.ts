/**
 * RULES 5.7 Unreported drive. Travellers who live far from their airport drive there, and no source reports
 * the drive. A path that starts at an airport or port within driving range of home therefore ends when it
 * returns there.
 */
import { DAY } from '../../lib/local-time.js'
import { distanceKm } from '../../places/distance.js'
import type { Coordinates } from '../../places/distance.js'
import type { Home, Homes } from '../../places/home.js'
import { distanceBetween, isSameCity } from '../../places/place.js'
import type { Leg } from '../legs/leg.js'
import { canContinueFrom } from '../path.js'
import type { Path } from '../path.js'

/** The longest drive that is assumed without a report. */
export const MAX_UNREPORTED_DRIVE_KM = 400
/** A single movement must end where it began: a cruise in its port, not a bus across town. */
const SAME_PORT_KM = 5

/** True if the airport is in driving range of home. */
export function isNearDepartureAirport(airport: Coordinates, home: Home | null): boolean {
  return home !== null && distanceKm(airport, home) <= MAX_UNREPORTED_DRIVE_KM
}

/** True if `path` started away from home, is back at its start, and home is within driving range. */
export function hasReturnedToDepartureAirport(path: Path, home: Home | null): boolean {
  const { leftHome, firstMove, lastMove, location } = path
  if (leftHome !== null || home === null || firstMove === null || firstMove.from === null) return false
  const spot = location?.spots[0]
  if (spot === undefined || !isNearDepartureAirport(spot, home)) return false
  return firstMove === lastMove ? endsWhereItBegan(firstMove) : isSameCity(location, firstMove.from)
}

/** True for a movement back to the very place where it began. */
export function endsWhereItBegan({ from, to }: Leg): boolean {
  return (distanceBetween(from, to) ?? Infinity) < SAME_PORT_KM
}

/** True if the traveller has driven home from the airport before `leg`: a day has passed there. */
export function hasDrivenHome(path: Path, leg: Leg, homes: Homes): boolean {
  if (!hasReturnedToDepartureAirport(path, homes.homeOn(leg.startDay))) return false
  let leftAirportAt = path.lastMove?.end ?? path.end
  for (const { leg: stay } of path.legs) {
    if (stay.kind !== 'stay' || stay.end <= leftAirportAt) continue
    if (canContinueFrom(stay.from, path.location)) leftAirportAt = stay.end
  }
  return leg.start - leftAirportAt >= DAY
}
