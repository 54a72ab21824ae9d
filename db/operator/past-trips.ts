/** Trips that ended long ago, for retention: the fold deletes them, because it holds members in memory. */
import type { Knex } from 'knex'
import type { Id } from '../../schemas/base/ids.js'
import { LONG_STATEMENT_TIMEOUT } from '../pg/transaction.js'

export interface PastTrip {
  member: Id
  /** Null: segments that belong to no trip. */
  trip: Id | null
  /** Those that are not Deleted or Merged. */
  segments: Id[]
}

/** Trips per call at most. */
const MAX_TRIPS = 500

const LIVE = "status not in ('Deleted', 'Merged')"
const AGED = "< now() - ? * interval '1 day'"

/** A cancelled trip has no end of its own. */
const TRIPS = `
  select t.member_id::text as member, t.id::text as trip, array(
    select s.id::text from segment s where s.member_id = t.member_id and s.trip_id = t.id and s.${LIVE} order by s.id
  ) as segments
  from trip t where t.${LIVE} and coalesce(t.end_at, t.updated) ${AGED}
  limit ${MAX_TRIPS}`

const UNFILED = `
  select member_id::text as member, null as trip, array_agg(id::text order by id) as segments from (
    select member_id, id from segment
    where trip_id is null and ${LIVE} and coalesce(end_at, start_at, updated) ${AGED}
    limit ${MAX_TRIPS}
  ) s group by member_id`

/**
 * Some trips and segments that ended `days` ago or earlier. Reads both tables until it has found enough, so its
 * statements may take up to a minute.
 */
export async function findPastTrips(knex: Knex, days: number): Promise<PastTrip[]> {
  return await knex.transaction(async (trx) => {
    await trx.raw(LONG_STATEMENT_TIMEOUT)
    const { rows: trips } = (await trx.raw(TRIPS, [days])) as { rows: PastTrip[] }
    const { rows: unfiled } = (await trx.raw(UNFILED, [days])) as { rows: PastTrip[] }
    return [...trips, ...unfiled]
  })
}
