/** Grants of members to an application without a page, for operators and the first start. */
import type { Knex } from 'knex'
import { rowsOf } from '../pg/knex-rows.js'
import { GRANT_END_SECONDS_SQL } from './grant-expiry.js'
import { REFRESH_LIFETIME } from './grants.js'

export interface ProvisionedGrant {
  grantId: string
  generation: number
  /** Epoch seconds of the database. */
  now: number
  /** When the grant ends by its age, epoch seconds; null: never. */
  ends: number | null
}

const FIND_OR_CREATE = `
  with active as (
    select id, client_id, member_id, created_at from oauth_grant
    where client_id = ? and member_id is not distinct from ?::bigint and revoked_at is null
      and scope is null
    order by id limit 1
  ), created as (
    insert into oauth_grant (client_id, member_id)
    select ?, ?::bigint where not exists (select from active)
    returning id, client_id, member_id, created_at
  )
  select g.id::text as grant_id, floor(extract(epoch from clock_timestamp()))::float8 as now,
    ${GRANT_END_SECONDS_SQL} as ends
  from (select * from active union all select * from created) g join app a on a.client_id = g.client_id`

const ADD_REFRESH = `
  insert into oauth_refresh (hash, grant_id, client_id, issued_at, expires_at)
  values (?, ?, ?, clock_timestamp(), clock_timestamp() + ${REFRESH_LIFETIME})`

/**
 * An active grant of everything by the member (null: of the application itself) to the application, created if there is
 * none; null if the application does not exist or is disabled. `refreshHash` adds a refresh token.
 */
export async function provisionGrant(
  knex: Knex,
  clientId: string,
  memberId: string | null,
  refreshHash: Buffer | null,
): Promise<ProvisionedGrant | null> {
  return await knex.transaction(async (trx) => {
    const app = await lockApp(trx, clientId)
    if (app === undefined) return null
    const values = [clientId, memberId, clientId, memberId]
    const [grant] = await rowsOf<ProvisionedGrant>(trx, FIND_OR_CREATE, values)
    if (grant === undefined) throw new Error('a grant is neither found nor created')
    if (refreshHash !== null) await trx.raw(ADD_REFRESH, [refreshHash, grant.grantId, clientId])
    return { ...grant, generation: app.generation }
  })
}

const FIND_OR_CREATE_MANY = `
  with given as (
    select * from unnest(?::bigint[], ?::bytea[]) as given (member_id, hash)
  ), active as (
    select distinct on (member_id) id, client_id, member_id, created_at from oauth_grant
    where client_id = ? and member_id in (select member_id from given) and revoked_at is null and scope is null
    order by member_id, id
  ), created as (
    insert into oauth_grant (client_id, member_id)
    select ?, member_id from given where member_id not in (select member_id from active)
    returning id, client_id, member_id, created_at
  ), g as (
    select * from active union all select * from created
  ), refresh as (
    insert into oauth_refresh (hash, grant_id, client_id, issued_at, expires_at)
    select hash, g.id, g.client_id, clock_timestamp(), clock_timestamp() + ${REFRESH_LIFETIME}
    from given join g using (member_id)
  )
  select g.member_id::text, g.id::text as grant_id, floor(extract(epoch from clock_timestamp()))::float8 as now,
    ${GRANT_END_SECONDS_SQL} as ends
  from g join app a on a.client_id = g.client_id`

/** The same for many members at once, each with a refresh token. Returns the grants by member; null as above. */
export async function provisionGrants(
  knex: Knex,
  clientId: string,
  members: ReadonlyArray<{ memberId: string; refreshHash: Buffer }>,
): Promise<Map<string, ProvisionedGrant> | null> {
  return await knex.transaction(async (trx) => {
    const app = await lockApp(trx, clientId)
    if (app === undefined) return null
    type Row = ProvisionedGrant & { memberId: string }
    const rows = await rowsOf<Row>(trx, FIND_OR_CREATE_MANY, [
      members.map(({ memberId }) => memberId),
      members.map(({ refreshHash }) => refreshHash),
      clientId,
      clientId,
    ])
    return new Map(rows.map(({ memberId, ...grant }) => [memberId, { ...grant, generation: app.generation }]))
  })
}

const lockApp = async (trx: Knex, clientId: string): Promise<{ generation: number } | undefined> =>
  await trx('app')
    .where({ client_id: clientId })
    .whereNull('deleted_at')
    .whereNull('disabled_at')
    .forUpdate()
    .first<{ generation: number } | undefined>('generation')
