/** When a trip begins and ends. */
import { normaliseText } from '../../../schemas/base/text.js'
import { instantsOf } from '../../../schemas/base/time-zone.js'
import type { TripFields } from '../../../schemas/itinerary/edit.js'
import { TRIP_TRAITS } from '../../../schemas/segment/catalog.js'
import { homeBounds, isGuestAtHome } from '../../itinerary/grouping/home-bounds.js'
import { DAY, MINUTE, wallAt, wallDay, wallMinutes } from '../../itinerary/lib/local-time.js'
import type { Homes } from '../../itinerary/places/home.js'
import { isDateText, latestMoment, momentAt } from '../../itinerary/statement/moment.js'
import type { Moment } from '../../itinerary/statement/moment.js'
import type { MemberState } from '../model.js'
import type { SegmentState } from '../segments/segment-state.js'
import { segmentEnds, segmentUntil } from '../segments/segment-ends.js'

const DAY_MINUTES = 1440

export interface TripSpan {
  begin: Moment
  end: Moment
  /** From when on it is past: epoch milliseconds. */
  until: number
}

/**
 * The begin and end to show: the member's own times where set, in the zone of the place or else of home. Null
 * if neither end is known.
 */
export function tripSpan(
  state: MemberState,
  overrides: TripFields,
  live: readonly SegmentState[],
  homes: Homes,
): TripSpan | null {
  const derived = derivedSpan(live, homes)
  const overridden = (text: unknown, moment: Moment | null): Moment | null => {
    const wall = wallMinutes(text)
    if (wall === null) return moment
    const zone =
      moment?.zone ?? homes.homeOn(wallDay(wall))?.zone ?? normaliseText(state.profile.time_zone_id)
    const [instant = wall * MINUTE] = zone === null ? [] : (instantsOf(wall * MINUTE, zone) ?? [])
    const dateOnly = isDateText(text)
    return { wall, instant, zone, timed: !dateOnly, dateOnly }
  }
  const begin = overridden(overrides.begin_datetime, derived?.begin ?? null)
  const end = overridden(overrides.end_datetime, derived?.end ?? null)
  const [first, last] = [begin ?? end, end ?? begin]
  if (first === null || last === null) return null
  const until = derived !== null && last === derived.end ? derived.until : latestMoment(last).instant
  return { begin: first, end: last, until }
}

/** The span in days, rounded to a tenth; an end that is known by its date only counts as its noon. */
export function durationInDays({ begin, end }: TripSpan): number {
  const middle = ({ instant, dateOnly }: Moment): number => instant + (dateOnly ? DAY / 2 : 0)
  return Math.max(0, Math.round(((middle(end) - middle(begin)) / DAY) * 10) / 10)
}

/**
 * RULES 5.15: first start and latest end of the live segments. Check-ins and parking count only if there is
 * nothing else; an end of a hotel stay at which its guest is at home never does. A date alone is its whole day.
 */
function derivedSpan(segments: readonly SegmentState[], homes: Homes): TripSpan | null {
  const bounds = homeBounds(
    segments.flatMap(({ placedLeg }) => placedLeg ?? []),
    homes,
  )
  const counted = segments.filter((segment) => TRIP_TRAITS[segment.type].spansTrip)
  let begin: Moment | null = null
  let end: SpanEnd | null = null
  for (const segment of counted.length > 0 ? counted : segments) {
    const { placedLeg } = segment
    const isAtHome = (moment: Moment): boolean =>
      placedLeg !== null && isGuestAtHome(placedLeg, moment.instant, bounds, homes)
    const { start: first, end: reported } = segmentEnds(segment)
    const last = reported === null ? assumedEnd(segment) : knownEnd(first, reported)
    if (first !== null && !isAtHome(first) && (begin === null || first.instant < begin.instant)) begin = first
    if (last !== null && !isAtHome(last.end) && (end === null || last.until > end.until)) end = last
  }
  return begin === null || end === null ? null : { begin, ...end }
}

type SpanEnd = Pick<TripSpan, 'end' | 'until'>

/** The end, unless it lies before the start. */
function knownEnd(start: Moment | null, end: Moment): SpanEnd | null {
  const last = start !== null && latestMoment(end).instant >= start.instant ? end : start
  return last === null ? null : { end: last, until: latestMoment(last).instant }
}

/** RULES 5.4 and 5.15: a movement without an arrival ends on the day on which a fast service would arrive. */
function assumedEnd(segment: SegmentState): SpanEnd | null {
  const { start, to } = segmentEnds(segment)
  const until = segmentUntil(segment)
  if (start === null || until === null) return null
  if (until <= latestMoment(start).instant) return { end: start, until }
  const zone = to?.zone ?? start.zone
  const wall = wallDay(wallAt(until, zone)) * DAY_MINUTES
  const end = momentAt(wall, { timed: false, dateOnly: true, zone, pick: 'first', otherZone: null })
  return end === null ? null : { end, until }
}
