/** Developers, who own applications. */
import type { Knex } from 'knex'
import { emailKey } from '../../schemas/base/email-key.js'
import { columnsOf, rowsOf } from '../pg/knex-rows.js'
import type { DeveloperAccount, DeveloperAccountRows } from '../../schemas/oauth/account.js'
import { deleteAccountLinks } from './mailed-links.js'
import { secondFactorRows } from './second-factors.js'

const SELECT = 'select id::text, email, name, organisation, password_hash, totp as sealed_totp from developer'

export interface DeveloperAccounts extends DeveloperAccountRows {
  /** False if the address is taken. */
  create: (developer: Omit<DeveloperAccount, 'sealedTotp'>) => Promise<boolean>
  list: () => Promise<DeveloperAccount[]>
}

export function developerAccounts(knex: Knex): DeveloperAccounts {
  const find = async (condition: string, value: string): Promise<DeveloperAccount | null> =>
    (await rowsOf<DeveloperAccount>(knex, `${SELECT} where ${condition}`, [value]))[0] ?? null
  return {
    byEmail: async (email) => await find('email_key = ?', emailKey(email)),
    byId: async (id) => await find('id = ?', id),
    create: async (developer) => await insert(knex, developer),
    setPassword: async (id, passwordHash) => {
      await knex.transaction(async (trx) => {
        await trx('developer')
          .where({ id })
          .update({ password_hash: passwordHash, changed_at: trx.raw('clock_timestamp()') })
        await deleteAccountLinks(trx, 'developer', id)
      })
    },
    renewHash: async (id, old, passwordHash) => {
      await knex('developer').where({ id, password_hash: old }).update({ password_hash: passwordHash })
    },
    ...secondFactorRows(knex, 'developer'),
    list: async () => await rowsOf(knex, `${SELECT} order by developer.id`),
    close: async (id) => await knex.transaction(async (trx) => await closeAccount(trx, id)),
  }
}

async function insert(knex: Knex, developer: Omit<DeveloperAccount, 'sealedTotp'>): Promise<boolean> {
  const rows = await knex('developer')
    .insert({
      ...columnsOf(developer, 'id', 'email', 'name', 'organisation', 'passwordHash'),
      email_key: emailKey(developer.email),
    })
    .onConflict('email_key')
    .ignore()
    .returning('id')
  return rows.length === 1
}

async function closeAccount(trx: Knex, id: string): Promise<boolean> {
  // Giving a developer an application locks this row too (lockDeveloper): none can appear after the check.
  await trx('developer').where({ id }).forUpdate().first('id')
  const app: unknown = await trx('app').where({ developer_id: id }).whereNull('deleted_at').first('client_id')
  if (app !== undefined) return false
  await trx('web_session').where({ kind: 'developer', account_id: id }).delete()
  await deleteAccountLinks(trx, 'developer', id)
  await trx('developer').where({ id }).delete()
  return true
}
