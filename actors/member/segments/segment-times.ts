/** When a segment begins and ends, by the place its trip has settled it at (RULES N5a): a bare city name keeps no namesake's clock. */
import type { Moment } from '../../itinerary/statement/moment.js'
import type { SegmentState } from './segment-state.js'

export interface SegmentTimes {
  start: Moment | null
  end: Moment | null
}

/** Both ends of an item; null where nothing is told. */
export function segmentTimes({ merged, placedLeg: seen, leg }: SegmentState): SegmentTimes {
  const start = merged?.statement.start ?? null
  const end = merged?.statement.end ?? null
  const zone = seen?.from?.spots[0]?.zone ?? null
  if (start === null || seen === null || seen === leg || !seen.hasPlaceZone || zone === null)
    return { start, end }
  return {
    start: { ...start, instant: seen.start, zone },
    end: end === null ? null : { ...end, instant: seen.end, zone },
  }
}
