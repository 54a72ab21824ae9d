/**
 * The end of a member's grant by its age: the developer of an application may set after how many days a
 * connection ends for good (oauth.md 5.3). The grant ends as a whole: codes, refresh tokens and access tokens,
 * pending deliveries, calendar addresses.
 */
import type { Knex } from 'knex'
import { rowsOf } from '../pg/knex-rows.js'
import { revokeGrants } from './grants.js'

/** Key of the advisory lock of the one node that ends grants at a time. */
const LOCK = 7_246_152
/** Grants per transaction. */
const MAX_GRANTS = 1_000

/**
 * SQL: when grant `g` of application `a` ends, null if never. The application's own grant has no age: all its
 * families share it.
 */
export const GRANT_END_SQL = `case when g.member_id is not null
  then g.created_at + make_interval(days => a.family_days) end`

/** SQL: the same in whole epoch seconds, rounded down, so that no token lives longer. */
export const GRANT_END_SECONDS_SQL = `floor(extract(epoch from ${GRANT_END_SQL}))::float8`

/** SQL: grants past their end. */
const PAST_END = `id in (
  select g.id from app a cross join lateral (
    select id from oauth_grant
    where client_id = a.client_id and member_id is not null and revoked_at is null
      and created_at <= clock_timestamp() - make_interval(days => a.family_days)
    order by created_at limit ${MAX_GRANTS}
  ) g
  where a.family_days is not null limit ${MAX_GRANTS})`

/** Why such a grant is revoked. */
export const PAST_END_REASON = 'past the days that its application allows'

/** Revokes every grant that is past its end; returns their number, 0 also while another node is at it. */
export async function endExpiredGrants(knex: Knex): Promise<number> {
  let ended = 0
  for (;;) {
    const count = await endSome(knex)
    ended += count
    if (count < MAX_GRANTS) return ended
  }
}

async function endSome(knex: Knex): Promise<number> {
  return await knex.transaction(async (trx) => {
    const [lock] = await rowsOf<{ mine: boolean }>(trx, 'select pg_try_advisory_xact_lock(?) as mine', [LOCK])
    if (lock?.mine !== true) return 0
    return (await revokeGrants(trx, PAST_END, [], PAST_END_REASON)).length
  })
}
