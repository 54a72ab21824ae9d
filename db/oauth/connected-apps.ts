/** Applications that members have connected. */
import type { Knex } from 'knex'
import type { OauthApp } from '../../schemas/oauth/oauth-app.js'
import { APP_COLUMNS, toApp, type AppRow } from './app-rows.js'
import { revokeGrants } from './grants.js'

/** Number of members who authorise the application now. */
export async function countConnected(knex: Knex, clientId: string): Promise<number> {
  const row = await knex('oauth_grant')
    .where({ client_id: clientId })
    .whereNotNull('member_id')
    .whereNull('revoked_at')
    .countDistinct<Array<{ count: number }>>('member_id as count')
    .first()
  return row?.count ?? 0
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
  select ${APP_COLUMNS}, g.connected, g.last_used
  from (
    select g.client_id, min(g.created_at) as connected, max(r.issued_at) as last_used
    from oauth_grant g left join oauth_refresh r on r.grant_id = g.id
    where g.member_id = ? and g.revoked_at is null group by g.client_id
  ) g join app a on a.client_id = g.client_id left join developer d on d.id = a.developer_id
  where a.deleted_at is null order by g.connected desc`

/** The applications a member has connected, newest first: since when, and when tokens were last issued. */
export async function listConnected(
  knex: Knex,
  memberId: string,
): Promise<Array<{ app: OauthApp; connected: Date; lastUsed: Date | null }>> {
  const { rows } = (await knex.raw(CONNECTED, [memberId])) as {
    rows: Array<AppRow & { connected: Date; last_used: Date | null }>
  }
  return rows.map((row) => ({ app: toApp(row), connected: row.connected, lastUsed: row.last_used }))
}
