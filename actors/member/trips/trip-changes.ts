import type { TripState } from '../model.js'
import type { SegmentState } from '../segments/segment-state.js'

/** What grouping changed. */
export interface TripChanges {
  /** Trips to render again: new ones, and those with other segments, another status or other overlaps. */
  changed: Set<TripState>
  created: Set<TripState>
  /** Trips that were merged, each with its merge target. */
  merged: Map<TripState, TripState>
  /** Segments whose trip, grouping reason or placed leg may have changed. */
  segments: Set<SegmentState>
}

/** No changes; filled in place. */
export function noTripChanges(): TripChanges {
  return { changed: new Set(), created: new Set(), merged: new Map(), segments: new Set() }
}
