/** Members with a sign-in. */
import type { Knex } from 'knex'
import { emailKey } from '../../schemas/base/email-key.js'
import { isId } from '../../schemas/base/ids.js'
import { columnsOf, rowsOf } from '../pg/knex-rows.js'
import type { MemberAccount, MemberAccountRows } from '../../schemas/oauth/account.js'
import { revokeGrants } from '../oauth/grants.js'
import { deleteAccountLinks } from './mailed-links.js'
import { deleteRecoveryCodes } from './recovery-codes.js'
import { secondFactorRows } from './second-factors.js'

/** Names come from the member record, which members and applications change. */
const SELECT = `
  select l.member_id::text as id, l.email, l.password_hash, l.totp as sealed_totp,
    coalesce(nullif(m.doc::json ->> 'first_name', ''), l.first_name) as first_name,
    coalesce(nullif(m.doc::json ->> 'last_name', ''), l.last_name) as last_name
  from member_login l left join member m on m.id = l.member_id`

type NewMember = Omit<MemberAccount, 'sealedTotp'> & { doc: string }

export interface MemberAccounts extends MemberAccountRows {
  /** Creates the account and the member record `doc`; false if the address is taken. */
  create: (member: NewMember) => Promise<boolean>
}

export function memberAccounts(knex: Knex): MemberAccounts {
  const find = async (condition: string, value: string): Promise<MemberAccount | null> =>
    (await rowsOf<MemberAccount>(knex, `${SELECT} where ${condition}`, [value]))[0] ?? null
  return {
    byEmail: async (email) => await find('email_key = ?', emailKey(email)),
    byId: async (id) => await find('l.member_id = ?', id),
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
    ...secondFactorRows(knex, 'member'),
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

/** Ends everything that gives access to the account or its data, within the caller's transaction. */
export async function closeAccount(trx: Knex, id: string, reason: string): Promise<void> {
  await revokeGrantsOf(trx, id, reason)
  await trx('web_session').where({ kind: 'member', account_id: id }).delete()
  await deleteAccountLinks(trx, 'member', id)
  await trx('shared_trip').where({ member_id: id }).delete()
  await trx('calendar_feed').where({ member_id: id }).delete()
  await trx('mail_address').where({ member_id: id }).delete()
  await trx('passkey').where({ member_id: id }).delete()
  await deleteRecoveryCodes(trx, { type: 'member', id })
  await trx('member_login').where({ member_id: id }).delete()
  await trx('member').where({ id }).update({ status: 'Deleted' })
}

async function insert(trx: Knex, member: NewMember): Promise<boolean> {
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
