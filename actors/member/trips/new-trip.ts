import type { Id } from '../../../schemas/base/ids.js'
import type { TripState } from '../model.js'

/**
 * An Active trip without segments, created at `now` (epoch milliseconds). The caller adds it to the member's
 * trips.
 */
export function newTrip(id: Id, now: number): TripState {
  return {
    id,
    version: 0,
    status: 'Active',
    segmentIds: [],
    manual: false,
    overrides: {},
    mergedInto: null,
    splitFrom: null,
    overlaps: [],
    created: now,
    updated: now,
    doc: '',
    bytes: 0,
  }
}
