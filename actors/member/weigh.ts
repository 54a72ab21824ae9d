/** Rough size of a member in memory (a character of a document is a byte as a rule), for the cache that holds states: kept up with each step, since it is asked after each. */
import type { Item } from './item.js'
import type { MemberState, Trip } from './state.js'

const MEMBER = 4_000
/** What is worked out of it, its leg and its place in the timeline included. */
const ITEM = 2_900
/** With its entry in the index of statements. */
const RAW = 1_400
/** The same of what is away. */
const ITEM_AWAY = 2_000
const RAW_AWAY = 750
const TRIP = 400

function set(state: MemberState, what: { bytes: number }, bytes: number): void {
  state.bytes += bytes - what.bytes
  what.bytes = bytes
}

/** Weighs an item again, whose document or statements have changed. */
export function weighItem(state: MemberState, item: Item): void {
  set(
    state,
    item,
    item.away ? ITEM_AWAY + item.raws.length * RAW_AWAY : ITEM + item.doc.length + item.raws.length * RAW,
  )
}

/** Weighs a trip again, whose document has changed. */
export function weighTrip(state: MemberState, trip: Trip): void {
  set(state, trip, TRIP + trip.doc.length)
}

/** Bytes of the state, roughly. */
export function weigh(state: MemberState): number {
  return MEMBER + state.bytes
}
