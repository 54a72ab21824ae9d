/** Counts held feed lines by the reason why they are held now (contract.md 8.3), for operators. */
import type { Pool } from 'pg'
import { RECIPIENTS } from '../feeds/feed-addresses.js'
import { LONG_STATEMENT_TIMEOUT, transaction } from '../pg/transaction.js'

export interface HeldLineCount {
  source: string
  /** `unregistered`, `unproven`, `other_name`, or `due`: about to be released. */
  reason: string
  messages: number
  /** Days since the oldest was received. */
  days: number
}

const COUNTS = `
  select x.source,
    case when r.members is not null then 'due' when r.registered = 0 then 'unregistered'
      when x.needs_proof then 'unproven' else 'other_name' end as reason,
    count(*)::int as messages, extract(day from now() - min(x.created))::int as days
  from held_line x cross join lateral (${RECIPIENTS}) r
  group by 1, 2 order by 1, 2`

/** Reads every held line: some seconds for a million. */
export async function heldLineCounts(pool: Pool): Promise<HeldLineCount[]> {
  return await transaction(pool, async (client) => {
    await client.query(LONG_STATEMENT_TIMEOUT)
    return (await client.query<HeldLineCount>(COUNTS)).rows
  })
}
