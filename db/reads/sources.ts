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

const MATCHES_SEARCH = '(strpos(place_key(name), place_key(?)) > 0 or strpos(lower(id), lower(?)) > 0)'

const BY_ID = prepared(`select ${DOC} from source where id = $1`)

/** Sources as JSON text, the same for every caller (contract.md 3). */
export function sourceReads(pool: Pool) {
  return {
    /** Ordered by id, bytewise. */
    list: async (query: SourceQuery): Promise<Page<{ id: string; doc: string }>> => {
      const where = new Conditions('true')
      if (query.q !== null) where.and(MATCHES_SEARCH, query.q, query.q)
      if (query.classification !== null) where.and('classification = ?', query.classification)
      if (query.segmentType !== null) where.and('? = any(segment_types)', query.segmentType)
      const { rows, total } = await readPage<[string, string]>(pool, where, {
        table: 'source',
        columns: () => `id, ${DOC}`,
        order: 'id collate "C"',
        after: query.after === null ? null : ['id collate "C" > ?', query.after],
        limit: query.limit,
        offset: query.offset,
      })
      return { rows: rows.map(([id, doc]) => ({ id, doc })), total }
    },
    byId: async (id: string): Promise<{ id: string; doc: string } | null> => {
      const [row] = await queryRows<[string]>(pool, BY_ID, [id])
      return row === undefined ? null : { id, doc: row[0] }
    },
  }
}
