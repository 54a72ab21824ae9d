/** Whether a member knows a booking of a loyalty number (contract.md 8.3), by what is held for the number. */
import type { Pool } from 'pg'
import type { Id } from '../../schemas/base/ids.js'
import { holderKeys } from '../../schemas/itinerary/name-agreement.js'
import { prepared, queryRows } from '../pg/prepared-statements.js'

const NAME = prepared(`
  select doc::json ->> 'first_name', doc::json ->> 'last_name' from member where id = $1`)

const PROVEN = prepared(`
  select 1 from account a join held_line h on h.source = a.source and h.number_key = loyalty_key(a.account_id)
  where a.member_id = $1 and a.id = $2 and a.status <> 'Removed'
    and h.proofs @> array[$3::text] and h.names && $4::text[] and not h.needs_proof
    and h.created >= now() - interval '30 days'
  limit 1`)

/**
 * The keys of the member's name, if a line held for the number of the account names the member in full and has this
 * locator or ticket number; else null.
 * @param proof in the form in which they are compared (schemas/feeds/booking-proof.ts)
 */
export async function provenHolder(
  pool: Pool,
  member: Id,
  account: Id,
  proof: string,
): Promise<string[] | null> {
  const [name = [null, null]] = await queryRows<[string | null, string | null]>(pool, NAME, [member])
  const keys = holderKeys(...name)
  return (await queryRows(pool, PROVEN, [member, account, proof, keys])).length === 0 ? null : keys
}
