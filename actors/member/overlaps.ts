/** Trips that run at the same time name each other (itinerary.md 5, Two travellers). */
import { groupsAround } from '../itinerary/timeline.js'
import type { Regrouped } from './regroup.js'
import type { MemberState, Trip } from './state.js'

interface Span { start: number, end: number }

function spanOf (state: MemberState, trip: Trip): Span | null {
  let start = Infinity
  let end = -Infinity
  if (trip.status !== 'Active') return null
  for (const id of trip.segments) {
    const leg = state.items.get(id)?.leg
    if (leg == null || leg.type === 'Checkin' || leg.type === 'Parking') continue
    start = Math.min(start, leg.start)
    end = Math.max(end, leg.end)
  }
  return start <= end ? { start, end } : null
}

/** Sets `overlaps` of the trips touched and of those they now overlap, or did. */
export function overlaps (state: MemberState, out: Regrouped): void {
  const look = new Set<Trip>([...out.touched, ...out.created])
  for (const item of out.items) {
    const trip = state.trips.get(item.tripId ?? '')
    if (trip !== undefined) look.add(trip)
  }
  const all = new Set<Trip>(look)
  for (const trip of look) for (const id of trip.overlaps) { const other = state.trips.get(id); if (other !== undefined) all.add(other) }
  for (const trip of look) for (const other of beside(state, trip)) all.add(other)
  for (const trip of all) {
    const now = beside(state, trip).map(other => other.id).sort((a, b) => Number(a) - Number(b))
    if (now.join() === trip.overlaps.join()) continue
    trip.overlaps = now
    if (trip.status === 'Active') out.touched.add(trip)
  }
}

function beside (state: MemberState, trip: Trip): Trip[] {
  const span = spanOf(state, trip)
  if (span === null) return []
  const found = new Set<Trip>()
  for (const group of groupsAround(state.timeline, span.start, span.end)) {
    for (const { leg } of group.path.steps) {
      const other = state.trips.get(state.items.get(leg.id)?.tripId ?? '')
      if (other === undefined || other === trip || found.has(other)) continue
      const theirs = spanOf(state, other)
      if (theirs !== null && theirs.start < span.end && span.start < theirs.end) found.add(other)
      break
    }
  }
  return [...found]
}
