/** Reads sources as the API shows them (contract.md 3). */
import type { Page, SourceQuery } from '../../schemas/itinerary/reads.js'
import type { Pool } from 'pg'
import { Conditions, prepared, queryRows } from '../pg/prepared-statements.js'
import { readPage } from './page.js'

const timestamp = (column: string): string =>
  `to_char(${column} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`

const DOC = `json_build_object('id', id, 'name', name, 'classification', classification,
  'segment_types', to_json(segment_types), 'vendor_code', vendor_code, 'priority', priority, 'status', status,
  'url', url, 'created', ${timestamp('created')}, 'updated', ${timestamp('updated')})::text`

const MATCHES_SEARCH = `exists (select from (select ?::text as q) asked where strpos(place_key(name), place_key(q)) > 0
  or strpos(lower(id), lower(q)) > 0 or lower(vendor_code) = lower(q))`

/** How well a source matches the text (0: name, id or code; 1: beginning of the name; 2: less), then its id. */
const RANKED = `(select case
    when place_key(name) = place_key(q) or lower(q) in (lower(id), lower(vendor_code)) then 0
    when strpos(place_key(name), place_key(q)) = 1 then 1
    else 2 end || id from (select ?::text as q) asked) collate "C"`

const BY_ID = prepared(`select ${DOC} from source where id = $1`)

/** Sources as JSON text, the same for every caller (contract.md 3). */
export function sourceReads(pool: Pool) {
  return {
    /** Ordered by id, bytewise; with a text, by rank first. `at` is the place of a row in this order. */
    list: async (query: SourceQuery): Promise<Page<{ at: string; doc: string }>> => {
      const where = new Conditions('true')
      const [order, asked] = query.q === null ? ['id collate "C"', []] : [RANKED, [query.q]]
      if (query.q !== null) where.and(MATCHES_SEARCH, query.q)
      if (query.classification !== null) where.and('classification = ?', query.classification)
      if (query.segmentType !== null) where.and('? = any(segment_types)', query.segmentType)
      const { rows, total } = await readPage<[string, string]>(pool, where, {
        table: 'source',
        columns: (some) => `${order.replace('?', () => some.value(query.q))} as at, ${DOC}`,
        order: 'at',
        after: query.after === null ? null : [`${order} > ?`, ...asked, query.after],
        limit: query.limit,
        offset: query.offset,
      })
      return { rows: rows.map(([at, doc]) => ({ at, doc })), total }
    },
    byId: async (id: string): Promise<{ id: string; doc: string } | null> => {
      const [row] = await queryRows<[string]>(pool, BY_ID, [id])
      return row === undefined ? null : { id, doc: row[0] }
    },
  }
}
