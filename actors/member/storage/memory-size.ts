/**
 * Rough size of a member's state in the heap, for the cache that holds states. Updated with each step,
 * because the cache asks after each one. A character of a document usually takes one byte; the constants are
 * measured averages.
 */
import type { MemberState, TripState } from '../model.js'
import type { SegmentState } from '../segments/segment-state.js'

const MEMBER_BYTES = 4_000
/** With everything derived from its statements, its leg and its place in the timeline. */
const SEGMENT_BYTES = 2_900
/** With its entry in the statement index. */
const RAW_SEGMENT_BYTES = 1_400
const EVICTED_SEGMENT_BYTES = 2_000
const EVICTED_RAW_SEGMENT_BYTES = 750
const TRIP_BYTES = 400

function setSize(state: MemberState, of: { bytes: number }, bytes: number): void {
  state.bytes += bytes - of.bytes
  of.bytes = bytes
}

/** To call when a segment's document or statements have changed, or it was evicted or loaded. */
export function updateSegmentSize(state: MemberState, segment: SegmentState): void {
  const { length } = segment.rawSegments
  const words = segment.words.length * RAW_SEGMENT_BYTES
  const bytes = segment.isEvicted
    ? EVICTED_SEGMENT_BYTES + length * EVICTED_RAW_SEGMENT_BYTES
    : SEGMENT_BYTES + segment.doc.length + length * RAW_SEGMENT_BYTES
  setSize(state, segment, bytes + words)
}

/** To call when a trip's document has changed. */
export function updateTripSize(state: MemberState, trip: TripState): void {
  setSize(state, trip, TRIP_BYTES + trip.doc.length)
}

/** Estimated bytes of the whole state. */
export function memorySize(state: MemberState): number {
  return MEMBER_BYTES + state.bytes
}
