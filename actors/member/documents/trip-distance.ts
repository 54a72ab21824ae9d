/** RULES 5.8.1: how far a trip goes, each way counted once. */
import { covers } from '../../itinerary/grouping/rules/through-ticket.js'
import type { Leg } from '../../itinerary/grouping/legs/leg.js'
import { distanceKm } from '../../itinerary/places/distance.js'
import type { SegmentState } from '../segments/segment-state.js'

/** Kilometres of the movements of live segments, without second bookings and the parts of a journey reported whole. */
export function kilometresOf(live: readonly SegmentState[]): number {
  const moves = live.flatMap(({ placedLeg, groupingReason }) =>
    placedLeg?.kind === 'movement' && groupingReason !== 'other-booking'
      ? { leg: placedLeg, isOnThroughTicket: groupingReason === 'through-ticket' }
      : [],
  )
  const tickets = moves.filter(({ isOnThroughTicket }) => isOnThroughTicket)
  const isPart = (leg: Leg, isOnThroughTicket: boolean): boolean =>
    (isOnThroughTicket ? moves : tickets).some(
      (other) => other.leg !== leg && other.leg.type === leg.type && covers(other.leg, leg),
    )
  let km = 0
  for (const { leg, isOnThroughTicket } of moves) {
    const [from, to] = [leg.from?.spots[0], leg.to?.spots[0]]
    if (from === undefined || to === undefined) continue
    if (tickets.length > 0 && isPart(leg, isOnThroughTicket)) continue
    km += distanceKm(from, to)
  }
  return km
}
