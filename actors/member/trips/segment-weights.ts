/**
 * How much each segment counts when trips keep their ids (RULES 7.2). The weight is that of the type: a Car
 * weighs 2 and a Transport 1 even where the leg is a movement (RULES 5.3).
 */
import { inOrder } from '../../itinerary/lib/in-order.js'
import type { Id } from '../../../schemas/base/ids.js'
import { TRIP_TRAITS } from '../../../schemas/segment/catalog.js'
import type { MemberState, TripState } from '../model.js'
import type { SegmentState } from '../segments/segment-state.js'
import type { TripCandidate } from './trip-candidates.js'

function weightOf(segment: SegmentState | undefined): number {
  return segment === undefined ? 1 : TRIP_TRAITS[segment.type].weight
}

/** Orders trips by age, then by id. */
function compareAge(a: TripState, b: TripState): number {
  return a.created - b.created || Number(a.id) - Number(b.id)
}

/**
 * The trip that most of the weight of the segments goes to, the older one of two; null if none of them goes
 * to a trip.
 */
export function heaviestTrip(
  state: MemberState,
  segmentIds: readonly Id[],
  tripOf: (id: Id) => TripState | null,
): TripState | null {
  if (segmentIds.length === 0) return null
  const weights = new Map<TripState, number>()
  for (const id of segmentIds) {
    const trip = tripOf(id)
    if (trip !== null) weights.set(trip, (weights.get(trip) ?? 0) + weightOf(state.segments.get(id)))
  }
  const [heaviest] = [...weights].sort(([a, weight], [b, other]) => other - weight || compareAge(a, b))
  return heaviest?.[0] ?? null
}

/** How much of an existing trip is in a candidate. */
export interface SharedWeight {
  trip: TripState
  candidate: TripCandidate
  weight: number
}

/** RULES 7.2: what existing trips and candidates share, heaviest first, then the older trip. */
export function sharedWeights(
  state: MemberState,
  existing: ReadonlySet<TripState>,
  candidateOf: ReadonlyMap<Id, TripCandidate>,
): SharedWeight[] {
  const shared: SharedWeight[] = []
  const reinstated = reinstatedSegments(state, candidateOf)
  for (const trip of existing) {
    const weights = new Map<TripCandidate, number>()
    const add = (candidate: TripCandidate, segment: SegmentState | undefined): void => {
      weights.set(candidate, (weights.get(candidate) ?? 0) + weightOf(segment))
    }
    for (const id of trip.segmentIds) {
      const segment = state.segments.get(id)
      const candidate = candidateOf.get(id) ?? candidateOf.get(segment?.mergedInto ?? '')
      if (candidate !== undefined) add(candidate, segment)
    }
    for (const [id, candidate] of reinstated.get(trip) ?? []) add(candidate, state.segments.get(id))
    for (const [candidate, weight] of weights) shared.push({ trip, candidate, weight })
  }
  return inOrder(shared, (a, b) => b.weight - a.weight || compareAge(a.trip, b.trip))
}

/**
 * Segments that were cancelled and are live again, by the trip they still show: that trip does not list them
 * any more.
 */
function reinstatedSegments(
  state: MemberState,
  candidateOf: ReadonlyMap<Id, TripCandidate>,
): Map<TripState, Array<[Id, TripCandidate]>> {
  const byTrip = new Map<TripState, Array<[Id, TripCandidate]>>()
  for (const [id, candidate] of candidateOf) {
    const segment = state.segments.get(id)
    if (segment?.savedStatus !== 'Cancelled' || segment.tripId === null) continue
    const trip = state.trips.get(segment.tripId)
    if (trip === undefined || trip.segmentIds.includes(id)) continue
    const known = byTrip.get(trip)
    if (known === undefined) byTrip.set(trip, [[id, candidate]])
    else known.push([id, candidate])
  }
  return byTrip
}
