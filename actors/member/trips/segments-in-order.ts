/** The segments of a trip in order of the journey. */
import type { Id } from '../../../schemas/base/ids.js'
import { inOrder } from '../../itinerary/lib/in-order.js'
import { compareLegs } from '../../itinerary/grouping/legs/compare-legs.js'
import { legFromSegment } from '../../itinerary/grouping/legs/leg-from-segment.js'
import type { Leg } from '../../itinerary/grouping/legs/leg.js'
import type { MemberState, TripState } from '../model.js'
import { firstReportOf } from '../segments/segment-legs.js'
import type { SegmentState } from '../segments/segment-state.js'

interface Entry {
  segment: SegmentState
  /** The leg it has, or would have if it were not cancelled. */
  leg: Leg | null
}

/** Ids of live segments in order of the journey (RULES 5.4). */
export function inJourneyOrder({ segments }: MemberState, ids: readonly Id[]): Id[] {
  const legOf = (id: Id): Leg => segments.get(id)?.placedLeg as Leg
  return inOrder(ids.slice(), (a, b) => compareLegs(legOf(a), legOf(b)))
}

/** Orders by id; ids are decimal numbers. */
export function compareIds(a: { id: Id }, b: { id: Id }): number {
  return Number(a.id) - Number(b.id)
}

/**
 * A trip's segments in order of the journey: cancelled ones where they would have been, those without a start
 * last.
 */
export function segmentsInOrder(state: MemberState, trip: TripState): SegmentState[] {
  const entries: Entry[] = []
  for (const id of trip.segmentIds) {
    const segment = state.segments.get(id)
    if (segment === undefined) continue
    entries.push({ segment, leg: segment.placedLeg ?? legOfCancelled(segment) })
  }
  // Usually they are in order already, and finding that out by sorting allocates.
  if (entries.some((entry, i) => i > 0 && compareEntries(entries[i - 1] as Entry, entry) > 0))
    entries.sort(compareEntries)
  return entries.map(({ segment }) => segment)
}

function legOfCancelled(segment: SegmentState): Leg | null {
  const leg = segment.merged === null ? null : legFromSegment(segment.id, segment.merged)
  if (leg !== null) leg.reportedAt = firstReportOf(segment)
  return leg
}

function compareEntries(a: Entry, b: Entry): number {
  return a.leg !== null && b.leg !== null
    ? compareLegs(a.leg, b.leg)
    : Number(a.leg === null) - Number(b.leg === null) || compareIds(a.segment, b.segment)
}
