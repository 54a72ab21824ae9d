/** Rough size of a member in memory (a character of a document is a byte as a rule), for the cache that holds states: kept up with each step, since it is asked after each. */
import type { SegmentState } from '../segments/segment-state.js'
import type { MemberState, TripState } from '../state.js'

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
export function updateSegmentSize(state: MemberState, item: SegmentState): void {
  set(
    state,
    item,
    item.isEvicted
      ? ITEM_AWAY + item.rawSegments.length * RAW_AWAY
      : ITEM + item.doc.length + item.rawSegments.length * RAW,
  )
}

/** Weighs a trip again, whose document has changed. */
export function updateTripSize(state: MemberState, trip: TripState): void {
  set(state, trip, TRIP + trip.doc.length)
}

/** Bytes of the state, roughly. */
export function memorySize(state: MemberState): number {
  return MEMBER + state.bytes
}
