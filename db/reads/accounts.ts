/** Reads loyalty accounts. */
import type { AccountQuery, DocumentRow } from '../../schemas/itinerary/reads.js'
import type { Pool } from 'pg'
import type { Id } from '../../schemas/base/ids.js'
import { Conditions, composed, prepared, queryRows } from '../pg/prepared-statements.js'

const BY_ID = prepared('select version, doc from account where member_id = $1 and id = $2')

/**
 * Stored documents of a member's loyalty accounts as JSON text (contract.md 3); accounts of other members are
 * not found.
 */
export function accountReads(pool: Pool) {
  return {
    /** Ordered by id. */
    list: async (member: Id, query: AccountQuery): Promise<{ rows: DocumentRow[]; total: number }> => {
      const where = new Conditions('member_id = $1', member)
      if (query.status !== null) where.and('status = any(?)', query.status)
      if (query.classification !== null) where.and('classification = ?', query.classification)
      const all = where.snapshot()
      if (query.after !== null) where.and('id > ?', query.after.id)
      const found = await queryRows<[number, number, string]>(
        pool,
        composed(`select id, version, doc from account where ${where.text}
          order by id limit ${where.value(query.limit)} offset ${where.value(query.offset)}`),
        where.values,
      )
      const [count] = await queryRows<[number]>(
        pool,
        composed(`select count(*) from account where ${all.text}`),
        all.values,
      )
      return { rows: found.map(([id, version, doc]) => ({ id: String(id), version, doc })), total: count![0] }
    },
    byId: async (member: Id, id: Id): Promise<DocumentRow | null> => {
      const [row] = await queryRows<[number, string]>(pool, BY_ID, [member, id])
      return row === undefined ? null : { id, version: row[0], doc: row[1] }
    },
  }
}
