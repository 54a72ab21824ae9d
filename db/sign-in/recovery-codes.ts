/** Recovery codes of members and developers. Only hashes are stored. */
import type { Knex } from 'knex'
import type { AccountKey, RecoveryCodeStore } from '../../schemas/oauth/factors/recovery-code.js'
import { LOGIN } from './login-tables.js'

export function recoveryCodes(knex: Knex): RecoveryCodeStore {
  const remaining = async (account: AccountKey): Promise<number> => {
    const row = await codeRows(knex, account)
      .whereNull('used_at')
      .count<{ count: string }>({ count: '*' })
      .first()
    return Number(row?.count ?? 0)
  }
  return {
    replace: async (account, hashes) => {
      const { table, id, codes, codesOf } = LOGIN[account.type]
      await knex.transaction(async (trx) => {
        // Of two replacements at once, only the codes of the later one count.
        await trx(table)
          .where({ [id]: account.id })
          .forUpdate()
          .first(id)
        await deleteRecoveryCodes(trx, account)
        await trx(codes).insert(hashes.map((hash) => ({ [codesOf]: account.id, hash })))
      })
    },
    use: async (account, hashes) => {
      const used = await codeRows(knex, account)
        .whereIn('hash', hashes)
        .whereNull('used_at')
        .update({ used_at: knex.raw('clock_timestamp()') })
      return used === 1 ? await remaining(account) : null
    },
    remaining,
  }
}

function codeRows(knex: Knex, { type, id }: AccountKey): Knex.QueryBuilder {
  const { codes, codesOf } = LOGIN[type]
  return knex(codes).where({ [codesOf]: id })
}

/** Deletes the codes of an account whose second factor ends. */
export async function deleteRecoveryCodes(trx: Knex, account: AccountKey): Promise<void> {
  await codeRows(trx, account).delete()
}
