/**
 * RULES 5.12.4 Movement not reported: after the last place of a path that did not come home, or before the
 * first place of one that did not leave it, its traveller is assumed to be there.
 */
import { DAY } from '../../lib/local-time.js'
import { isInHomeArea } from '../../places/home.js'
import type { Home } from '../../places/home.js'
import { distanceBetween, nearestSpot } from '../../places/place.js'
import type { Place } from '../../places/place.js'
import { withSpot } from '../legs/leg.js'
import type { Leg } from '../legs/leg.js'
import type { Path } from '../path.js'
import { SAME_PLACE_KM } from '../point-placement.js'
import type { PointContext, PointPlacement } from '../point-placement.js'
import { MAX_WAIT_DAYS } from '../waiting-times.js'
import { hasReturnedToDepartureAirport } from './unreported-drive.js'

/** The first path whose traveller waits where the point is. */
export function placeAfterUnreportedMovement({ point, home, paths }: PointContext): PointPlacement | null {
  if (point.from === null || isInHomeArea(point.from, home)) return null
  for (const path of paths) {
    const place = placeOfWaiting(path, point, home)
    if (place === null || (distanceBetween(place, point.from) ?? Infinity) > SAME_PLACE_KM) continue
    if (paths.some((other) => other !== path && liesBetween(other, path, point))) continue
    const isCertain = point.from.spots.length === 1
    const leg = isCertain ? point : withSpot(point, nearestSpot(point.from, place.spots[0] ?? null))
    return { path, leg, reason: 'there-then' }
  }
  return null
}

/** Where the path's traveller is assumed to wait at the time of the point; null if it is too far in time. */
function placeOfWaiting(path: Path, point: Leg, home: Home | null): Place | null {
  if (path.kind !== 'journey') return null
  const { start } = point
  if (path.returnedAt === null && start > path.end)
    return start - path.end <= longestWait(path, home) ? path.location : null
  if (path.leftHome === null && start < path.start)
    return path.start - start <= longestWait(path, home) ? (path.firstMove?.from ?? null) : null
  return null
}

/** Check-out and an unreported drive home end the wait after a day. */
function longestWait(path: Path, home: Home | null): number {
  const isShort =
    path.legs.some(({ leg }) => leg.kind === 'stay') || hasReturnedToDepartureAirport(path, home)
  return isShort ? DAY : MAX_WAIT_DAYS * DAY
}

/** True if `other` has the traveller between the path and the point. */
function liesBetween(other: Path, path: Path, point: Leg): boolean {
  return point.start > path.end
    ? other.start > path.start && other.start <= point.start
    : other.start <= path.start && other.end >= point.start
}
