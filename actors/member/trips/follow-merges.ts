import type { Id } from '../../../schemas/base/ids.js'
import type { MemberState, TripState } from '../model.js'

const MAX_HOPS = 20

/** The trip an id means today: itself, or what it was merged into. Null if there is no such trip. */
export function followMerges(state: MemberState, id: Id): TripState | null {
  let trip = state.trips.get(id) ?? null
  for (let hops = 0; trip !== null && trip.mergedInto !== null && hops < MAX_HOPS; hops++)
    trip = state.trips.get(trip.mergedInto) ?? null
  return trip
}
