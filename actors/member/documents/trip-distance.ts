/** RULES 5.8.1: how far a trip goes, each way counted once. */
import { covers, sharesDeparture } from '../../itinerary/grouping/rules/through-ticket.js'
import type { Leg } from '../../itinerary/grouping/legs/leg.js'
import { distanceKm } from '../../itinerary/places/distance.js'
import { segmentEnds } from '../segments/segment-ends.js'
import type { SegmentState } from '../segments/segment-state.js'

/** A movement that is travelled. */
export interface Travelled {
  segment: SegmentState
  leg: Leg
}

/**
 * The movements of live segments that are travelled: no second bookings, and a journey reported whole without its
 * parts. Of one whose arrival is not known the parts count instead.
 */
export function travelledOf(live: readonly SegmentState[]): Travelled[] {
  const moves = live.flatMap((segment) => {
    const { placedLeg: leg, groupingReason } = segment
    if (leg?.kind !== 'movement' || groupingReason === 'other-booking') return []
    return { segment, leg, isOnThroughTicket: groupingReason === 'through-ticket' }
  })
  if (moves.every(({ isOnThroughTicket }) => !isOnThroughTicket)) return moves
  const counted = moves.filter(
    ({ segment, leg, isOnThroughTicket }) =>
      !isOnThroughTicket ||
      segmentEnds(segment).end !== null ||
      !moves.some((other) => other.leg !== leg && sharesDeparture(leg, other.leg)),
  )
  const tickets = counted.filter(({ isOnThroughTicket }) => isOnThroughTicket)
  return counted.filter(
    ({ leg, isOnThroughTicket }) =>
      !(isOnThroughTicket ? counted : tickets).some(
        (other) => other.leg !== leg && other.leg.type === leg.type && covers(other.leg, leg),
      ),
  )
}

/** Kilometres of the movements that are travelled. */
export function kilometresOf(live: readonly SegmentState[]): number {
  let km = 0
  for (const { leg } of travelledOf(live)) {
    const [from, to] = [leg.from?.spots[0], leg.to?.spots[0]]
    if (from !== undefined && to !== undefined) km += distanceKm(from, to)
  }
  return km
}
