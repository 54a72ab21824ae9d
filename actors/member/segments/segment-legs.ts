/**
 * The one way to change a segment's leg, so that the timeline and the evidence for home follow the segments.
 */
import { person } from '../../../schemas/itinerary/person.js'
import { travellersOfMember } from '../../itinerary/grouping/legs/travellers.js'
import type { Leg } from '../../itinerary/grouping/legs/leg.js'
import { sameJson } from '../../itinerary/lib/same-json.js'
import type { MemberState } from '../model.js'
import type { SegmentState } from './segment-state.js'

function areEqual(a: Leg, b: Leg): boolean {
  return (
    a.start === b.start &&
    a.end === b.end &&
    a.orderAt === b.orderAt &&
    a.reportedAt === b.reportedAt &&
    a.kind === b.kind &&
    a.type === b.type &&
    a.name === b.name &&
    a.locators.join() === b.locators.join() &&
    sameJson(a.from, b.from) &&
    sameJson(a.to, b.to) &&
    sameJson(a.unknownCodes, b.unknownCodes) &&
    sameJson(a.portCalls, b.portCalls) &&
    sameJson(a.dateOnly, b.dateOnly) &&
    sameJson(a.travellers, b.travellers)
  )
}

/** The leg with each traveller's role, by the member's own name (RULES N4 and 5.14). */
function withRoles({ profile }: MemberState, leg: Leg): Leg {
  if (leg.travellers.length === 0) return leg
  const member = person(profile.first_name, profile.last_name)
  return { ...leg, travellers: travellersOfMember(leg.travellers, member) }
}

/** When its first statement was received. */
export const firstReportOf = ({ rawSegments }: SegmentState): number =>
  rawSegments.reduce((first, { receivedAt }) => Math.min(first, receivedAt), Infinity)

/** Gives a segment its leg, or takes it away. An equal leg changes nothing. */
export function setLeg(state: MemberState, segment: SegmentState, plain: Leg | null): void {
  const previous = segment.leg
  if (plain !== null) plain.reportedAt = firstReportOf(segment)
  const leg = plain === null ? null : withRoles(state, plain)
  if (previous !== null && leg !== null && areEqual(previous, leg)) return
  if (previous !== null) {
    state.legChanges.removed.push(previous)
    state.homeEvidence?.remove(previous)
  }
  if (leg !== null) addLegToTimeline(state, leg)
  segment.leg = leg
  segment.placedLeg = leg
}

/** Gives every leg its travellers' roles again, after the member's own name has changed. */
export function updateTravellerRoles(state: MemberState): void {
  for (const segment of state.segments.values()) if (segment.leg !== null) setLeg(state, segment, segment.leg)
}

/** Gives a restored segment its stored leg. */
export function restoreLeg(state: MemberState, segment: SegmentState, stored: Leg): void {
  stored.reportedAt = firstReportOf(segment)
  const leg = withRoles(state, stored)
  addLegToTimeline(state, leg)
  segment.leg = leg
  segment.placedLeg = leg
}

function addLegToTimeline(state: MemberState, leg: Leg): void {
  state.legChanges.added.push(leg)
  state.homeEvidence?.add(leg)
}

/** Sets the placed leg to the one its group has, which may be at another place of the same name. */
export function updatePlacedLeg(state: MemberState, segment: SegmentState): void {
  const { leg, id } = segment
  if (leg === null) {
    segment.placedLeg = null
    return
  }
  const group = state.timeline.groupOf.get(id)
  segment.placedLeg =
    group?.points.get(id)?.leg ?? group?.path.legs.find((grouped) => grouped.leg.id === id)?.leg ?? leg
}
