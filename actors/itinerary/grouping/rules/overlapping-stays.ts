/** RULES 5.9.4 Overlapping stays: hotels far apart on the same nights are alternatives. */
import { isFartherThan } from '../../places/place.js'
import { isLodging } from '../legs/leg.js'
import type { Leg } from '../legs/leg.js'
import { canContinueFrom } from '../path.js'
import type { Path } from '../path.js'

const MIN_ALTERNATIVE_KM = 150

/** True if the path has a hotel elsewhere, and one of the two stays covers all nights of the other. */
export function hasOverlappingStay(path: Path, stay: Leg): boolean {
  if (!isLodging(stay) || hasMovedTo(path, stay)) return false
  return path.legs.some(
    ({ leg: other }) =>
      isLodging(other) &&
      other.startDay < stay.endDay &&
      stay.startDay < other.endDay &&
      isFartherThan(other.from, stay.from, MIN_ALTERNATIVE_KM) &&
      sharedNights(other, stay) >= Math.min(nights(other), nights(stay)),
  )
}

/** True if the last movement went to `stay`: a hotel kept elsewhere meanwhile is no alternative. */
function hasMovedTo(path: Path, stay: Leg): boolean {
  return (
    path.lastMove !== null &&
    path.location !== null &&
    stay.from !== null &&
    canContinueFrom(path.location, stay.from)
  )
}

function sharedNights(a: Leg, b: Leg): number {
  return Math.min(a.endDay, b.endDay) - Math.max(a.startDay, b.startDay)
}

function nights(stay: Leg): number {
  return stay.endDay - stay.startDay
}
