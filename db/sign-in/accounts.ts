/** Accounts that sign in on the pages: members and developers. */
import type { Knex } from 'knex'
import { emailKey } from '../../schemas/base/email-key.js'
import type {
  DeveloperAccount,
  DeveloperAccountRows,
  MemberAccount,
  MemberAccountRows,
} from '../../schemas/oauth/account.js'
import { revokeGrants } from '../oauth/grants.js'
import { expireResetLinks } from './sessions.js'

interface MemberRow {
  member_id: number
  email: string
  first_name: string
  last_name: string
  password_hash: string
}

const MEMBER_COLUMNS = ['member_id', 'email', 'first_name', 'last_name', 'password_hash'] as const

export interface MemberAccounts extends MemberAccountRows {
  create: (member: MemberAccount & { doc: string }) => Promise<boolean>
}

/** Members with a sign-in. `create` answers false when the address is taken; the record `doc` becomes the member's. */
export function memberAccounts(knex: Knex): MemberAccounts {
  const find = async (where: Record<string, string>): Promise<MemberAccount | null> => {
    const row = await knex('member_login').where(where).first<MemberRow | undefined>(MEMBER_COLUMNS)
    return row === undefined
      ? null
      : {
          id: String(row.member_id),
          email: row.email,
          firstName: row.first_name,
          lastName: row.last_name,
          passwordHash: row.password_hash,
        }
  }
  return {
    byEmail: async (email) => await find({ email_key: emailKey(email) }),
    byId: async (id) => await find({ member_id: id }),
    create: async (member) =>
      await knex.transaction(async (trx) => {
        const rows = await trx('member_login')
          .insert({
            member_id: member.id,
            email: member.email,
            email_key: emailKey(member.email),
            first_name: member.firstName,
            last_name: member.lastName,
            password_hash: member.passwordHash,
          })
          .onConflict('email_key')
          .ignore()
          .returning('member_id')
        if (rows.length === 0) return false
        await trx('member').insert({ id: member.id, doc: member.doc })
        return true
      }),
    setPassword: async (id, passwordHash) => {
      await knex.transaction(async (trx) => {
        await trx('member_login')
          .where({ member_id: id })
          .update({ password_hash: passwordHash, changed_at: trx.raw('clock_timestamp()') })
        await expireResetLinks(trx, 'member', id)
      })
    },
    renewHash: async (id, old, passwordHash) => {
      await knex('member_login')
        .where({ member_id: id, password_hash: old })
        .update({ password_hash: passwordHash })
    },
    revokeGrants: async (id, reason) =>
      await knex.transaction(async (trx) => await endGrantsOf(trx, id, reason)),
    close: async (id) => {
      await knex.transaction(async (trx) => {
        await endGrantsOf(trx, id, 'member deleted')
        await trx('web_session').where({ kind: 'member', account_id: id }).delete()
        await trx('member_login').where({ member_id: id }).delete()
        await trx('member').where({ id }).update({ status: 'Deleted' })
      })
    },
  }
}

async function endGrantsOf(trx: Knex, memberId: string, reason: string): Promise<string[]> {
  const clients = await trx('oauth_grant')
    .where({ member_id: memberId })
    .whereNull('revoked_at')
    .distinct<Array<{ client_id: string }>>('client_id')
  await revokeGrants(trx, 'member_id = ?', [memberId], reason)
  return clients.map((row) => row.client_id)
}

interface DeveloperRow {
  id: number
  email: string
  name: string
  organisation: string
  password_hash: string
  totp: Buffer | null
}

export interface DeveloperAccounts extends DeveloperAccountRows {
  create: (developer: Omit<DeveloperAccount, 'sealedTotp'>) => Promise<boolean>
  /** Removes the second factor, so that the next sign-in asks for a new one. */
  forgetTotp: (id: string) => Promise<void>
  list: () => Promise<DeveloperAccount[]>
}

/** Keeps a developer's account from being closed until the transaction ends; false when it is not there (any more). */
export async function lockDeveloper(trx: Knex, id: string): Promise<boolean> {
  const { rows } = (await trx.raw('select from developer where id = ? for key share', [id])) as {
    rows: unknown[]
  }
  return rows.length === 1
}

/** Developers. `create` answers false when the address is taken. */
export function developerAccounts(knex: Knex): DeveloperAccounts {
  const columns = ['id', 'email', 'name', 'organisation', 'password_hash', 'totp'] as const
  const toAccount = (row: DeveloperRow): DeveloperAccount => ({
    id: String(row.id),
    email: row.email,
    name: row.name,
    organisation: row.organisation,
    passwordHash: row.password_hash,
    sealedTotp: row.totp,
  })
  const find = async (where: Record<string, string>): Promise<DeveloperAccount | null> => {
    const row = await knex('developer').where(where).first<DeveloperRow | undefined>(columns)
    return row === undefined ? null : toAccount(row)
  }
  return {
    byEmail: async (email) => await find({ email_key: emailKey(email) }),
    byId: async (id) => await find({ id }),
    create: async (developer) => {
      const rows = await knex('developer')
        .insert({
          id: developer.id,
          email: developer.email,
          email_key: emailKey(developer.email),
          name: developer.name,
          organisation: developer.organisation,
          password_hash: developer.passwordHash,
        })
        .onConflict('email_key')
        .ignore()
        .returning('id')
      return rows.length === 1
    },
    setPassword: async (id, passwordHash) => {
      await knex.transaction(async (trx) => {
        await trx('developer')
          .where({ id })
          .update({ password_hash: passwordHash, changed_at: trx.raw('clock_timestamp()') })
        await expireResetLinks(trx, 'developer', id)
      })
    },
    renewHash: async (id, old, passwordHash) => {
      await knex('developer').where({ id, password_hash: old }).update({ password_hash: passwordHash })
    },
    setTotp: async (id, sealed, step) =>
      (await knex('developer')
        .where({ id })
        .whereNull('totp')
        .update({ totp: sealed, totp_step: step, changed_at: knex.raw('clock_timestamp()') })) === 1,
    forgetTotp: async (id) => {
      await knex('developer')
        .where({ id })
        .update({ totp: null, totp_step: 0, changed_at: knex.raw('clock_timestamp()') })
    },
    takeTotpStep: async (id, step) =>
      (await knex('developer').where({ id }).where('totp_step', '<', step).update({ totp_step: step })) === 1,
    list: async () => (await knex('developer').orderBy('id').select<DeveloperRow[]>(columns)).map(toAccount),
    close: async (id) =>
      await knex.transaction(async (trx) => {
        // Whoever gives the developer an application holds the row: none can come between the look and the end.
        await trx('developer').where({ id }).forUpdate().first('id')
        if (
          (await trx('app').where({ developer_id: id }).whereNull('deleted_at').first('client_id')) !==
          undefined
        )
          return false
        await trx('web_session').where({ kind: 'developer', account_id: id }).delete()
        await trx('developer').where({ id }).delete()
        return true
      }),
  }
}
