/** When a trip begins and ends. */
import { normaliseText } from '../../../schemas/base/text.js'
import { instantsOf } from '../../../schemas/base/time-zone.js'
import type { TripFields } from '../../../schemas/itinerary/edit.js'
import { TRIP_TRAITS } from '../../../schemas/segment/catalog.js'
import { homeBounds, isGuestAtHome } from '../../itinerary/grouping/home-bounds.js'
import { DAY, MINUTE, wallDay, wallMinutes } from '../../itinerary/lib/local-time.js'
import type { Homes } from '../../itinerary/places/home.js'
import { isDateText, latestMoment } from '../../itinerary/statement/moment.js'
import type { Moment } from '../../itinerary/statement/moment.js'
import type { MemberState } from '../model.js'
import type { SegmentState } from '../segments/segment-state.js'
import { segmentEnds } from '../segments/segment-ends.js'

export interface TripSpan {
  begin: Moment
  end: Moment
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
  return first === null || last === null ? null : { begin: first, end: last }
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
  let end: Moment | null = null
  for (const segment of counted.length > 0 ? counted : segments) {
    const { placedLeg } = segment
    const isAtHome = (moment: Moment): boolean =>
      placedLeg !== null && isGuestAtHome(placedLeg, moment.instant, bounds, homes)
    const { start: first, end: reported } = segmentEnds(segment)
    const last =
      reported !== null && first !== null && latestMoment(reported).instant >= first.instant
        ? reported
        : first
    if (first !== null && !isAtHome(first) && (begin === null || first.instant < begin.instant)) begin = first
    if (last !== null && !isAtHome(last) && (end === null || isLater(last, end))) end = last
  }
  return begin === null || end === null ? null : { begin, end }
}

function isLater(a: Moment, b: Moment): boolean {
  return latestMoment(a).instant > latestMoment(b).instant
}
