/** Rough size of a member in memory, for the cache that holds states: kept up with each step, since it is asked after each. */
import type { Item, MemberState, Trip } from './state.js'

const MEMBER = 4_000
const ITEM = 1_500
const RAW = 1_500
const TRIP = 500
/** Of a character of a document. */
const CHARACTER = 2

function set (state: MemberState, what: { bytes: number }, bytes: number): void {
  state.bytes += bytes - what.bytes
  what.bytes = bytes
}

/** Weighs an item again, whose document or statements have changed. */
export function weighItem (state: MemberState, item: Item): void {
  set(state, item, ITEM + item.doc.length * CHARACTER + item.raws.length * RAW)
}

/** Weighs a trip again, whose document has changed. */
export function weighTrip (state: MemberState, trip: Trip): void {
  set(state, trip, TRIP + trip.doc.length * CHARACTER)
}

/** Bytes of the state, roughly. */
export function weigh (state: MemberState): number { return MEMBER + state.bytes }
