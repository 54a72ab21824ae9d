/** Connections: movements of a trip that are reached by a change of less than 24 hours. */
import type { Id } from '../../../schemas/base/ids.js'
import { compareLegs } from '../../itinerary/grouping/legs/compare-legs.js'
import type { Leg } from '../../itinerary/grouping/legs/leg.js'
import { canContinueFrom } from '../../itinerary/grouping/path.js'
import { DAY, MINUTE } from '../../itinerary/lib/local-time.js'
import { isSameCity } from '../../itinerary/places/place.js'
import type { Connection, SegmentState } from './segment-state.js'

/**
 * For each segment of a trip, whether it is reached by a connection and how many minutes that takes. Going
 * back to where the previous movement came from is no connection, nor is a wait with a hotel in it.
 */
export function findConnections(segments: readonly SegmentState[]): Map<Id, Connection> {
  const connections = new Map<Id, Connection>()
  for (const segment of segments) connections.set(segment.id, { isConnection: false, minutes: null })
  const legs = segments.map((segment) => segment.leg).filter((leg): leg is Leg => leg !== null)
  const moves = legs.filter((leg) => leg.kind === 'movement').sort(compareLegs)
  const stays = legs.filter((leg) => leg.type === 'Hotel')
  for (let i = 1; i < moves.length; i++) {
    const [previous, leg] = [moves[i - 1] as Leg, moves[i] as Leg]
    const wait = leg.start - previous.end
    if (wait < 0 || wait >= DAY) continue
    if (!canContinueFrom(previous.to, leg.from) || isSameCity(previous.from, leg.to)) continue
    if (stays.some((stay) => stay.start < leg.start && stay.end > previous.end)) continue
    connections.set(leg.id, { isConnection: true, minutes: Math.round(wait / MINUTE) })
  }
  return connections
}
