/** RULES 5.8.5 Other booking: a movement may be a second booking of a movement on a path. */
import { isSameCity } from '../../places/place.js'
import type { Leg } from '../legs/leg.js'
import { mayShareTraveller } from '../legs/travellers.js'
import type { Path } from '../path.js'
import type { PathBuilder } from '../path-builder.js'
import { SAME_JOURNEY_WINDOW } from '../waiting-times.js'

/**
 * The path whose last movement `leg` repeats: same route and traveller, within 36 hours. If that movement had
 * ended, `leg` must not continue an open path. Without an open path, the last closed one is compared.
 */
export function findOtherBooking(builder: PathBuilder, leg: Leg): Path | undefined {
  const candidates = builder.open.length > 0 ? builder.open : builder.closed.slice(-1)
  return candidates.find(
    ({ lastMove, travellers }) =>
      lastMove !== null &&
      lastMove !== leg &&
      mayShareTraveller(travellers, leg.travellers) &&
      Math.abs(lastMove.start - leg.start) <= SAME_JOURNEY_WINDOW &&
      isSameCity(lastMove.from, leg.from) &&
      isSameCity(lastMove.to, leg.to) &&
      (lastMove.end > leg.start || !builder.hasPathContinuingWith(leg)),
  )
}
