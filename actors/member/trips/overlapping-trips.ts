/** Trips that run at the same time name each other (RULES 5.14). */
import { inOrder } from '../../itinerary/lib/in-order.js'
import type { Pieces } from '../../itinerary/lib/pieces.js'
import type { Id } from '../../../schemas/base/ids.js'
import { MAX_OVERLAPS } from '../../../schemas/itinerary/itinerary-limits.js'
import { TRIP_TRAITS } from '../../../schemas/segment/catalog.js'
import { homeBounds, isGuestAtHome } from '../../itinerary/grouping/home-bounds.js'
import { groupsBetween } from '../../itinerary/grouping/timeline/timeline.js'
import type { MemberState, TripState } from '../model.js'
import type { TripChanges } from './trip-changes.js'

interface Interval {
  start: number
  end: number
}

/** When the traveller of an Active trip is away; null if its legs do not show it. */
function intervalOf(state: MemberState, trip: TripState): Interval | null {
  if (trip.status !== 'Active') return null
  const journey: Interval = { start: Infinity, end: -Infinity }
  // A point, such as a conference, may begin before the traveller leaves or end without them: points count only
  // where there is nothing else.
  const points: Interval = { start: Infinity, end: -Infinity }
  const { homes } = state.timeline
  const legs = trip.segmentIds.flatMap((id) => state.segments.get(id)?.placedLeg ?? [])
  const bounds = homeBounds(legs, homes)
  for (const leg of legs) {
    if (!TRIP_TRAITS[leg.type].spansTrip) continue
    const interval = leg.kind === 'point' ? points : journey
    if (!isGuestAtHome(leg, leg.start, bounds, homes)) interval.start = Math.min(interval.start, leg.start)
    if (!isGuestAtHome(leg, leg.end, bounds, homes)) interval.end = Math.max(interval.end, leg.end)
  }
  const known = journey.start <= journey.end ? journey : points
  return known.start <= known.end ? known : null
}

/**
 * Sets `overlaps` of the changed trips, and takes them into and out of those of every trip that overlaps one of
 * them now or did before. A trip names `MAX_OVERLAPS` at most, the oldest (RULES 5.14).
 */
export function* updateOverlaps(state: MemberState, changes: TripChanges): Pieces<void> {
  const changed = new Set<TripState>([...changes.changed, ...changes.created])
  for (const segment of changes.segments) {
    const trip = state.trips.get(segment.tripId ?? '')
    if (trip !== undefined) changed.add(trip)
  }
  if (changed.size === 0) return
  const overlapping = overlapsIn(state)
  const others = new Map<TripState, Set<Id>>()
  const idsOf = (other: TripState): Set<Id> => {
    let ids = others.get(other)
    if (ids === undefined) others.set(other, (ids = new Set(other.overlaps)))
    return ids
  }
  for (const trip of changed) {
    yield
    for (const id of trip.overlaps) {
      const other = state.trips.get(id)
      if (other !== undefined && !changed.has(other)) idsOf(other).delete(trip.id)
    }
    const found = overlapping(trip)
    setOverlaps(trip, new Set(found.map((other) => other.id)), changes)
    for (const other of found) if (!changed.has(other)) idsOf(other).add(trip.id)
  }
  for (const [other, ids] of others) setOverlaps(other, ids, changes)
}

function setOverlaps(trip: TripState, ids: ReadonlySet<Id>, changes: TripChanges): void {
  const overlaps = inOrder([...ids], (a, b) => Number(a) - Number(b)).slice(0, MAX_OVERLAPS)
  if (overlaps.join() === trip.overlaps.join()) return
  trip.overlaps = overlaps
  if (trip.status === 'Active') changes.changed.add(trip)
}

/** Trips that hold what the member placed by hand: these may span days on which they have no path. */
function tripsWithPlacedSegments({ constraints, segments, trips }: MemberState): TripState[] {
  const ids = new Set<Id | null>(constraints.apart.map((split) => split.trip))
  for (const id of [...constraints.pins.keys(), ...constraints.together.flat()])
    ids.add(segments.get(id)?.tripId ?? null)
  return [...ids].map((id) => trips.get(id ?? '')).filter((trip) => trip !== undefined)
}

/** Finds the trips that overlap one: among those the member placed segments in, and those with a path in its time. */
function overlapsIn(state: MemberState): (trip: TripState) => TripState[] {
  const placed = tripsWithPlacedSegments(state)
  const intervals = new Map<TripState, Interval | null>()
  const knownInterval = (trip: TripState): Interval | null => {
    let interval = intervals.get(trip)
    if (interval === undefined) intervals.set(trip, (interval = intervalOf(state, trip)))
    return interval
  }
  return (trip) => {
    const interval = knownInterval(trip)
    if (interval === null) return []
    const others = new Set(placed)
    for (const group of groupsBetween(state.timeline, interval.start, interval.end)) {
      // Each leg, not each path: what the member split off stays on the path.
      for (const id of [...group.path.legs.map(({ leg }) => leg.id), ...group.points.keys()]) {
        const other = state.trips.get(state.segments.get(id)?.tripId ?? '')
        if (other !== undefined) others.add(other)
      }
    }
    others.delete(trip)
    return [...others].filter((other) => {
      const theirs = knownInterval(other)
      return theirs !== null && theirs.start < interval.end && interval.start < theirs.end
    })
  }
}
