/** What is to be one trip: the groups that a step's changes reach, those a member has joined taken together (itinerary.md 5 and 7). */
import type { Id } from '../../schemas/ids.js'
import { stepsOf } from '../itinerary/group.js'
import type { Group } from '../itinerary/timeline.js'
import type { MemberState, Trip } from './state.js'

/** What is to be one trip: its segments, why each belongs to it, and the trip it goes on, once that is known. */
export interface Cast {
  ids: Id[]
  why: Map<Id, string>
  trip: Trip | null
}

function castOfGroup(group: Group): Cast {
  const steps = stepsOf(group)
  return {
    ids: steps.map((step) => step.leg.id),
    why: new Map(steps.map((step) => [step.leg.id, step.why])),
    trip: null,
  }
}

/** The groups that hold any of the segments named, as casts; those a member has joined with them included. */
export function castsOf(state: MemberState, affected: Set<Id>): Cast[] {
  const { timeline, constraints } = state
  const byGroup = new Map<Group, Cast>()
  const reach = (id: Id): Cast | null => {
    const group = timeline.groupOf.get(id)
    if (group === undefined) return null
    const held = byGroup.get(group)
    if (held !== undefined) return held
    const cast = castOfGroup(group)
    byGroup.set(group, cast)
    for (const other of cast.ids) affected.add(other)
    return cast
  }
  for (const id of [...affected]) reach(id)
  if (constraints.together.length > 0) {
    const root = new Map<Cast, Cast>()
    const find = (cast: Cast): Cast => {
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
        for (const id of from.ids) {
          into.ids.push(id)
          into.why.set(id, from.why.get(id) ?? 'together')
        }
        from.ids = []
        root.set(from, into)
        grown = true
      }
    }
  }
  return [...byGroup.values()].filter((cast) => cast.ids.length > 0)
}

/** Adds to the segments affected whatever shares a group or a trip with one of them; answers those trips. */
export function widen(state: MemberState, affected: Set<Id>): Set<Trip> {
  const trips = new Set<Trip>()
  const groups = new Set<Group>()
  const queue = [...affected]
  const add = (id: Id): void => {
    if (!affected.has(id)) {
      affected.add(id)
      queue.push(id)
    }
  }
  for (let id = queue.pop(); id !== undefined; id = queue.pop()) {
    const trip = state.trips.get(state.items.get(id)?.tripId ?? '')
    if (trip !== undefined && (trip.status === 'Active' || trip.status === 'Cancelled') && !trips.has(trip)) {
      trips.add(trip)
      trip.segments.forEach(add)
    }
    const group = state.timeline.groupOf.get(id)
    if (group === undefined || groups.has(group)) continue
    groups.add(group)
    for (const { leg } of group.path.steps) add(leg.id)
    for (const other of group.points.keys()) add(other)
  }
  return trips
}
