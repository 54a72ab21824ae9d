/** Where and when a segment starts and ends: what its statements say, and what grouping makes of that. */
import type { Place, Spot } from '../../itinerary/places/place.js'
import { latestMoment, momentAt } from '../../itinerary/statement/moment.js'
import type { Moment } from '../../itinerary/statement/moment.js'
import type { SegmentState } from './segment-state.js'

/** Null: no source says it, or nothing is known of what it says. */
export interface SegmentEnds {
  start: Moment | null
  end: Moment | null
  from: Spot | null
  to: Spot | null
}

/**
 * Both ends of a segment. If grouping resolved an ambiguous place (RULES N5a), it is that place, and the times are
 * those of its zone, not of the namesake that the statement alone would mean.
 */
export function segmentEnds({ merged, placedLeg, leg }: SegmentState): SegmentEnds {
  if (merged === null) return UNKNOWN
  const { start, end, from, to } = merged.statement
  const ends = { start, end, from: spotOf(placedLeg?.from ?? from), to: spotOf(placedLeg?.to ?? to) }
  if (start === null || placedLeg === null || placedLeg.from === leg?.from || !placedLeg.hasPlaceZone)
    return ends
  const zone = spotOf(placedLeg.from)?.zone ?? null
  if (zone === null) return ends
  return {
    ...ends,
    start: { ...start, instant: placedLeg.start, zone },
    end: end === null ? null : endAt(end, placedLeg.end, zone),
  }
}

/**
 * From when on a segment is past, epoch milliseconds: a date alone with its day, a movement without an arrival when a
 * fast service would arrive (RULES 5.4 and 5.15). Null if it has no start.
 */
export function segmentUntil(segment: SegmentState): number | null {
  const { start, end } = segmentEnds(segment)
  if (end !== null) return latestMoment(end).instant
  if (start === null) return null
  const { placedLeg } = segment
  const assumed = start.timed && placedLeg?.kind === 'movement' ? placedLeg.end : -Infinity
  return Math.max(latestMoment(start).instant, assumed)
}

const UNKNOWN: SegmentEnds = { start: null, end: null, from: null, to: null }

const spotOf = (place: Place | null): Spot | null => place?.spots[0] ?? null

/** The end in the zone of its place; the leg of what happens on a date ends with the day. */
function endAt(end: Moment, instant: number, zone: string): Moment {
  return end.dateOnly
    ? (momentAt(end.wall, { ...end, zone, pick: 'last', otherZone: null }) as Moment)
    : { ...end, instant, zone }
}
