/** RULES 6.7 Connections: movements of a trip that the traveller changes to from the one before. */
import { inOrder } from '../../itinerary/lib/in-order.js'
import type { Id } from '../../../schemas/base/ids.js'
import { TRIP_TRAITS } from '../../../schemas/segment/catalog.js'
import { compareLegs } from '../../itinerary/grouping/legs/compare-legs.js'
import { hasArrivalTime, isTimed } from '../../itinerary/grouping/legs/day-chain.js'
import { isFlight, isRental, isRide } from '../../itinerary/grouping/legs/leg.js'
import type { Leg } from '../../itinerary/grouping/legs/leg.js'
import { mayShareTraveller } from '../../itinerary/grouping/legs/travellers.js'
import { canContinueFrom } from '../../itinerary/grouping/path.js'
import { DAY, HOUR, MINUTE } from '../../itinerary/lib/local-time.js'
import { isSameCity } from '../../itinerary/places/place.js'
import type { Connection, SegmentState } from './segment-state.js'

/** The wait from which on it is a stop of its own. */
const FLIGHTS_ACROSS_BORDER = DAY
const GROUND_TO_GROUND = 4 * HOUR
const OTHER_CHANGE = 6 * HOUR

const NO_CONNECTION: Connection = { isConnection: false, minutes: null }

/** For each segment of a trip, whether it is reached by a connection and how many minutes that takes. */
export function findConnections(segments: readonly SegmentState[]): Map<Id, Connection> {
  const connections = new Map<Id, Connection>()
  for (const segment of segments) connections.set(segment.id, NO_CONNECTION)
  const legs = segments.flatMap(({ leg, placedLeg }) => (leg === null ? [] : [placedLeg ?? leg]))
  const moves = inOrder(
    legs.filter((leg) => leg.kind === 'movement'),
    compareLegs,
  )
  const others = inOrder(
    legs.filter((leg) => leg.kind !== 'movement' && !mayLieBetween(leg)),
    (a, b) => a.start - b.start,
  )
  /** Movements and other legs of the last day before the current movement. */
  let recentMoves: Leg[] = []
  let recentOthers: Leg[] = []
  let next = 0
  for (const leg of moves) {
    for (; next < others.length && (others[next] as Leg).start < leg.start; next++)
      recentOthers.push(others[next] as Leg)
    recentMoves = recentMoves.filter((other) => other.end > leg.start - DAY)
    recentOthers = recentOthers.filter((other) => other.end > leg.start - DAY)
    const previous = previousMove(recentMoves, leg)
    if (
      previous !== null &&
      isConnection(previous, leg) &&
      isWaitFree(previous, leg, recentMoves, recentOthers)
    )
      connections.set(leg.id, { isConnection: true, minutes: minutesBetween(previous, leg) })
    recentMoves.push(leg)
  }
  return connections
}

/** True for what a traveller may do during a connection without leaving it. */
function mayLieBetween(leg: Leg): boolean {
  return isRide(leg) || leg.kind === 'support' || TRIP_TRAITS[leg.type].isPresenceOnly
}

/** The movement of the same traveller that arrived last. */
function previousMove(moves: readonly Leg[], leg: Leg): Leg | null {
  let previous: Leg | null = null
  for (const move of moves) {
    if (move.end > leg.start || !mayShareTraveller(move.travellers, leg.travellers)) continue
    if (previous === null || move.end >= previous.end) previous = move
  }
  return previous
}

/** True if `leg` goes on, soon enough, from where `previous` arrived. */
function isConnection(previous: Leg, leg: Leg): boolean {
  return (
    !isRental(previous) &&
    !isRental(leg) &&
    isSamePlace(previous, leg) &&
    !isSameCity(previous.from, leg.to) &&
    isTimed(leg) &&
    leg.start - previous.end < longestWait(previous, leg)
  )
}

/** In one city, or at two airports that are near. */
function isSamePlace(previous: Leg, leg: Leg): boolean {
  if (previous.to === null || leg.from === null) return false
  if (isSameCity(previous.to, leg.from)) return true
  return isFlight(previous) && isFlight(leg) && canContinueFrom(previous.to, leg.from)
}

function longestWait(previous: Leg, leg: Leg): number {
  const flights = [previous, leg].filter(isFlight)
  if (flights.length === 2 && flights.some(crossesBorder)) return FLIGHTS_ACROSS_BORDER
  return flights.length === 0 ? GROUND_TO_GROUND : OTHER_CHANGE
}

function crossesBorder({ from, to }: Leg): boolean {
  const [left, right] = [from?.spots[0]?.country ?? null, to?.spots[0]?.country ?? null]
  return left !== null && right !== null && left !== right
}

/** True if nothing is booked at that place, and no other movement starts, between arrival and departure. */
function isWaitFree(previous: Leg, leg: Leg, moves: readonly Leg[], others: readonly Leg[]): boolean {
  const place = previous.to
  return (
    !others.some((other) => other.end > previous.end && canContinueFrom(other.from, place)) &&
    !moves.some(
      (other) =>
        other !== previous &&
        other.start >= previous.end &&
        mayShareTraveller(other.travellers, leg.travellers),
    )
  )
}

/** Null if the arrival of `previous` is only estimated. */
function minutesBetween(previous: Leg, leg: Leg): number | null {
  const [departure, arrival] = previous.wallMinutes
  const isEstimated = arrival === departure || previous.dateOnly?.[1] === true || !isTimed(previous)
  return isEstimated && !hasArrivalTime(previous) ? null : Math.round((leg.start - previous.end) / MINUTE)
}
