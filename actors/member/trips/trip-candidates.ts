/** What is to be one trip: the groups that a step's changes reach, those a member has joined taken together (RULES 5.16 and 7.2). */
import type { Id } from '../../../schemas/base/ids.js'
import { groupedLegs } from '../../itinerary/grouping/timeline/timeline.js'
import type { Group } from '../../itinerary/grouping/timeline/timeline.js'
import type { MemberState, TripState } from '../state.js'

/** What is to be one trip: its segments, why each belongs to it, and the trip it goes on, once that is known. */
export interface TripCandidate {
  segmentIds: Id[]
  reasons: Map<Id, string>
  trip: TripState | null
}

function candidateOfGroup(group: Group): TripCandidate {
  const steps = groupedLegs(group)
  return {
    segmentIds: steps.map((step) => step.leg.id),
    reasons: new Map(steps.map((step) => [step.leg.id, step.reason])),
    trip: null,
  }
}

/** The groups that hold any of the segments named, as casts; those a member has joined with them included. */
export function tripCandidates(state: MemberState, affected: Set<Id>): TripCandidate[] {
  const { timeline, constraints } = state
  const byGroup = new Map<Group, TripCandidate>()
  const reach = (id: Id): TripCandidate | null => {
    const group = timeline.groupOf.get(id)
    if (group === undefined) return null
    const held = byGroup.get(group)
    if (held !== undefined) return held
    const cast = candidateOfGroup(group)
    byGroup.set(group, cast)
    for (const other of cast.segmentIds) affected.add(other)
    return cast
  }
  for (const id of [...affected]) reach(id)
  if (constraints.together.length > 0) {
    const root = new Map<TripCandidate, TripCandidate>()
    const find = (cast: TripCandidate): TripCandidate => {
      let at = cast
      for (let up = root.get(at); up !== undefined; up = root.get(at)) at = up
      return at
    }
    for (let grown = true; grown;) {
      grown = false
      for (const [a, b] of constraints.together) {
        if (!affected.has(a) && !affected.has(b)) continue
        const left = reach(a)
        const right = reach(b)
        if (left === null || right === null || find(left) === find(right)) continue
        const into = find(left)
        const from = find(right)
        for (const id of from.segmentIds) {
          into.segmentIds.push(id)
          into.reasons.set(id, from.reasons.get(id) ?? 'together')
        }
        from.segmentIds = []
        root.set(from, into)
        grown = true
      }
    }
  }
  return [...byGroup.values()].filter((cast) => cast.segmentIds.length > 0)
}

/** Adds to the segments affected whatever shares a group or a trip with one of them; answers those trips. */
export function collectAffected(state: MemberState, affected: Set<Id>): Set<TripState> {
  const trips = new Set<TripState>()
  const groups = new Set<Group>()
  const queue = [...affected]
  const add = (id: Id): void => {
    if (!affected.has(id)) {
      affected.add(id)
      queue.push(id)
    }
  }
  for (let id = queue.pop(); id !== undefined; id = queue.pop()) {
    const trip = state.trips.get(state.segments.get(id)?.tripId ?? '')
    if (trip !== undefined && (trip.status === 'Active' || trip.status === 'Cancelled') && !trips.has(trip)) {
      trips.add(trip)
      trip.segmentIds.forEach(add)
    }
    const group = state.timeline.groupOf.get(id)
    if (group === undefined || groups.has(group)) continue
    groups.add(group)
    for (const { leg } of group.path.legs) add(leg.id)
    for (const other of group.points.keys()) add(other)
  }
  return trips
}
