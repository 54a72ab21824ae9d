/** Invitations to teams. The address of an account was confirmed, so it proves whose invitation it is. */
import type { Knex } from 'knex'
import { emailKey } from '../../schemas/base/email-key.js'
import { rowsOf } from '../pg/knex-rows.js'
import type { Invitation, NewInvitation, TeamStore } from '../../schemas/oauth/team.js'

type InvitationStore = Pick<
  TeamStore,
  'invite' | 'invitations' | 'invitationsFor' | 'withdraw' | 'accept' | 'decline'
>

/** An invitation ends with its maker: it is open only while that one may invite. */
const OPEN = `
  select i.id::text, i.client_id as "clientId", a.name as "appName",
    coalesce(d.organisation, 'Tripfold') as organisation, i.email, i.role, i.expires_at as expires
  from app_invitation i join app a on a.client_id = i.client_id and a.deleted_at is null
  left join developer d on d.id = a.developer_id
  where i.expires_at > clock_timestamp() and (i.invited_by = a.developer_id or exists (
    select from app_team t
    where t.client_id = i.client_id and t.developer_id = i.invited_by and t.role = 'owner'))`

const INVITE = `
  insert into app_invitation (client_id, email, email_key, role, invited_by, expires_at)
  values (:clientId, :email, :key, :role, :by, clock_timestamp() + make_interval(days => :days))
  on conflict (client_id, email_key) do update set email = excluded.email, role = excluded.role,
    invited_by = excluded.invited_by, created_at = excluded.created_at, expires_at = excluded.expires_at
  returning id::text`

const IS_MEMBER = `
  select 1 from developer d where d.email_key = :key and (
    exists (select from app where client_id = :clientId and developer_id = d.id)
    or exists (select from app_team where client_id = :clientId and developer_id = d.id))`

const SIZE = `
  select (select count(*) from app_team where client_id = :clientId)::int
    + (select count(*) from app_invitation where client_id = :clientId and email_key <> :key
      and expires_at > clock_timestamp())::int as size`

export function invitationStore(knex: Knex): InvitationStore {
  const open = async (
    through: Knex,
    condition: string,
    values: Array<string | number>,
  ): Promise<Invitation[]> => await rowsOf(through, `${OPEN} and ${condition} order by i.id`, values)
  /** Deletes an open invitation of the address and returns it. */
  const take = async (trx: Knex, id: string, email: string): Promise<Invitation | null> => {
    const [found] = await open(trx, 'i.id = ? and i.email_key = ?', [id, emailKey(email)])
    const deleted = found === undefined ? 0 : await trx('app_invitation').where({ id }).delete()
    return deleted === 1 ? (found ?? null) : null
  }
  return {
    invite: async (invitation) => await knex.transaction(async (trx) => await invite(trx, invitation)),
    invitations: async (clientId) => await open(knex, 'i.client_id = ?', [clientId]),
    invitationsFor: async (email) => await open(knex, 'i.email_key = ?', [emailKey(email)]),
    withdraw: async (clientId, id) =>
      (await knex('app_invitation').where({ id, client_id: clientId }).delete()) === 1,
    accept: async (id, developer) =>
      await knex.transaction(async (trx) => {
        const found = await take(trx, id, developer.email)
        if (found === null) return null
        await trx('app_team')
          .insert({ client_id: found.clientId, developer_id: developer.id, role: found.role })
          .onConflict(['client_id', 'developer_id'])
          .ignore()
        return found
      }),
    decline: async (id, email) => await knex.transaction(async (trx) => await take(trx, id, email)),
  }
}

async function invite(
  trx: Knex,
  { clientId, email, role, by, days, max }: NewInvitation,
): Promise<{ id: string } | 'member' | 'full'> {
  const key = emailKey(email)
  // Invitations to one application take turns, so that the team cannot grow beyond its limit.
  await trx('app').where({ client_id: clientId }).forUpdate().first('client_id')
  if ((await rowsOf(trx, IS_MEMBER, { clientId, key })).length > 0) return 'member'
  const [team] = await rowsOf<{ size: number }>(trx, SIZE, { clientId, key })
  if ((team?.size ?? 0) >= max) return 'full'
  const [created] = await rowsOf<{ id: string }>(trx, INVITE, { clientId, email, key, role, by, days })
  return created ?? 'full'
}
