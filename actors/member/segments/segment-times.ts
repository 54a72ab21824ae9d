import type { Moment } from '../../itinerary/statement/moment.js'
import type { SegmentState } from './segment-state.js'

export interface SegmentTimes {
  start: Moment | null
  end: Moment | null
}

/**
 * When a segment starts and ends; null where no source has them. If grouping resolved an ambiguous place
 * (RULES N5a), the times are those of that place's zone, not of the namesake the statement alone would mean.
 */
export function segmentTimes({ merged, placedLeg, leg }: SegmentState): SegmentTimes {
  const start = merged?.statement.start ?? null
  const end = merged?.statement.end ?? null
  if (start === null || placedLeg === null || placedLeg === leg || !placedLeg.hasPlaceZone)
    return { start, end }
  const zone = placedLeg.from?.spots[0]?.zone ?? null
  if (zone === null) return { start, end }
  return {
    start: { ...start, instant: placedLeg.start, zone },
    end: end === null ? null : { ...end, instant: placedLeg.end, zone },
  }
}
