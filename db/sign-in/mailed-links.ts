/** Links sent by mail, each for one use. Until then their hashes and payloads are stored. */
import type { Knex } from 'knex'
import type { AccountType } from '../../schemas/oauth/account.js'
import type { LinkPurpose, LinkStore } from '../../schemas/oauth/mailed-link.js'

const CREATE = `
  insert into mail_link (hash, purpose, subject, payload, expires_at)
  values (?, ?, ?, ?, clock_timestamp() + make_interval(mins => ?))`

export function linkStore(knex: Knex): LinkStore {
  return {
    create: async ({ hash, purpose, about, payload, minutes, replacesEarlier = false }) => {
      if (replacesEarlier && about !== null)
        await knex('mail_link').where({ purpose, subject: about }).delete()
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
  return knex('mail_link').where({ purpose, hash }).whereRaw('expires_at > clock_timestamp()')
}

interface UsedLink {
  subject: string | null
  payload: Record<string, string>
}

/** Uses up the link, also within a transaction, and ends the others for the same purpose; returns its payload, or null. */
export async function consumeLink(
  knex: Knex,
  purpose: LinkPurpose,
  hash: Buffer,
): Promise<Record<string, string> | null> {
  const [used] = (await usable(knex, purpose, hash).delete().returning(['subject', 'payload'])) as UsedLink[]
  if (used === undefined) return null
  if (used.subject !== null) await knex('mail_link').where({ purpose, subject: used.subject }).delete()
  return used.payload
}

/**
 * Ends the links of an account, in the transaction that sets its password or its address or closes it, because a link for
 * a change of address holds the new one.
 */
export async function deleteAccountLinks(trx: Knex, kind: AccountType, accountId: string): Promise<void> {
  await trx('mail_link')
    .whereIn('purpose', [`${kind}_reset`, `${kind}_address`, `${kind}_passkey`])
    .where({ subject: accountId })
    .delete()
}
