/** Why a trip begins, ends and is called so, in sentences that can be read out; the rule is in brackets. */
import type { DestinationStop } from '../../actors/itinerary/grouping/destination.js'
import { namingRuleOf, stopName } from '../../actors/itinerary/naming/display-name.js'
import type { NamedTrip, NamingRule } from '../../actors/itinerary/naming/display-name.js'
import { isSameCity } from '../../actors/itinerary/places/place.js'
import type { Moment } from '../../actors/itinerary/statement/moment.js'
import { namedTripOf } from '../../actors/member/documents/trip-document.js'
import { tripSpan } from '../../actors/member/documents/trip-span.js'
import type { MemberState, TripState } from '../../actors/member/model.js'
import type { SegmentState } from '../../actors/member/segments/segment-state.js'
import { segmentEnds } from '../../actors/member/segments/segment-ends.js'
import { counted, inCity, listed, onDate, theSegment } from './written.js'

/** The sentences of a trip: begin, end, name. An empty trip has only the last one. */
export function tripSentences(state: MemberState, trip: TripState): string[] {
  const segments = trip.segmentIds.flatMap((id) => state.segments.get(id) ?? [])
  const live = segments.filter((segment) => segment.leg !== null)
  const span = tripSpan(state, trip.overrides, live, state.timeline.homes)
  const name = nameSentence(state, trip, segments)
  if (span === null || live.length === 0) return [name]
  return [beginSentence(state, trip, live, span.begin), endSentence(state, trip, live, span.end), name]
}

function beginSentence(
  state: MemberState,
  { overrides }: TripState,
  live: readonly SegmentState[],
  begin: Moment,
): string {
  if (overrides.begin_datetime != null)
    return `The trip begins ${onDate(begin)}, because the traveller has set this date. (5.16)`
  const first = live.find((segment) => segmentEnds(segment).start?.instant === begin.instant) ?? null
  if (first === null) return `The trip begins ${onDate(begin)}, when the traveller leaves home. (5.15)`
  const where = inCity((first.placedLeg ?? first.leg)?.from)
  const [because, rule] = beginReason(first, comesBack(live, state))
  return `The trip begins ${onDate(begin)}${where}, because ${because}. (${rule})`
}

function beginReason(first: SegmentState, isRoundTrip: boolean): [because: string, rule: string] {
  const it = theSegment(first)
  switch (first.groupingReason) {
    case 'left-home':
      return [`${it} leaves the home area there`, '5.8.8']
    case 'night-before':
      return [`${it} is the night before the departure`, '5.10.1']
    case 'staycation':
      return [`${it} begins, a stay at home without a journey`, '5.10.3']
    case 'home-rental':
      return [`${it}, rented at home, is picked up for it`, '5.11']
    default:
      if (isRoundTrip && first.leg?.kind === 'movement')
        return [`${it} leaves from there, and the journey comes back there at its end`, '5.2.2']
      return first.leg?.kind === 'movement'
        ? [`${it} is the first part that is known; how the traveller got there is not`, '5.8.10']
        : [`${it} begins then, and nothing before it is known`, '5.15']
  }
}

function endSentence(
  state: MemberState,
  { overrides }: TripState,
  live: readonly SegmentState[],
  end: Moment,
): string {
  if (overrides.end_datetime != null)
    return `It ends ${onDate(end)}, because the traveller has set this date. (5.16)`
  const last = live.findLast((segment) => endOf(segment)?.instant === end.instant) ?? null
  if (last === null) return `It ends ${onDate(end)}, when the traveller is back home. (5.15)`
  const where = inCity((last.placedLeg ?? last.leg)?.to)
  const [because, rule] = endReason(last, live, state)
  return `It ends ${onDate(end)}${where}, because ${because}. (${rule})`
}

/** True if a segment ends in the area of a known home. */
export function endsAtHome({ placedLeg, leg }: SegmentState, { timeline }: MemberState): boolean {
  const placed = placedLeg ?? leg
  return placed !== null && timeline.homes.isReturnPoint(placed.to, placed.endDay)
}

/** True for a trip whose way back leads to where it began, which is no known home (RULES 5.2.2). */
export function comesBack(live: readonly SegmentState[], state: MemberState): boolean {
  const last = live.findLast(({ leg }) => leg?.kind === 'movement')
  return last?.groupingReason === 'return' && !endsAtHome(last, state)
}

/** When a segment ends, as a trip counts it: its start if its end is not known. */
function endOf(segment: SegmentState): Moment | null {
  const { start, end } = segmentEnds(segment)
  return end !== null && start !== null && end.instant >= start.instant ? end : start
}

function endReason(
  last: SegmentState,
  live: readonly SegmentState[],
  state: MemberState,
): [because: string, rule: string] {
  const it = theSegment(last)
  switch (last.groupingReason) {
    case 'return':
      return endsAtHome(last, state)
        ? [`${it} comes back to the home area there`, '5.1']
        : [`${it} comes back to where the trip began`, '5.2.2']
    case 'staycation':
      return [`${it} ends, a stay at home without a journey`, '5.10.3']
    case 'home-rental':
      return [`${it}, rented at home, is returned then`, '5.11']
    default:
      return isBackAtStart(last, live)
        ? [`${it} comes back to where the trip began`, '5.7']
        : [lastKnown(last), '5.15']
  }
}

function lastKnown(last: SegmentState): string {
  const it = theSegment(last)
  return last.leg?.kind === 'movement'
    ? `${it} is the last part that is known, and no journey home follows`
    : `${it} ends then, and no journey home is known`
}

/** True for a movement that ends in the city where the trip began. */
function isBackAtStart(last: SegmentState, live: readonly SegmentState[]): boolean {
  const first = live.find((segment) => segment.leg?.kind === 'movement')
  const from = (first?.placedLeg ?? first?.leg)?.from ?? null
  const to = (last.placedLeg ?? last.leg)?.to ?? null
  return (
    last.leg?.kind === 'movement' && first !== last && from !== null && to !== null && isSameCity(from, to)
  )
}

function nameSentence(state: MemberState, trip: TripState, segments: readonly SegmentState[]): string {
  const document = trip.doc === '' ? {} : (JSON.parse(trip.doc) as Record<string, unknown>)
  const { headline, destination } = trip.overrides
  const name = `It is called "${String(document.headline ?? document.display_name)}"`
  if (headline != null) return `${name}, because the traveller has chosen this name. (6.1)`
  const named = namedTripOf(state, trip, segments, state.timeline.homes)
  const rule = named === null ? null : namingRuleOf(named)
  if (named === null || rule === null) {
    const what = destination == null ? 'nothing is in it' : 'the traveller has chosen this destination'
    return `${name}, because ${what}. (6.1)`
  }
  return `${name}, because ${NAME_REASONS[rule](named)}. (6.5)`
}

const NAME_REASONS: Readonly<Record<NamingRule, (trip: NamedTrip) => string>> = {
  'main-gathering': () => 'this event takes more than half of the trip',
  cruise: () => 'most of it is this cruise',
  move: () => 'the traveller moves there, and home is there from then on',
  staycation: () => 'it is a stay at home without a journey',
  cities: citiesReason,
  'first-gathering': () => 'no city of it is known, and this event is part of it',
  'first-segment': () => 'no city of it is known, and this is what it begins with',
}

function citiesReason({ stops, language }: NamedTrip): string {
  const nights = stops.reduce((sum, stop) => sum + stop.nights, 0)
  const nameOf = (stop: DestinationStop): string => stopName(stop, language) ?? 'a place without a name'
  if (stops.length > 1)
    return `it stops at ${listed(stops.map((stop) => `${nameOf(stop)} (${counted(stop.nights, 'night')})`))}`
  return nights === 0 ? 'that is where it goes, without a night' : nightsReason(nights)
}

function nightsReason(nights: number): string {
  return nights === 1 ? 'its one night is there' : `all of its ${nights} nights are there`
}
