/** Recovery codes of developers. Only hashes are stored. */
import type { Knex } from 'knex'
import type { RecoveryCodeStore } from '../../schemas/oauth/recovery-code.js'

export function recoveryCodes(knex: Knex): RecoveryCodeStore {
  const remaining = async (developerId: string): Promise<number> => {
    const row = await knex('recovery_code')
      .where({ developer_id: developerId })
      .whereNull('used_at')
      .count<{ count: string }>({ count: '*' })
      .first()
    return Number(row?.count ?? 0)
  }
  return {
    replace: async (developerId, hashes) => {
      await knex.transaction(async (trx) => {
        // Two replacements at once: the codes of the later one count alone.
        await trx('developer').where({ id: developerId }).forUpdate().first('id')
        await deleteRecoveryCodes(trx, developerId)
        await trx('recovery_code').insert(hashes.map((hash) => ({ developer_id: developerId, hash })))
      })
    },
    use: async (developerId, hashes) => {
      const used = await knex('recovery_code')
        .where({ developer_id: developerId })
        .whereIn('hash', hashes)
        .whereNull('used_at')
        .update({ used_at: knex.raw('clock_timestamp()') })
      return used === 1 ? await remaining(developerId) : null
    },
    remaining,
  }
}

/** Deletes the codes of a developer whose second factor ends. */
export async function deleteRecoveryCodes(trx: Knex, developerId: string): Promise<void> {
  await trx('recovery_code').where({ developer_id: developerId }).delete()
}
