/** Members of an import: many at once, in one transaction. */
import type { Knex } from 'knex'
import { emailKey } from '../../schemas/base/email-key.js'
import { rowsOf } from '../pg/knex-rows.js'

export interface ImportedMember {
  id: string
  email: string
  firstName: string
  lastName: string
  /** The member record. */
  doc: string
}

const INSERT = `
  with given as (
    select * from unnest(?::bigint[], ?::text[], ?::text[], ?::text[], ?::text[], ?::text[])
      as given (id, email, email_key, first_name, last_name, doc)
  ), created as (
    insert into member_login (member_id, email, email_key, first_name, last_name, password_hash)
    select id, email, email_key, first_name, last_name, ? from given
    on conflict (email_key) do nothing
    returning member_id
  ), recorded as (
    insert into member (id, doc) select id, doc from given where id in (select member_id from created)
  )
  select count(*)::int as created from created`

const IDS = `
  select email_key, member_id::text as id from member_login where email_key = any(?)`

/**
 * Creates the members whose address is not taken; those that exist stay as they are. Nobody knows a password with the
 * hash: the members set their own by "Forgot password". Returns the id by address, and how many are new.
 */
export async function importMembers(
  knex: Knex,
  members: readonly ImportedMember[],
  passwordHash: string,
): Promise<{ ids: Map<string, string>; created: number }> {
  const keys = members.map(({ email }) => emailKey(email))
  return await knex.transaction(async (trx) => {
    const [counted] = await rowsOf<{ created: number }>(trx, INSERT, [
      members.map(({ id }) => id),
      members.map(({ email }) => email),
      keys,
      members.map(({ firstName }) => firstName),
      members.map(({ lastName }) => lastName),
      members.map(({ doc }) => doc),
      passwordHash,
    ])
    const found = await rowsOf<{ emailKey: string; id: string }>(trx, IDS, [keys])
    const byKey = new Map(found.map((row) => [row.emailKey, row.id]))
    return {
      ids: new Map(members.map(({ email }) => [email, byKey.get(emailKey(email)) ?? ''])),
      created: counted?.created ?? 0,
    }
  })
}
