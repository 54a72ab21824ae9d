/** One page of a list, and how many there are in all. */
import type { Pool } from 'pg'
import type { Page } from '../../schemas/itinerary/reads.js'
import { composed, queryRows, type Conditions } from '../pg/prepared-statements.js'

export interface PageQuery {
  table: string
  /** The select list; it may add parameters to the conditions. */
  columns: (where: Conditions) => string
  order: string
  /** The condition of what follows the cursor, with its values; null: the first page. */
  after: [condition: string, ...values: unknown[]] | null
  limit: number
  offset: number
}

/** Reads the rows of a page, as arrays, and the total of those that meet the conditions. */
export async function readPage<R extends unknown[]>(
  pool: Pool,
  where: Conditions,
  { table, columns, order, after, limit, offset }: PageQuery,
): Promise<Page<R>> {
  const all = where.snapshot()
  if (after !== null) where.and(...after)
  const text = `
    select ${columns(where)} from ${table} where ${where.text} order by ${order}
    limit ${where.value(limit)} offset ${where.value(offset)}`
  const rows = await queryRows<R>(pool, composed(text), where.values)
  // A page that is not full gives the total; only a full one needs a count.
  if (after === null && rows.length < limit && (rows.length > 0 || offset === 0))
    return { rows, total: offset + rows.length }
  const [count] = await queryRows<[number]>(
    pool,
    composed(`select count(*) from ${table} where ${all.text}`),
    all.values,
  )
  return { rows, total: count![0] }
}
