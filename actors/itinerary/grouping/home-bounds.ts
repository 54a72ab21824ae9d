/** Between leaving home and being back there: nobody is in a house elsewhere before or after, whatever its hours (RULES N8: they are for ordering). */
import type { Homes } from '../places/home.js'
import type { Leg } from './leg.js'

/** Instants of leaving home and of coming back; infinite where the legs of a trip do not tell. */
export interface HomeBounds {
  leftAt: number
  returnedAt: number
}

export function homeBounds(legs: readonly Leg[], homes: Homes): HomeBounds {
  const moves = legs.filter((leg) => leg.kind === 'move')
  let [first, last] = [moves[0], moves[0]]
  for (const leg of moves) {
    if (leg.start < (first as Leg).start) first = leg
    if (leg.end > (last as Leg).end) last = leg
  }
  return {
    leftAt:
      first !== undefined && homes.isDeparturePoint(first.from, first.startDay) ? first.start : -Infinity,
    returnedAt: last !== undefined && homes.isReturnPoint(last.to, last.endDay) ? last.end : Infinity,
  }
}

/** Whether a hotel's check-in or check-out, at an instant, says nothing of the trip: its guest is at home then. */
export function isGuestAtHome(
  leg: Leg,
  at: number,
  { leftAt: left, returnedAt: back }: HomeBounds,
  homes: Homes,
): boolean {
  return (
    leg.type === 'Hotel' &&
    (at < left || at > back) &&
    leg.start < back &&
    leg.end > left &&
    !homes.contains(leg.from, leg.startDay)
  )
}
