/** Trips that run at the same time name each other (RULES 5.14). */
import type { Id } from '../../../schemas/base/ids.js'
import { perType } from '../../../schemas/segment/catalog.js'
import { homeBounds, isGuestAtHome } from '../../itinerary/grouping/home-bounds.js'
import { groupsBetween } from '../../itinerary/grouping/timeline/timeline.js'
import type { MemberState, TripState } from '../model.js'
import type { TripChanges } from './trip-changes.js'

const SPANS_TRIP = perType(({ trip }) => trip.spansTrip)

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
    if (!SPANS_TRIP[leg.type]) continue
    const interval = leg.kind === 'point' ? points : journey
    if (!isGuestAtHome(leg, leg.start, bounds, homes)) interval.start = Math.min(interval.start, leg.start)
    if (!isGuestAtHome(leg, leg.end, bounds, homes)) interval.end = Math.max(interval.end, leg.end)
  }
  const known = journey.start <= journey.end ? journey : points
  return known.start <= known.end ? known : null
}

/** Sets `overlaps` of the changed trips and of every trip that overlaps one of them now or did before. */
export function updateOverlaps(state: MemberState, changes: TripChanges): void {
  const changed = new Set<TripState>([...changes.changed, ...changes.created])
  for (const segment of changes.segments) {
    const trip = state.trips.get(segment.tripId ?? '')
    if (trip !== undefined) changed.add(trip)
  }
  if (changed.size === 0) return
  const placed = tripsWithPlacedSegments(state)
  const all = new Set<TripState>(changed)
  for (const trip of changed)
    for (const id of trip.overlaps) {
      const other = state.trips.get(id)
      if (other !== undefined) all.add(other)
    }
  for (const trip of changed) for (const other of overlapping(state, trip, placed)) all.add(other)
  for (const trip of all) {
    const overlaps = overlapping(state, trip, placed)
      .map((other) => other.id)
      .sort((a, b) => Number(a) - Number(b))
    if (overlaps.join() === trip.overlaps.join()) continue
    trip.overlaps = overlaps
    if (trip.status === 'Active') changes.changed.add(trip)
  }
}

/** Trips that hold what the member placed by hand: these may span days on which they have no path. */
function tripsWithPlacedSegments({ constraints, segments, trips }: MemberState): TripState[] {
  const ids = new Set<Id | null>(constraints.apart.map((split) => split.trip))
  for (const id of [...constraints.pins.keys(), ...constraints.together.flat()])
    ids.add(segments.get(id)?.tripId ?? null)
  return [...ids].map((id) => trips.get(id ?? '')).filter((trip) => trip !== undefined)
}

/** Trips that overlap `trip`: among the `placed` ones and those with a path in its time. */
function overlapping(state: MemberState, trip: TripState, placed: readonly TripState[]): TripState[] {
  const interval = intervalOf(state, trip)
  if (interval === null) return []
  const others = new Set(placed)
  for (const group of groupsBetween(state.timeline, interval.start, interval.end)) {
    // Each leg, not each path: what the member split off stays on the path.
    for (const { leg } of group.path.legs) {
      const other = state.trips.get(state.segments.get(leg.id)?.tripId ?? '')
      if (other !== undefined) others.add(other)
    }
  }
  others.delete(trip)
  return [...others].filter((other) => {
    const theirs = intervalOf(state, other)
    return theirs !== null && theirs.start < interval.end && interval.start < theirs.end
  })
}
