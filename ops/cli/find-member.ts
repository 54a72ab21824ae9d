import { memberAccounts } from '../../db/sign-in/member-accounts.js'
import { isId } from '../../schemas/base/ids.js'
import type { CliContext } from './context.js'

/** The id of the member with that address or id; null if there is none. A closed account has no address. */
export async function findMember(
  { knex }: Pick<CliContext, 'knex'>,
  addressOrId: string,
): Promise<string | null> {
  if (!isId(addressOrId)) return (await memberAccounts(knex).byEmail(addressOrId))?.id ?? null
  const found = await knex('member').where({ id: addressOrId }).first<{ id: number } | undefined>('id')
  return found === undefined ? null : addressOrId
}
