/** The sources of travel data as operators manage them, and what is held of each. */
import type { Knex } from 'knex'
import type { Pool } from 'pg'
import { RECIPIENT } from '../feeds/feed-addresses.js'
import { LONG_STATEMENT_TIMEOUT, transaction } from '../pg/transaction.js'

export interface HeldLineCount {
  source: string
  /** Why (HoldReason), or `due`: about to be released. */
  reason: string
  messages: number
  /** Days since the oldest was received. */
  days: number
}

const COUNTS = `
  select x.source, coalesce(r.reason, 'due') as reason,
    count(*)::int as messages, extract(day from now() - min(x.created))::int as days
  from held_line x cross join lateral (${RECIPIENT}) r
  group by 1, 2 order by 1, 2`

/** Held feed lines by the reason why they are held now (contract.md 8.3). Reads every held line: some seconds for a million. */
export async function heldLineCounts(pool: Pool): Promise<HeldLineCount[]> {
  return await transaction(pool, async (client) => {
    await client.query(LONG_STATEMENT_TIMEOUT)
    return (await client.query<HeldLineCount>(COUNTS)).rows
  })
}

export interface NewSource {
  id: string
  name: string
  classification: string
  priority: number
  segment_types: string[]
  vendor_code: string | null
  url: string | null
}

/** Adds a source; false if there is one with its id. */
export async function addSource(knex: Knex, source: NewSource): Promise<boolean> {
  return (await knex('source').insert(source).onConflict('id').ignore().returning('id')).length === 1
}

/** Changes a source; false if there is none. */
export async function changeSource(
  knex: Knex,
  id: string,
  change: { priority?: number; status?: 'Active' | 'Inactive' },
): Promise<boolean> {
  const updated = knex.raw('clock_timestamp()')
  return (
    (await knex('source')
      .where({ id })
      .update({ ...change, updated })) === 1
  )
}

/** The first sources by id, of those whose id or name holds the text if one is given. */
export async function findSources(
  knex: Knex,
  text: string | undefined,
  limit: number,
): Promise<Array<Omit<NewSource, 'vendor_code' | 'url'> & { status: string }>> {
  const all = knex('source').orderBy('id').limit(limit)
  const matching =
    text === undefined
      ? all
      : all.whereRaw('strpos(lower(name), lower(?)) > 0 or strpos(lower(id), lower(?)) > 0', [text, text])
  return await matching.select('id', 'name', 'classification', 'priority', 'status', 'segment_types')
}

/** Those of the ids that no source has. */
export async function unknownSources(knex: Knex, ids: readonly string[]): Promise<string[]> {
  const known = await knex('source').whereIn('id', ids).pluck<string[]>('id')
  return ids.filter((id) => !known.includes(id))
}
