/** Links sent by mail, each good for one use. Only their hashes are stored. */
import type { Knex } from 'knex'
import type { AccountType } from '../../schemas/oauth/account.js'
import type { LinkPurpose, LinkStore } from '../../schemas/oauth/mailed-link.js'

const CREATE = `
  insert into mail_link (hash, purpose, subject, payload, expires_at)
  values (?, ?, ?, ?, clock_timestamp() + make_interval(mins => ?))`

export function linkStore(knex: Knex): LinkStore {
  const usable = (purpose: LinkPurpose, hash: Buffer): Knex.QueryBuilder =>
    knex('mail_link').where({ purpose, hash }).whereNull('used_at').whereRaw('expires_at > clock_timestamp()')
  return {
    create: async ({ hash, purpose, about, payload, minutes }) => {
      await knex.raw(CREATE, [hash, purpose, about, JSON.stringify(payload), minutes])
    },
    peek: async (purpose, hash) => {
      const row = (await usable(purpose, hash).first('payload')) as
        { payload: Record<string, string> } | undefined
      return row?.payload ?? null
    },
    consume: async (purpose, hash) => {
      const rows = (await usable(purpose, hash)
        .update({ used_at: knex.raw('clock_timestamp()') })
        .returning('payload')) as Array<{ payload: Record<string, string> }>
      return rows[0]?.payload ?? null
    },
  }
}

/** Expires the unused reset links of an account, in the transaction that sets its password. */
export async function expireResetLinks(trx: Knex, kind: AccountType, accountId: string): Promise<void> {
  await trx('mail_link')
    .where({ purpose: `${kind}_reset`, subject: accountId })
    .whereNull('used_at')
    .update({ used_at: trx.raw('clock_timestamp()') })
}
