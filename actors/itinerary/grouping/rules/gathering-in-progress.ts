/** RULES 5.12.2 Gathering that has begun: the traveller comes to it while it lasts. */
import { DAY } from '../../lib/local-time.js'
import { isInHomeArea } from '../../places/home.js'
import type { Home } from '../../places/home.js'
import { distanceBetween } from '../../places/place.js'
import { TRIP_TRAITS } from '../../../../schemas/segment/catalog.js'
import type { Leg } from '../legs/leg.js'
import type { Path } from '../path.js'
import { SAME_PLACE_KM } from '../point-placement.js'
import type { PointContext, PointPlacement } from '../point-placement.js'

/** How long before the path a gathering may have begun. */
const MAX_LEAD = 7 * DAY

/** The first path that comes to the gathering while it lasts. */
export function placeInGatheringInProgress({ point, home, paths }: PointContext): PointPlacement | null {
  if (!TRIP_TRAITS[point.type].isGathering) return null
  const path = paths.find((candidate) => comesTo(candidate, point, home))
  return path === undefined ? null : { path, leg: point, reason: 'there-then' }
}

function comesTo(path: Path, gathering: Leg, home: Home | null): boolean {
  if (path.kind === 'staycation') return false
  const lead = path.start - gathering.start
  if (lead <= 0 || lead > MAX_LEAD || gathering.end <= path.start) return false
  // An ambiguous name proves nothing.
  if (gathering.from?.spots.length !== 1 || isInHomeArea(gathering.from, home)) return false
  return path.visits.some(
    ({ at, place }) =>
      at < gathering.end && (distanceBetween(place, gathering.from) ?? Infinity) <= SAME_PLACE_KM,
  )
}
