/** RULES 5.3 and 5.4: the leg of a live segment. */
import type { Id } from '../../../../schemas/base/ids.js'
import { normaliseLocator } from '../../../../schemas/base/locator.js'
import { TRIP_TRAITS } from '../../../../schemas/segment/catalog.js'
import type { SegmentType } from '../../../../schemas/segment/fields/segment-types.js'
import { SEGMENT_KINDS } from '../../../../schemas/segment/segment-kinds.js'
import type { PlaceFieldNames } from '../../../../schemas/segment/segment-kinds.js'
import { HOUR, MINUTE } from '../../lib/local-time.js'
import { MAX_SPEED_KMH } from '../../lib/max-speeds.js'
import type { MergedSegment } from '../../merge/merged-segment.js'
import { distanceKm, NEAR_KM } from '../../places/distance.js'
import { distanceBetween, isFartherThan } from '../../places/place.js'
import type { Place, Spot } from '../../places/place.js'
import type { Person } from '../../../../schemas/itinerary/person.js'
import { latestMoment } from '../../statement/moment.js'
import type { Moment } from '../../statement/moment.js'
import { textOf, THREE_LETTER_CODE } from '../../statement/statement-place.js'
import { isLodging } from './leg.js'
import type { Leg, LegKind } from './leg.js'

const MAX_TRANSFER_KM = 50
const DAY_MINUTES = 1440
/** Time around a movement that its duration does not include. */
const BOARDING_HOURS = 1

/** The leg of a segment; null if it has no start. */
export function legFromSegment(id: Id, merged: MergedSegment): Leg | null {
  const { start, end, portCalls } = merged.statement
  if (start === null) return null
  const kind = legKind(merged)
  const last = lastMoment(kind, start, end)
  const [from, to] = legPlaces(merged, kind, (latestMoment(last).instant - start.instant) / HOUR)
  const leg: Leg = {
    id,
    type: merged.type,
    kind,
    start: start.instant,
    end: Math.max(start.instant, last.instant),
    orderAt: start.instant,
    startDay: Math.floor(start.wall / DAY_MINUTES),
    endDay: Math.floor(last.wall / DAY_MINUTES),
    from,
    to,
    wallMinutes: [start.wall, last.wall],
    hasPlaceZone: start.zone === null || start.zone === merged.statement.from?.spots[0]?.zone,
    travellers: distinctTravellers(merged.travellers),
    locators: merged.bookings.flatMap((b) => normaliseLocator(b.confirmation_no) ?? []),
    name: nameOf(merged),
    reportedAt: NaN,
  }
  if (portCalls !== null) leg.portCalls = portCalls
  if (start.dateOnly || last.dateOnly) leg.dateOnly = [start.dateOnly, last.dateOnly]
  if (kind === 'movement' && (from === null || to === null)) {
    const codes = unknownCodes(merged)
    if (codes[0] !== null || codes[1] !== null) leg.unknownCodes = codes
  }
  if (kind === 'movement') completeTimes(leg, start, end)
  leg.orderAt = orderInstant(leg, start.timed)
  return leg
}

/** The end of the leg, or its start if no later end is known. What happens at one place on a date lasts all day. */
function lastMoment(kind: LegKind, start: Moment, end: Moment | null): Moment {
  const last = end === null || latestMoment(end).instant < start.instant ? start : end
  return kind === 'point' || kind === 'support' ? latestMoment(last) : last
}

/** Airport codes of ends that are not known by any of their fields. */
function unknownCodes({ type, statement, fields }: MergedSegment): [string | null, string | null] {
  const kind = SEGMENT_KINDS[type]
  const codeOf = (names: PlaceFieldNames | null, place: Place | null): string | null => {
    if (place !== null || names?.format !== 'code') return null
    const code = textOf(fields, names.text)?.toUpperCase() ?? ''
    return THREE_LETTER_CODE.test(code) ? code : null
  }
  return [codeOf(kind.from, statement.from), codeOf(kind.to, statement.to)]
}

/** RULES 5.3 */
function legKind(merged: MergedSegment): LegKind {
  const { from, to } = merged.statement
  const rule = TRIP_TRAITS[merged.type].leg
  switch (rule) {
    case 'rental':
      return isFartherThan(from, to, NEAR_KM) ? 'movement' : 'stay'
    case 'ride':
      return (distanceBetween(from, to) ?? 0) > MAX_TRANSFER_KM ? 'movement' : 'point'
    default:
      return rule
  }
}

/** Both ends of the leg. Those of a movement are narrowed to one spot each (RULES N5a). */
function legPlaces(merged: MergedSegment, kind: LegKind, hours: number): [Place | null, Place | null] {
  const { from, to } = merged.statement
  if (kind !== 'movement') return [from, to ?? from]
  if (from !== null && from.spots.length === 1) return [from, reachableEnd(to, from, hours, merged.type)]
  const end = to !== null && to.spots.length > 1 ? { spots: [to.spots[0] as Spot] } : to
  return [reachableEnd(from, end, hours, merged.type), end]
}

/**
 * A movement's end narrowed to its first spot that can be reached from the other end in the time. Only a cruise
 * ends where it began.
 */
function reachableEnd(
  place: Place | null,
  other: Place | null,
  hours: number,
  type: SegmentType,
): Place | null {
  if (place === null || place.spots.length === 1) return place
  const from = other?.spots[0]
  const limit = MAX_SPEED_KMH[type] * (hours + BOARDING_HOURS)
  const isReachable = (spot: Spot): boolean => {
    const km = from === undefined ? 0 : distanceKm(spot, from)
    return (km > 1 || TRIP_TRAITS[type].isTripItself) && km <= limit
  }
  return { spots: [place.spots.find(isReachable) ?? (place.spots[0] as Spot)] }
}

function distinctTravellers(travellers: readonly Person[]): Person[] {
  const distinct: Person[] = []
  for (const who of travellers)
    if (!distinct.some((p) => p.family === who.family && p.given === who.given)) distinct.push(who)
  return distinct
}

function nameOf({ fields, type }: MergedSegment): string {
  const { legName } = SEGMENT_KINDS[type]
  const name = fields.get(legName) ?? null
  return name === null ? type : String(name)
}

/** RULES 5.4: a movement without a time stands at noon; one without an arrival gets a duration. */
function completeTimes(leg: Leg, start: Moment, end: Moment | null): void {
  if (start.timed) {
    if (end === null || end.dateOnly) leg.end = Math.max(leg.end, leg.start + minimumDuration(leg))
    return
  }
  const noon = leg.start + (DAY_MINUTES / 2) * MINUTE
  const isArrivalKnown = end !== null && end.timed
  if (!isArrivalKnown) leg.end = Math.max(noon, leg.end)
  leg.start = Math.min(noon, leg.end)
}

/** Milliseconds that a fast service takes between the ends, in whole minutes. */
function minimumDuration({ type, from, to }: Leg): number {
  const speed = TRIP_TRAITS[type].speeds?.fast ?? null
  return speed === null ? 0 : Math.round(((distanceBetween(from, to) ?? 0) / speed) * 60) * MINUTE
}

/** RULES 5.4: a hotel, and a car without a pickup time, stand at the end of their first day. */
function orderInstant(leg: Leg, timed: boolean): number {
  if (leg.kind !== 'stay' || (!isLodging(leg) && timed)) return leg.start
  if (leg.startDay === leg.endDay) return isLodging(leg) ? leg.start : Math.max(leg.start, leg.end - MINUTE)
  return leg.start + (leg.startDay * DAY_MINUTES + DAY_MINUTES - 1 - leg.wallMinutes[0]) * MINUTE
}
