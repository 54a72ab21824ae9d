/** RULES 5.8.7 Ride to or from the airport: any movement but a flight between home and an unknown place. */
import { isFlight } from '../legs/leg.js'
import type { Leg } from '../legs/leg.js'
import { mayShareTraveller } from '../legs/travellers.js'
import type { PathBuilder } from '../path-builder.js'
import { CLOCK_TOLERANCE, HOME_CONNECTION } from '../waiting-times.js'

/** True if `leg` goes to an unknown place and the traveller leaves home less than four hours later. */
export function isRideToAirport(builder: PathBuilder, leg: Leg, index: number): boolean {
  if (leg.to !== null || isFlight(leg)) return false
  const next = builder.nextMovement(index + 1, leg.travellers)
  if (next === null || !builder.homes.isLeftBy(next)) return false
  const wait = next.start - leg.end
  return wait >= -CLOCK_TOLERANCE && wait < HOME_CONNECTION
}

/**
 * True if `leg` comes from an unknown place and a path of the traveller has come home less than four hours ago:
 * those that came home earlier are closed before any rule is asked (RULES 5.6).
 */
export function isRideFromAirport(builder: PathBuilder, leg: Leg): boolean {
  if (leg.from !== null || isFlight(leg)) return false
  return builder.open.some(
    (path) =>
      path.returnedAt !== null &&
      mayShareTraveller(path.travellers, leg.travellers) &&
      leg.start - path.returnedAt >= -CLOCK_TOLERANCE,
  )
}
