/** Another address for an account, with everything that the old one was the key of. */
import type { Knex } from 'knex'
import { emailKey } from '../../schemas/base/email-key.js'
import type { AccountType, AddressChange } from '../../schemas/oauth/account.js'
import { LOGIN } from './login-tables.js'
import { consumeLink, deleteAccountLinks } from './mailed-links.js'

export interface NewAddress {
  /** Of the account. */
  id: string
  email: string
  /** Hash of the mailed link, which is used up; null when an operator makes the change. */
  link: Buffer | null
}

/**
 * Changes the address in one transaction. Links for a reset or a change that were mailed before end, and a
 * developer's open invitations move along.
 * @param beforeCommit what must have succeeded before the change holds
 */
export async function changeEmail(
  knex: Knex,
  kind: AccountType,
  { id, email, link }: NewAddress,
  beforeCommit?: () => Promise<void>,
): Promise<AddressChange> {
  const { table, id: column } = LOGIN[kind]
  const key = emailKey(email)
  try {
    return await knex.transaction(async (trx) => {
      if (link !== null && (await consumeLink(trx, `${kind}_address`, link)) === null) return 'link_gone'
      const old = await trx(table)
        .where({ [column]: id })
        .forUpdate()
        .first<{ email_key: string } | undefined>('email_key')
      if (old === undefined) return 'link_gone'
      const owner = await trx(table)
        .where({ email_key: key })
        .whereNot({ [column]: id })
        .first<unknown>(column)
      if (owner !== undefined) return 'taken'
      await trx(table)
        .where({ [column]: id })
        .update({ email, email_key: key, changed_at: trx.raw('clock_timestamp()') })
      await deleteAccountLinks(trx, kind, id)
      if (kind === 'developer' && key !== old.email_key) await moveInvitations(trx, old.email_key, email)
      await beforeCommit?.()
      return 'changed'
    })
  } catch (error) {
    if (isTaken(error)) return 'taken'
    throw error
  }
}

/** Two accounts took the address at the same time: the unique index gave it to one. */
function isTaken(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '23505'
}

/** Of two invitations to one team the one to the new address stays. */
async function moveInvitations(trx: Knex, oldKey: string, email: string): Promise<void> {
  const key = emailKey(email)
  const both = trx('app_invitation').where({ email_key: key }).select('client_id')
  await trx('app_invitation').where({ email_key: oldKey }).whereIn('client_id', both).delete()
  await trx('app_invitation').where({ email_key: oldKey }).update({ email, email_key: key })
}
