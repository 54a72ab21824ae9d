/** Nights in two places at once: alternatives that cannot both be one path's (itinerary.md 5, Two travellers). */
import type { Leg } from './leg.js'
import { continues } from './path.js'
import type { Path } from './path.js'
import { apart } from './place.js'

/** Whether the last movement of a path went to where the leg is: a house kept on elsewhere meanwhile (a side trip) is no alternative. */
function movedTo(path: Path, leg: Leg): boolean {
  return path.lastMove !== null && path.place !== null && leg.from !== null && continues(path.place, leg.from)
}

/** Another house in another city on the same nights. */
export function overlapsElsewhere(path: Path, leg: Leg): boolean {
  return (
    leg.type === 'Hotel' &&
    !movedTo(path, leg) &&
    path.steps.some(
      ({ leg: other }) =>
        other.type === 'Hotel' &&
        other.startDay < leg.endDay &&
        leg.startDay < other.endDay &&
        apart(other.from, leg.from, 150) &&
        Math.min(other.endDay, leg.endDay) - Math.max(other.startDay, leg.startDay) >=
          Math.min(other.endDay - other.startDay, leg.endDay - leg.startDay),
    )
  )
}
