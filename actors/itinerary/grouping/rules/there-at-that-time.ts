/** RULES 5.12.1 There at that time: a point joins the path that has its traveller there then. */
import { DAY } from '../../lib/local-time.js'
import { lowerBound } from '../../lib/lower-bound.js'
import { isInHomeArea } from '../../places/home.js'
import type { Home } from '../../places/home.js'
import { distanceBetween, nearestSpot } from '../../places/place.js'
import type { Place, Spot } from '../../places/place.js'
import { withSpot } from '../legs/leg.js'
import type { Leg } from '../legs/leg.js'
import type { Path, Visit } from '../path.js'
import { SAME_PLACE_KM } from '../point-placement.js'
import type { PointContext, PointPlacement } from '../point-placement.js'
import { CLOCK_TOLERANCE, HOME_CONNECTION } from '../waiting-times.js'
import { isWithinRentalRange, isWithinShipRange } from './travel-range.js'

/** The path nearest to the point at its time; for an unknown place the first path that spans it. */
export function placeWhereTravellerIs({ point, home, nearby }: PointContext): PointPlacement | null {
  let best: PointPlacement | null = null
  let leastKm = Infinity
  for (const path of nearby) {
    const leg = withLikelySpot(point, path, home)
    const at = timeOnPath(leg, path)
    if (at < path.start || at > path.end + CLOCK_TOLERANCE) continue
    if (leg.from === null) {
      if (best === null) {
        best = { path, leg, reason: 'there-then' }
        leastKm = SAME_PLACE_KM
      }
      continue
    }
    if (path.kind !== 'staycation' && isInHomeArea(leg.from, home) && !isPassingHome(path, at)) continue
    const km = distanceAt(path, at === leg.start ? leg : { ...leg, start: at })
    if (km <= SAME_PLACE_KM && km < leastKm) {
      best = { path, leg, reason: 'there-then' }
      leastKm = km
    }
  }
  return best
}

/** The start of the point; of a date alone the middle of what the path has of that day, if it has some. */
function timeOnPath({ start, startDay, endDay, end, dateOnly }: Leg, path: Path): number {
  if (dateOnly?.[0] !== true) return start
  const endOfDay = startDay === endDay ? end : start + DAY
  const [from, until] = [Math.max(start, path.start), Math.min(endOfDay, path.end)]
  return from <= until ? (from + until) / 2 : start
}

/** Visits of paths in order of time: sorted once for all points that are compared with the path. */
const sortedVisits = new WeakMap<Path, readonly Visit[]>()

function visitsInOrder(path: Path): readonly Visit[] {
  const known = sortedVisits.get(path)
  // A path only ever gains visits.
  if (known?.length === path.visits.length) return known
  const visits = path.visits.toSorted((a, b) => a.at - b.at)
  sortedVisits.set(path, visits)
  return visits
}

/** Kilometres between the point and where the path's traveller may be at that time. */
function distanceAt(path: Path, point: Leg): number {
  let km = Infinity
  for (const { place } of visitsAround(path, point.start))
    km = Math.min(km, distanceBetween(place, point.from) ?? SAME_PLACE_KM)
  const isInRange = km > SAME_PLACE_KM && (isWithinShipRange(path, point) || isWithinRentalRange(path, point))
  return isInRange ? SAME_PLACE_KM : km
}

/**
 * Where the path's traveller may be at `instant`: the last visit before it, the next one, the end of the last
 * movement unless a stay covers the instant (a hotel elsewhere was a side trip), and every stay of those
 * days.
 */
function visitsAround(path: Path, instant: number): Visit[] {
  const around: Visit[] = []
  const visits = visitsInOrder(path)
  const before = visits[lowerBound(visits, ({ at }) => at <= instant + CLOCK_TOLERANCE) - 1]
  const after = visits[lowerBound(visits, ({ at }) => at <= instant - CLOCK_TOLERANCE)]
  if (before !== undefined) around.push(before)
  if (after !== undefined) around.push(after)
  const isInStay = path.legs.some(
    ({ leg }) => leg.kind === 'stay' && leg.start <= instant && instant <= leg.end,
  )
  if (!isInStay) {
    const base = lastMovementBefore(path, instant)
    if (base?.to != null) around.push({ at: base.end, place: base.to })
  }
  for (const { leg } of path.legs) {
    if (leg.kind !== 'stay' || leg.from === null) continue
    if ((leg.startDay - 1) * DAY <= instant && instant <= leg.end + DAY)
      around.push({ at: leg.start, place: leg.from })
  }
  return around
}

/** The movement to a known place that ends last by `instant`; of equal ones the last. */
function lastMovementBefore(path: Path, instant: number): Leg | null {
  let last: Leg | null = null
  for (const { leg } of path.legs) {
    if (leg.kind !== 'movement' || leg.to === null || leg.end > instant + CLOCK_TOLERANCE) continue
    if (last === null || leg.end >= last.end) last = leg
  }
  return last
}

/** The point at the likeliest of its spots; its times follow, so that they are known only after. */
function withLikelySpot(point: Leg, path: Path, home: Home | null): Leg {
  if (point.from === null || point.from.spots.length === 1) return point
  const visits = visitsAround(path, timeOnPath(point, path))
  return withSpot(point, likeliestSpot(point.from, visits, home))
}

/** RULES N5a: the largest candidate at home or where the path is; else the nearest to the path. */
function likeliestSpot(place: Place, visits: readonly Visit[], home: Home | null): Spot {
  const spot = place.spots.find((candidate) => {
    const only: Place = { spots: [candidate] }
    return (
      isInHomeArea(only, home) ||
      visits.some((visit) => (distanceBetween(visit.place, only) ?? Infinity) <= SAME_PLACE_KM)
    )
  })
  return spot ?? nearestSpot(place, visits[0]?.place.spots[0] ?? null)
}

/** True between two movements that pass through home (RULES 5.6), and on a journey that began elsewhere. */
function isPassingHome(path: Path, instant: number): boolean {
  if (path.leftHome === null && path.kind === 'journey') return true
  return path.legs.some(
    ({ leg, reason }) =>
      reason === 'connection-at-home' && instant <= leg.start && leg.start - instant <= HOME_CONNECTION,
  )
}
