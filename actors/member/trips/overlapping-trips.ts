/** Trips that run at the same time name each other (RULES 5.14). */
import type { Id } from '../../../schemas/base/ids.js'
import { isGuestAtHome, homeBounds } from '../../itinerary/grouping/home-bounds.js'
import { groupsBetween } from '../../itinerary/grouping/timeline/timeline.js'
import type { TripChanges } from './regroup.js'
import type { MemberState, TripState } from '../state.js'

interface Span {
  start: number
  end: number
}

function spanOf(state: MemberState, trip: TripState): Span | null {
  if (trip.status !== 'Active') return null
  const span: Span = { start: Infinity, end: -Infinity }
  // Gatherings may begin before the traveller leaves, or end without him: they count where nothing else does.
  const points: Span = { start: Infinity, end: -Infinity }
  const { homes } = state.timeline
  const legs = trip.segmentIds.flatMap((id) => state.segments.get(id)?.placedLeg ?? [])
  const bounds = homeBounds(legs, homes)
  for (const leg of legs) {
    if (leg.type === 'Checkin' || leg.type === 'Parking') continue
    const into = leg.kind === 'point' ? points : span
    if (!isGuestAtHome(leg, leg.start, bounds, homes)) into.start = Math.min(into.start, leg.start)
    if (!isGuestAtHome(leg, leg.end, bounds, homes)) into.end = Math.max(into.end, leg.end)
  }
  const told = span.start <= span.end ? span : points
  return told.start <= told.end ? told : null
}

/** Sets `overlaps` of the trips touched and of those they now overlap, or did. */
export function updateOverlaps(state: MemberState, out: TripChanges): void {
  const look = new Set<TripState>([...out.changed, ...out.created])
  for (const item of out.segments) {
    const trip = state.trips.get(item.tripId ?? '')
    if (trip !== undefined) look.add(trip)
  }
  if (look.size === 0) return
  const placed = placedByHand(state)
  const all = new Set<TripState>(look)
  for (const trip of look)
    for (const id of trip.overlaps) {
      const other = state.trips.get(id)
      if (other !== undefined) all.add(other)
    }
  for (const trip of look) for (const other of beside(state, trip, placed)) all.add(other)
  for (const trip of all) {
    const now = beside(state, trip, placed)
      .map((other) => other.id)
      .sort((a, b) => Number(a) - Number(b))
    if (now.join() === trip.overlaps.join()) continue
    trip.overlaps = now
    if (trip.status === 'Active') out.changed.add(trip)
  }
}

/** Trips that may span days in which they have no path, for the member has put them together. */
function placedByHand({ constraints, segments: items, trips }: MemberState): TripState[] {
  const ids = new Set<Id | null>(constraints.apart.map((split) => split.trip))
  for (const id of [...constraints.pins.keys(), ...constraints.together.flat()])
    ids.add(items.get(id)?.tripId ?? null)
  return [...ids].map((id) => trips.get(id ?? '')).filter((trip) => trip !== undefined)
}

function beside(state: MemberState, trip: TripState, placed: readonly TripState[]): TripState[] {
  const span = spanOf(state, trip)
  if (span === null) return []
  const known = new Set(placed)
  for (const group of groupsBetween(state.timeline, span.start, span.end)) {
    // All of them: what the member has split stays on one path.
    for (const { leg } of group.path.legs) {
      const other = state.trips.get(state.segments.get(leg.id)?.tripId ?? '')
      if (other !== undefined) known.add(other)
    }
  }
  known.delete(trip)
  return [...known].filter((other) => {
    const theirs = spanOf(state, other)
    return theirs !== null && theirs.start < span.end && span.start < theirs.end
  })
}
