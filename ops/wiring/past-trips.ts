import type { Knex } from 'knex'
import { findPastTrips } from '../../db/operator/past-trips.js'
import type { IdGenerator } from '../../schemas/base/ids.js'
import type { Edit } from '../../schemas/itinerary/edit.js'
import { encodeMessage, type MessageKind } from '../../schemas/stream/message.js'
import type { Publish } from '../../schemas/stream/publish-error.js'
import { memberSubject } from '../../schemas/stream/subjects.js'

/**
 * Asks the fold to delete trips that ended `days` ago or earlier: what was submitted about their segments is withdrawn,
 * then the trip is deleted. These are ordinary messages of the member's history, so that a member who is folded again
 * does not get the trip back; a second request for the same trip is refused. A report that comes later is a new segment,
 * which ends here again at the next run. Returns the number of trips, up to a limit a call.
 */
export async function deletePastTrips(
  knex: Knex,
  deps: { ids: IdGenerator; publish: Publish },
  days: number,
): Promise<number> {
  const past = await findPastTrips(knex, days)
  for (const { member, trip, segments } of past) {
    const send = async (kind: MessageKind, body: object): Promise<void> => {
      const batch = deps.ids.next()
      const bytes = new TextEncoder().encode(JSON.stringify(body))
      const message = encodeMessage({ v: 1, kind, batch, received: Date.now() }, bytes)
      await deps.publish(message, memberSubject(member), `${member}:${batch}`)
    }
    for (const id of segments) await send('withdraw', { id })
    if (trip !== null) await send('edit', { do: 'trip.delete', trip } satisfies Edit)
  }
  return past.length
}
