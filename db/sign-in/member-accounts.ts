/** Members with a sign-in. */
import type { Knex } from 'knex'
import { emailKey } from '../../schemas/base/email-key.js'
import { isId } from '../../schemas/base/ids.js'
import { columnsOf, rowsOf } from '../pg/knex-rows.js'
import type { MemberAccount, MemberAccountRows } from '../../schemas/oauth/account.js'
import { revokeGrants } from '../oauth/grants.js'
import { deleteAccountLinks } from './mailed-links.js'

const SELECT = 'select member_id::text as id, email, first_name, last_name, password_hash from member_login'

export interface MemberAccounts extends MemberAccountRows {
  /** Creates the account and the member record `doc`; false if the address is taken. */
  create: (member: MemberAccount & { doc: string }) => Promise<boolean>
}

export function memberAccounts(knex: Knex): MemberAccounts {
  const find = async (condition: string, value: string): Promise<MemberAccount | null> =>
    (await rowsOf<MemberAccount>(knex, `${SELECT} where ${condition}`, [value]))[0] ?? null
  return {
    byEmail: async (email) => await find('email_key = ?', emailKey(email)),
    byId: async (id) => await find('member_id = ?', id),
    create: async (member) => await knex.transaction(async (trx) => await insert(trx, member)),
    setPassword: async (id, passwordHash) => {
      await knex.transaction(async (trx) => {
        await trx('member_login')
          .where({ member_id: id })
          .update({ password_hash: passwordHash, changed_at: trx.raw('clock_timestamp()') })
        await deleteAccountLinks(trx, 'member', id)
      })
    },
    renewHash: async (id, old, passwordHash) => {
      await knex('member_login')
        .where({ member_id: id, password_hash: old })
        .update({ password_hash: passwordHash })
    },
    revokeGrants: async (id, reason) =>
      await knex.transaction(async (trx) => await revokeGrantsOf(trx, id, reason)),
    close: async (id) => {
      await knex.transaction(async (trx) => {
        await closeAccount(trx, id, 'member deleted')
      })
    },
  }
}

/** The id of the member with that address or id, `open`: whose account is not closed; null if there is none. */
export async function findMemberId(
  knex: Knex,
  addressOrId: string,
  which: 'any' | 'open' = 'any',
): Promise<string | null> {
  if (!isId(addressOrId)) return (await memberAccounts(knex).byEmail(addressOrId))?.id ?? null
  const found = knex('member').where({ id: addressOrId })
  const [row] = await (which === 'any' ? found : found.whereNot({ status: 'Deleted' })).select('id')
  return row === undefined ? null : addressOrId
}

/** Ends sign-in, sessions, grants, shares, calendars and mail addresses of the member, within the caller's transaction. */
export async function closeAccount(trx: Knex, id: string, reason: string): Promise<void> {
  await revokeGrantsOf(trx, id, reason)
  await trx('web_session').where({ kind: 'member', account_id: id }).delete()
  await deleteAccountLinks(trx, 'member', id)
  await trx('shared_trip').where({ member_id: id }).delete()
  await trx('calendar_feed').where({ member_id: id }).delete()
  await trx('mail_address').where({ member_id: id }).delete()
  await trx('member_login').where({ member_id: id }).delete()
  await trx('member').where({ id }).update({ status: 'Deleted' })
}

async function insert(trx: Knex, member: MemberAccount & { doc: string }): Promise<boolean> {
  const rows = await trx('member_login')
    .insert({
      member_id: member.id,
      ...columnsOf(member, 'email', 'firstName', 'lastName', 'passwordHash'),
      email_key: emailKey(member.email),
    })
    .onConflict('email_key')
    .ignore()
    .returning('member_id')
  if (rows.length === 0) return false
  await trx('member').insert({ id: member.id, doc: member.doc })
  return true
}

async function revokeGrantsOf(trx: Knex, memberId: string, reason: string): Promise<string[]> {
  const clients = await trx('oauth_grant')
    .where({ member_id: memberId })
    .whereNull('revoked_at')
    .distinct<Array<{ client_id: string }>>('client_id')
  await revokeGrants(trx, 'member_id = ?', [memberId], reason)
  return clients.map((row) => row.client_id)
}
