/** Links sent by mail, each good for one use. Only their hashes are stored. */
import type { Knex } from 'knex'
import type { AccountType } from '../../schemas/oauth/account.js'
import type { LinkPurpose, LinkStore } from '../../schemas/oauth/mailed-link.js'

const END_EARLIER = `
  update mail_link set used_at = clock_timestamp() where purpose = ? and subject = ? and used_at is null`

const CREATE = `
  insert into mail_link (hash, purpose, subject, payload, expires_at)
  values (?, ?, ?, ?, clock_timestamp() + make_interval(mins => ?))`

export function linkStore(knex: Knex): LinkStore {
  return {
    create: async ({ hash, purpose, about, payload, minutes, replacesEarlier = false }) => {
      if (replacesEarlier) await knex.raw(END_EARLIER, [purpose, about])
      await knex.raw(CREATE, [hash, purpose, about, JSON.stringify(payload), minutes])
    },
    peek: async (purpose, hash) => {
      const row = (await usable(knex, purpose, hash).first('payload')) as
        { payload: Record<string, string> } | undefined
      return row?.payload ?? null
    },
    consume: async (purpose, hash) => await consumeLink(knex, purpose, hash),
  }
}

function usable(knex: Knex, purpose: LinkPurpose, hash: Buffer): Knex.QueryBuilder {
  return knex('mail_link')
    .where({ purpose, hash })
    .whereNull('used_at')
    .whereRaw('expires_at > clock_timestamp()')
}

/** Uses the link up, also within a transaction; its payload, or null. */
export async function consumeLink(
  knex: Knex,
  purpose: LinkPurpose,
  hash: Buffer,
): Promise<Record<string, string> | null> {
  const rows = (await usable(knex, purpose, hash)
    .update({ used_at: knex.raw('clock_timestamp()') })
    .returning('payload')) as Array<{ payload: Record<string, string> }>
  return rows[0]?.payload ?? null
}

const ofAccount = (trx: Knex, kind: AccountType, accountId: string): Knex.QueryBuilder =>
  trx('mail_link')
    .whereIn('purpose', [`${kind}_reset`, `${kind}_address`])
    .where({ subject: accountId })

/** Expires the unused links of an account, in the transaction that sets its password or its address. */
export async function expireAccountLinks(trx: Knex, kind: AccountType, accountId: string): Promise<void> {
  await ofAccount(trx, kind, accountId)
    .whereNull('used_at')
    .update({ used_at: trx.raw('clock_timestamp()') })
}

/** Deletes the links of an account that is closed: one for a change of address names the new one. */
export async function deleteAccountLinks(trx: Knex, kind: AccountType, accountId: string): Promise<void> {
  await ofAccount(trx, kind, accountId).delete()
}
