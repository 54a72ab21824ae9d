/** Nights in two places at once: alternatives that cannot both be one path's (RULES 5.9.4). */
import type { Leg } from '../leg.js'
import { canContinueFrom } from '../path.js'
import type { Path } from '../path.js'
import { isFartherThan } from '../../places/place.js'

/** Whether the last movement of a path went to where the leg is: a house kept on elsewhere meanwhile (a side trip) is no alternative. */
function hasMovedTo(path: Path, leg: Leg): boolean {
  return (
    path.lastMove !== null &&
    path.location !== null &&
    leg.from !== null &&
    canContinueFrom(path.location, leg.from)
  )
}

/** Another house in another city on the same nights. */
export function hasOverlappingStay(path: Path, leg: Leg): boolean {
  return (
    leg.type === 'Hotel' &&
    !hasMovedTo(path, leg) &&
    path.legs.some(
      ({ leg: other }) =>
        other.type === 'Hotel' &&
        other.startDay < leg.endDay &&
        leg.startDay < other.endDay &&
        isFartherThan(other.from, leg.from, 150) &&
        Math.min(other.endDay, leg.endDay) - Math.max(other.startDay, leg.startDay) >=
          Math.min(other.endDay - other.startDay, leg.endDay - leg.startDay),
    )
  )
}
