/** Teams of applications (oauth.md 6.6). */
import type { Knex } from 'knex'
import type { TeamRole, TeamStore } from '../../schemas/oauth/team.js'
import { APP_COLUMNS } from '../oauth/app-rows.js'
import { rowsOf } from '../pg/knex-rows.js'
import { invitationStore } from './invitations.js'

const MEMBERS = `
  select d.id::text as "developerId", d.name, d.email, 'owner' as role, null::timestamptz as joined
  from app a join developer d on d.id = a.developer_id where a.client_id = :clientId
  union all
  (select d.id::text, d.name, d.email, t.role, t.joined_at
  from app_team t join developer d on d.id = t.developer_id where t.client_id = :clientId
  order by lower(d.name), d.id)`

const APPS = `
  select ${APP_COLUMNS}, t.role,
    (select max(last_used) from app_secret s where s.client_id = a.client_id) as last_used
  from app_team t join app a on a.client_id = t.client_id left join developer d on d.id = a.developer_id
  where t.developer_id = ? and a.deleted_at is null order by lower(a.name), a.client_id`

const IS_DEVELOPER = 'select 1 from app where client_id = :clientId and developer_id = :developerId'

/** Those that somebody made who may not invite any more. One made at this moment is not open: see `OPEN`. */
async function endInvitations(trx: Knex, clientId: string, developerId: string): Promise<void> {
  if ((await rowsOf(trx, IS_DEVELOPER, { clientId, developerId })).length === 0)
    await trx('app_invitation').where({ client_id: clientId, invited_by: developerId }).delete()
}

export function teamStore(knex: Knex): TeamStore {
  return {
    ...invitationStore(knex),
    role: async (clientId, developerId) => {
      const row = await knex('app_team')
        .where({ client_id: clientId, developer_id: developerId })
        .first<{ role: TeamRole } | undefined>('role')
      return row?.role ?? null
    },
    members: async (clientId) => await rowsOf(knex, MEMBERS, { clientId }),
    apps: async (developerId) => await rowsOf(knex, APPS, [developerId]),
    changeRole: async (clientId, developerId, role) =>
      await knex.transaction(async (trx) => {
        if (role !== 'owner') await endInvitations(trx, clientId, developerId)
        const changed = await trx('app_team')
          .where({ client_id: clientId, developer_id: developerId })
          .whereNot({ role })
          .update({ role })
        return changed === 1
      }),
    remove: async (clientId, developerId) =>
      await knex.transaction(async (trx) => {
        await endInvitations(trx, clientId, developerId)
        const removed = await trx('app_team')
          .where({ client_id: clientId, developer_id: developerId })
          .delete()
        return removed === 1
      }),
  }
}
