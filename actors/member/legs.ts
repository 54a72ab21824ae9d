/** The one way to change an item's leg, so that the timeline and the votes for home stay in step with the items. */
import { vote } from '../itinerary/home.js'
import type { Leg } from '../itinerary/leg.js'
import { sameJson } from '../itinerary/same-json.js'
import type { Item } from './item.js'
import type { MemberState } from './state.js'

function same(a: Leg, b: Leg): boolean {
  return (
    a.start === b.start &&
    a.end === b.end &&
    a.order === b.order &&
    a.kind === b.kind &&
    a.type === b.type &&
    a.name === b.name &&
    a.locators.join() === b.locators.join() &&
    sameJson(a.from, b.from) &&
    sameJson(a.to, b.to) &&
    sameJson(a.calls, b.calls) &&
    sameJson(a.people, b.people)
  )
}

/** Gives an item its leg, or takes it; a leg like the old one changes nothing. */
export function setLeg(state: MemberState, item: Item, leg: Leg | null): void {
  const old = item.leg
  if (old !== null && leg !== null && same(old, leg)) return
  if (old !== null) {
    state.moved.gone.push(old)
    vote(state.votes, old, -1)
  }
  if (leg !== null) {
    state.moved.come.push(leg)
    vote(state.votes, leg, 1)
  }
  item.leg = leg
  item.seen = leg
}

/** Gives a restored item the leg that was stored. */
export function restoreLeg(state: MemberState, item: Item, leg: Leg): void {
  state.moved.come.push(leg)
  vote(state.votes, leg, 1)
  item.leg = leg
  item.seen = leg
}

/** The leg as its group has it. */
export function see(state: MemberState, item: Item): void {
  const leg = item.leg
  if (leg === null) {
    item.seen = null
    return
  }
  const group = state.timeline.groupOf.get(item.id)
  item.seen =
    group?.points.get(item.id)?.leg ?? group?.path.steps.find((step) => step.leg.id === item.id)?.leg ?? leg
}
