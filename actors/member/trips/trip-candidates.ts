/**
 * What is to be one trip: the groups that a step's changes reach; groups the member has joined count as one
 * (RULES 5.16).
 */
import type { Id } from '../../../schemas/base/ids.js'
import type { GroupingReason } from '../../itinerary/grouping/path.js'
import type { Group } from '../../itinerary/grouping/timeline/timeline.js'
import { groupedLegs } from '../../itinerary/grouping/timeline/timeline.js'
import type { MemberState, TripState } from '../model.js'
import type { MemberChoice } from './member-choices.js'

/** Segments that are to be one trip. */
export interface TripCandidate {
  segmentIds: Id[]
  /** Why each segment belongs to it. */
  reasons: Map<Id, GroupingReason>
  /** The trip that it continues; null until that is decided, or if it is a new trip. */
  trip: TripState | null
}

/** Appends all segments of `from` to `target`, which leaves `from` empty. */
export function moveSegments(from: TripCandidate, target: TripCandidate): void {
  for (const id of from.segmentIds) {
    target.segmentIds.push(id)
    target.reasons.set(id, from.reasons.get(id) ?? 'together')
  }
  from.segmentIds = []
}

function candidateOfGroup(group: Group): TripCandidate {
  const legs = groupedLegs(group)
  return {
    segmentIds: legs.map(({ leg }) => leg.id),
    reasons: new Map(legs.map(({ leg, reason }) => [leg.id, reason])),
    trip: null,
  }
}

/** The groups that hold any of the affected segments (`collectAffected`) as candidates, those joined that the member has. */
export function tripCandidates(state: MemberState, affected: ReadonlySet<Id>): TripCandidate[] {
  const byGroup = new Map<Group, TripCandidate>()
  const candidateOf = (id: Id): TripCandidate | null => {
    const group = state.timeline.groupOf.get(id)
    if (group === undefined) return null
    const known = byGroup.get(group)
    if (known !== undefined) return known
    const candidate = candidateOfGroup(group)
    byGroup.set(group, candidate)
    return candidate
  }
  for (const id of affected) candidateOf(id)
  if (state.constraints.together.length > 0) joinCandidates(state.constraints.together, affected, candidateOf)
  return [...byGroup.values()].filter((candidate) => candidate.segmentIds.length > 0)
}

/** Joins the candidates of the pairs that belong together. */
function joinCandidates(
  pairs: ReadonlyArray<[Id, Id]>,
  affected: ReadonlySet<Id>,
  candidateOf: (id: Id) => TripCandidate | null,
): void {
  const joinedInto = new Map<TripCandidate, TripCandidate>()
  const root = (candidate: TripCandidate): TripCandidate => {
    let at = candidate
    for (let next = joinedInto.get(at); next !== undefined; next = joinedInto.get(at)) at = next
    return at
  }
  for (const [a, b] of pairs) {
    if (!affected.has(a) || !affected.has(b)) continue
    const [first, second] = [candidateOf(a), candidateOf(b)]
    if (first === null || second === null || root(first) === root(second)) continue
    const [target, from] = [root(first), root(second)]
    moveSegments(from, target)
    joinedInto.set(from, target)
  }
}

/**
 * Adds to `affected` every segment that shares a group or a trip with an affected one, that the member joined with
 * one, or that is in the trip the member chose for one, transitively. Returns those trips.
 */
export function collectAffected(
  state: MemberState,
  affected: Set<Id>,
  choices: ReadonlyMap<Id, MemberChoice>,
): Set<TripState> {
  const trips = new Set<TripState>()
  const groups = new Set<Group>()
  const joined = joinedSegments(state)
  const queue = [...affected]
  const add = (id: Id): void => {
    if (affected.has(id)) return
    affected.add(id)
    queue.push(id)
  }
  for (let id = queue.pop(); id !== undefined; id = queue.pop()) {
    const chosen = choices.get(id)?.trip
    for (const trip of [state.trips.get(state.segments.get(id)?.tripId ?? ''), chosen]) {
      if (trip == null || (trip.status !== 'Active' && trip.status !== 'Cancelled') || trips.has(trip))
        continue
      trips.add(trip)
      trip.segmentIds.forEach(add)
    }
    joined.get(id)?.forEach(add)
    const group = state.timeline.groupOf.get(id)
    if (group === undefined || groups.has(group)) continue
    groups.add(group)
    for (const { leg } of group.path.legs) add(leg.id)
    for (const other of group.points.keys()) add(other)
  }
  return trips
}

/** By live segment, the live ones that the member has joined with it. */
function joinedSegments({ constraints, segments }: MemberState): Map<Id, Id[]> {
  const joined = new Map<Id, Id[]>()
  const isLive = (id: Id): boolean => segments.get(id)?.leg != null
  const add = (id: Id, other: Id): void => {
    const known = joined.get(id)
    if (known === undefined) joined.set(id, [other])
    else known.push(other)
  }
  for (const [a, b] of constraints.together) {
    if (!isLive(a) || !isLive(b)) continue
    add(a, b)
    add(b, a)
  }
  return joined
}
