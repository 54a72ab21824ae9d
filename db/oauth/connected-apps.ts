/** Applications that members have connected. */
import type { Knex } from 'knex'
import type { ConnectedApp } from '../../schemas/oauth/connected-app.js'
import type { OauthApp } from '../../schemas/oauth/oauth-app.js'
import { knownScopes } from '../../schemas/oauth/scope.js'
import { isLiveSql } from '../event-log/test-events.js'
import { rowsOf } from '../pg/knex-rows.js'
import { APP_COLUMNS } from './app-rows.js'
import { revokeGrants } from './grants.js'

const COUNT = `
  select count(*)::int as members, count(*) filter (where not everything)::int as limited
  from (
    select bool_or(scope is null) as everything from oauth_grant
    where client_id = ? and member_id is not null and revoked_at is null and ${isLiveSql('member_id')}
    group by member_id
  ) m`

/** Number of members who authorise the application now, and of those who do not allow it everything. */
export async function countConnected(
  knex: Knex,
  clientId: string,
): Promise<{ members: number; limited: number }> {
  const [counts] = await rowsOf<{ members: number; limited: number }>(knex, COUNT, [clientId])
  return counts ?? { members: 0, limited: 0 }
}

/** Revokes what a member granted an application; false if there was nothing. */
export async function disconnect(knex: Knex, memberId: string, clientId: string): Promise<boolean> {
  return await knex.transaction(async (trx) => {
    const condition = 'member_id = ? and client_id = ?'
    const revoked = await revokeGrants(trx, condition, [memberId, clientId], 'disconnected by the member')
    return revoked.length > 0
  })
}

const CONNECTED = `
  select ${APP_COLUMNS}, g.connected, g.last_used, g.scope,
    exists (select from callback c where c.client_id = a.client_id and c.status = 'Active') as notified
  from (
    select g.client_id, min(g.created_at) as connected,
      greatest(max(g.last_used), max(r.issued_at)) as last_used,
      case when not bool_or(g.scope is null) then array_agg(distinct s.name) end as scope
    from oauth_grant g left join oauth_refresh r on r.grant_id = g.id
    left join lateral unnest(g.scope) as s(name) on true
    where g.member_id = ? and g.revoked_at is null group by g.client_id
  ) g join app a on a.client_id = g.client_id left join developer d on d.id = a.developer_id
  where a.deleted_at is null order by g.connected desc`

/**
 * The applications a member has connected, newest first: since when, when a token was last used (to the hour) or issued,
 * whether events are sent to it, and what all its authorizations allow together.
 */
export async function listConnected(knex: Knex, memberId: string): Promise<ConnectedApp[]> {
  type Row = OauthApp & Omit<ConnectedApp, 'app' | 'scopes'> & { scope: string[] | null }
  const rows = await rowsOf<Row>(knex, CONNECTED, [memberId])
  return rows.map(({ connected, lastUsed, notified, scope, ...app }) => ({
    ...{ app, connected, lastUsed, notified },
    scopes: scope === null ? null : knownScopes(scope),
  }))
}
