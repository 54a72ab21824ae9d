/** RULES N8: when a trip left home and returned. A hotel time outside these bounds does not count. */
import type { Homes } from '../places/home.js'
import { isSameCity } from '../places/place.js'
import { isLodging } from './legs/leg.js'
import type { Leg } from './legs/leg.js'

/** Instants of leaving home and of returning; infinite if the legs of the trip do not show them. */
export interface HomeBounds {
  leftAt: number
  returnedAt: number
}

export function homeBounds(legs: readonly Leg[], homes: Homes): HomeBounds {
  let first: Leg | null = null
  let last: Leg | null = null
  for (const leg of legs) {
    if (leg.kind !== 'movement') continue
    if (first === null || leg.start < first.start) first = leg
    if (last === null || leg.end > last.end) last = leg
  }
  // RULES 5.2.2: home is where the journey began.
  const isRoundTrip = !homes.areGiven && first !== last && isSameCity(first?.from ?? null, last?.to ?? null)
  return {
    leftAt: first !== null && (homes.isLeftBy(first) || isRoundTrip) ? first.start : -Infinity,
    returnedAt: last !== null && (homes.isReachedBy(last) || isRoundTrip) ? last.end : Infinity,
  }
}

/** True if a hotel time at `instant` does not extend the trip, because the guest is at home then. */
export function isGuestAtHome(leg: Leg, instant: number, bounds: HomeBounds, homes: Homes): boolean {
  const { leftAt, returnedAt } = bounds
  return (
    isLodging(leg) &&
    (instant < leftAt || instant > returnedAt) &&
    leg.start < returnedAt &&
    leg.end > leftAt &&
    !homes.contains(leg.from, leg.startDay)
  )
}
