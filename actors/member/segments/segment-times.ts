import { momentAt } from '../../itinerary/statement/moment.js'
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
    end: end === null ? null : endAt(end, placedLeg.end, zone),
  }
}

/** The end in the zone of its place; the leg of what happens on a date ends with the day. */
function endAt(end: Moment, instant: number, zone: string): Moment {
  return end.dateOnly
    ? (momentAt(end.wall, { ...end, zone, pick: 'last', otherZone: null }) as Moment)
    : { ...end, instant, zone }
}
