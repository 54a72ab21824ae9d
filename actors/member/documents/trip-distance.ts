/** RULES 5.8.1: how far a trip goes, each way counted once. */
import { covers, sharesDeparture } from '../../itinerary/grouping/rules/through-ticket.js'
import { distanceKm } from '../../itinerary/places/distance.js'
import { segmentEnds } from '../segments/segment-ends.js'
import type { SegmentState } from '../segments/segment-state.js'

/**
 * Kilometres of the movements of live segments, without second bookings and the parts of a journey reported whole. Of
 * one whose arrival is not known the parts count instead.
 */
export function kilometresOf(live: readonly SegmentState[]): number {
  let moves = live.flatMap((segment) => {
    const { placedLeg: leg, groupingReason } = segment
    if (leg?.kind !== 'movement' || groupingReason === 'other-booking') return []
    return { segment, leg, isOnThroughTicket: groupingReason === 'through-ticket' }
  })
  let tickets = moves.filter(({ isOnThroughTicket }) => isOnThroughTicket)
  if (tickets.length > 0) {
    const all = moves
    moves = all.filter(
      ({ segment, leg, isOnThroughTicket }) =>
        !isOnThroughTicket ||
        segmentEnds(segment).end !== null ||
        !all.some((other) => other.leg !== leg && sharesDeparture(leg, other.leg)),
    )
    tickets = moves.filter(({ isOnThroughTicket }) => isOnThroughTicket)
  }
  let km = 0
  for (const { leg, isOnThroughTicket } of moves) {
    const [from, to] = [leg.from?.spots[0], leg.to?.spots[0]]
    if (from === undefined || to === undefined) continue
    const wholes = isOnThroughTicket ? moves : tickets
    if (wholes.some((other) => other.leg !== leg && other.leg.type === leg.type && covers(other.leg, leg)))
      continue
    km += distanceKm(from, to)
  }
  return km
}
