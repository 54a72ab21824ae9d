/** Trips that ended long ago, for retention: the fold deletes them, because it holds members in memory. */
import type { Knex } from 'knex'
import type { Id } from '../../schemas/base/ids.js'
import { rowsOf } from '../pg/knex-rows.js'
import { LONG_STATEMENT_TIMEOUT } from '../pg/transaction.js'

export interface PastTrip {
  member: Id
  /** Null: segments that belong to no trip. */
  trip: Id | null
  /** Those that are not Deleted or Merged. */
  segments: Id[]
}

/** Member and id of the last trip and of the last segment without a trip that a search found. */
export interface PastTripPosition {
  trip: [member: Id, id: Id]
  segment: [member: Id, id: Id]
}

export const FIRST_PAST_TRIP: PastTripPosition = { trip: ['0', '0'], segment: ['0', '0'] }

/** Trips per call at most, and segments without a trip. */
const MAX_TRIPS = 500

const LIVE = "status not in ('Deleted', 'Merged')"
const AGED = "< now() - ? * interval '1 day'"

/** The fold refuses messages of closed members, whose rows an erasure deletes, and puts aside those of parked ones. */
const isFolded = (member: string): string => `
  exists (select from member m where m.id = ${member} and m.status <> 'Deleted')
  and not exists (select from parked_member p where p.member_id = ${member})`

/** A cancelled trip has no end of its own. */
const TRIPS = `
  select t.member_id::text as member, t.id::text as trip, array(
    select s.id::text from segment s where s.member_id = t.member_id and s.trip_id = t.id and s.${LIVE} order by s.id
  ) as segments
  from trip t
  where (t.member_id, t.id) > (?::bigint, ?::bigint) and t.${LIVE} and coalesce(t.end_at, t.updated) ${AGED}
    and ${isFolded('t.member_id')}
  order by t.member_id, t.id limit ${MAX_TRIPS}`

const UNFILED = `
  select member_id::text as member, null as trip, array_agg(id::text order by id) as segments from (
    select member_id, id from segment
    where (member_id, id) > (?::bigint, ?::bigint) and trip_id is null and ${LIVE}
      and coalesce(end_at, start_at, updated) ${AGED} and ${isFolded('segment.member_id')}
    order by member_id, id limit ${MAX_TRIPS}
  ) s group by member_id order by member_id`

/**
 * Some trips and segments after a position that ended `days` ago or earlier, and the position for the next call: that of
 * the first ones again once there are no more. A trip that the fold does not delete is therefore found again only after
 * all others. Reads both tables until it has found enough, so its statements may take up to a minute.
 */
export async function findPastTrips(
  knex: Knex,
  days: number,
  after: PastTripPosition,
): Promise<{ found: PastTrip[]; next: PastTripPosition }> {
  return await knex.transaction(async (trx) => {
    await trx.raw(LONG_STATEMENT_TIMEOUT)
    const trips = await rowsOf<PastTrip>(trx, TRIPS, [...after.trip, days])
    const unfiled = await rowsOf<PastTrip>(trx, UNFILED, [...after.segment, days])
    return {
      found: [...trips, ...unfiled],
      next: {
        trip: nextKey(trips.map(({ member, trip }) => [member, trip ?? '0'])),
        segment: nextKey(unfiled.flatMap(({ member, segments }) => segments.map((id) => [member, id]))),
      },
    }
  })
}

function nextKey(keys: Array<[member: Id, id: Id]>): [member: Id, id: Id] {
  const last = keys.at(-1)
  return last === undefined || keys.length < MAX_TRIPS ? ['0', '0'] : last
}
