/** A live segment as grouping sees it (RULES 5.3). */
import type { Id } from '../../../../schemas/base/ids.js'
import { instantsOf } from '../../../../schemas/base/time-zone.js'
import { TRIP_TRAITS } from '../../../../schemas/segment/catalog.js'
import type { SegmentType } from '../../../../schemas/segment/fields/segment-types.js'
import { MINUTE } from '../../lib/local-time.js'
import type { Place, Spot } from '../../places/place.js'
import type { PortCall } from '../../statement/port-calls.js'
import type { Traveller } from './travellers.js'

export type LegKind = 'movement' | 'stay' | 'point' | 'support'

export interface Leg {
  id: Id
  type: SegmentType
  kind: LegKind
  /** Epoch milliseconds of both ends. */
  start: number
  end: number
  /** Instant by which it is ordered (RULES 5.4): for a hotel the end of its first day. */
  orderAt: number
  /** Local day numbers (days since 1970). */
  startDay: number
  endDay: number
  from: Place | null
  to: Place | null
  /** Codes of both ends that the reference data do not know; absent when there is none. */
  unknownCodes?: readonly [string | null, string | null]
  /** Ports on the way; absent when none is known. */
  portCalls?: PortCall[]
  /** Wall time of both ends, in minutes since 1970. */
  wallMinutes: [number, number]
  /** Which of its ends are known by their date only; absent if neither is (RULES N6). */
  dateOnly?: [start: boolean, end: boolean]
  /** Whether its time zones come from its place, and change with it. */
  hasPlaceZone: boolean
  /** Travellers named on it; empty when none is. */
  travellers: Traveller[]
  locators: string[]
  name: string
  /** When its first statement was received, epoch milliseconds; not stored with the leg, and NaN until it is set. */
  reportedAt: number
}

/** True for nights at a place. */
export function isLodging({ type }: Leg): boolean {
  return TRIP_TRAITS[type].leg === 'stay'
}

/** True for a rented vehicle, whether it is returned where it was picked up or not. */
export function isRental({ type }: Leg): boolean {
  return TRIP_TRAITS[type].leg === 'rental'
}

/** True for a ride, long or short. */
export function isRide({ type }: Leg): boolean {
  return TRIP_TRAITS[type].leg === 'ride'
}

export function isFlight({ type }: Leg): boolean {
  return TRIP_TRAITS[type].by === 'air'
}

/** The leg with its place decided: its instants are those of that place (RULES N5a). */
export function withSpot(leg: Leg, spot: Spot): Leg {
  const place: Place = { spots: [spot] }
  const placed: Leg = { ...leg, from: place, to: place }
  if (!leg.hasPlaceZone || spot.zone === null) return placed
  const start = instantsOf(leg.wallMinutes[0] * MINUTE, spot.zone)?.[0]
  const end = instantsOf(leg.wallMinutes[1] * MINUTE, spot.zone)?.at(-1)
  if (start !== undefined && end !== undefined) {
    placed.orderAt += start - leg.start
    placed.start = start
    placed.end = Math.max(start, end)
  }
  return placed
}
