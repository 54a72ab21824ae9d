/** The one way to change an item's leg, so that the timeline and the votes for home stay in step with the items. */
import { countEvidence } from '../../itinerary/grouping/home-evidence.js'
import type { Leg } from '../../itinerary/grouping/legs/leg.js'
import { sameJson } from '../../itinerary/lib/same-json.js'
import type { SegmentState } from './segment-state.js'
import type { MemberState } from '../state.js'

function same(a: Leg, b: Leg): boolean {
  return (
    a.start === b.start &&
    a.end === b.end &&
    a.orderAt === b.orderAt &&
    a.kind === b.kind &&
    a.type === b.type &&
    a.name === b.name &&
    a.locators.join() === b.locators.join() &&
    sameJson(a.from, b.from) &&
    sameJson(a.to, b.to) &&
    sameJson(a.portCalls, b.portCalls) &&
    sameJson(a.travellers, b.travellers)
  )
}

/** Gives an item its leg, or takes it; a leg like the old one changes nothing. */
export function setLeg(state: MemberState, item: SegmentState, leg: Leg | null): void {
  const old = item.leg
  if (old !== null && leg !== null && same(old, leg)) return
  if (old !== null) {
    state.legChanges.removed.push(old)
    countEvidence(state.homeEvidence, old, -1)
  }
  if (leg !== null) {
    state.legChanges.added.push(leg)
    countEvidence(state.homeEvidence, leg, 1)
  }
  item.leg = leg
  item.placedLeg = leg
}

/** Gives a restored item the leg that was stored. */
export function restoreLeg(state: MemberState, item: SegmentState, leg: Leg): void {
  state.legChanges.added.push(leg)
  countEvidence(state.homeEvidence, leg, 1)
  item.leg = leg
  item.placedLeg = leg
}

/** The leg as its group has it. */
export function updatePlacedLeg(state: MemberState, item: SegmentState): void {
  const leg = item.leg
  if (leg === null) {
    item.placedLeg = null
    return
  }
  const group = state.timeline.groupOf.get(item.id)
  item.placedLeg =
    group?.points.get(item.id)?.leg ?? group?.path.legs.find((step) => step.leg.id === item.id)?.leg ?? leg
}
