/** Reads loyalty accounts. */
import type { AccountQuery, DocumentRow, Page } from '../../schemas/itinerary/reads.js'
import type { Pool } from 'pg'
import type { Id } from '../../schemas/base/ids.js'
import { Conditions, prepared, queryRows } from '../pg/prepared-statements.js'
import { readPage } from './page.js'

const BY_ID = prepared('select version, doc from account where member_id = $1 and id = $2')

/**
 * Stored documents of a member's loyalty accounts as JSON text (contract.md 3); accounts of other members are
 * not found.
 */
export function accountReads(pool: Pool) {
  return {
    /** Ordered by id. */
    list: async (member: Id, query: AccountQuery): Promise<Page<DocumentRow>> => {
      const where = new Conditions('member_id = $1', member)
      if (query.status !== null) where.and('status = any(?)', query.status)
      if (query.classification !== null) where.and('classification = ?', query.classification)
      const { rows, total } = await readPage<[number, number, string]>(pool, where, {
        table: 'account',
        columns: () => 'id, version, doc',
        order: 'id',
        after: query.after === null ? null : ['id > ?', query.after.id],
        limit: query.limit,
        offset: query.offset,
      })
      return { rows: rows.map(([id, version, doc]) => ({ id: String(id), version, doc })), total }
    },
    byId: async (member: Id, id: Id): Promise<DocumentRow | null> => {
      const [row] = await queryRows<[number, string]>(pool, BY_ID, [member, id])
      return row === undefined ? null : { id, version: row[0], doc: row[1] }
    },
  }
}
