/** Held lines without the name of a traveller, as their member sees them (contract.md 8.3). */
import type { Pool } from 'pg'
import type { Id } from '../../schemas/base/ids.js'
import type { WaitingLines } from '../../schemas/itinerary/account.js'
import { epochMs, prepared, queryRows } from '../pg/prepared-statements.js'

const WAITING = prepared(`
  select a.id, w.messages, ${epochMs('w.latest')}
  from account a
  cross join lateral (
    select count(*)::int as messages, max(h.created) as latest from held_line h
    where h.source = a.source and h.number_key = loyalty_key(a.account_id) and h.needs_proof
      and (h.names is null or a.holder && h.names) and h.created >= now() - interval '30 days'
  ) w
  where a.member_id = $1 and a.status <> 'Removed' and w.messages > 0`)

/** For each account of the member, how many such lines wait; accounts without any are left out. */
export async function waitingLines(pool: Pool, member: Id): Promise<WaitingLines[]> {
  const rows = await queryRows<[number, number, number]>(pool, WAITING, [member])
  return rows.map(([account, messages, latest]) => ({
    account: String(account),
    messages,
    latest: new Date(latest),
  }))
}
