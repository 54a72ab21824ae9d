/** Trips that run at the same time name each other (itinerary.md 5, Two travellers). */
import { groupsAround } from '../itinerary/timeline.js'
import type { Regrouped } from './regroup.js'
import type { MemberState, Trip } from './state.js'

interface Span { start: number, end: number }

function spanOf (state: MemberState, trip: Trip): Span | null {
  if (trip.status !== 'Active') return null
  const span: Span = { start: Infinity, end: -Infinity }
  // Gatherings may begin before the traveller leaves, or end without him: they count where nothing else does.
  const points: Span = { start: Infinity, end: -Infinity }
  for (const id of trip.segments) {
    const leg = state.items.get(id)?.seen
    if (leg == null || leg.type === 'Checkin' || leg.type === 'Parking') continue
    const into = leg.kind === 'point' ? points : span
    into.start = Math.min(into.start, leg.start)
    into.end = Math.max(into.end, leg.end)
  }
  const told = span.start <= span.end ? span : points
  return told.start <= told.end ? told : null
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
