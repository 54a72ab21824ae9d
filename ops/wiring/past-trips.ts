import type { Knex } from 'knex'
import { findPastTrips, type PastTripPosition } from '../../db/operator/past-trips.js'
import type { IdGenerator } from '../../schemas/base/ids.js'
import type { Edit } from '../../schemas/itinerary/edit.js'
import { encodeMessage, type MessageKind } from '../../schemas/stream/message.js'
import type { Publish } from '../../schemas/stream/publish-error.js'
import { memberSubject } from '../../schemas/stream/subjects.js'

/**
 * Asks the fold to delete trips that ended `days` ago or earlier: what was submitted about their segments is withdrawn,
 * then the trip is deleted. These are ordinary messages of the member's history, so that a member who is folded again
 * does not get the trip back; a second request for the same trip is refused. A report that comes later is a new segment,
 * which the next run deletes. Ends early, after a whole trip, once `stop` is aborted. Returns the number of trips, up to a
 * limit a call, and the position after them for the next call.
 */
export async function deletePastTrips(
  knex: Knex,
  deps: { ids: IdGenerator; publish: Publish; stop: AbortSignal },
  days: number,
  after: PastTripPosition,
): Promise<{ trips: number; next: PastTripPosition }> {
  const { found, next } = await findPastTrips(knex, days, after)
  let trips = 0
  for (const { member, trip, segments } of found) {
    if (deps.stop.aborted) break
    const send = async (kind: MessageKind, body: object): Promise<void> => {
      const batch = deps.ids.next()
      const bytes = new TextEncoder().encode(JSON.stringify(body))
      const message = encodeMessage({ v: 1, kind, batch, received: Date.now() }, bytes)
      await deps.publish(message, memberSubject(member), `${member}:${batch}`)
    }
    for (const id of segments) await send('withdraw', { id })
    if (trip !== null) await send('edit', { do: 'trip.delete', trip } satisfies Edit)
    trips += 1
  }
  return { trips, next }
}
