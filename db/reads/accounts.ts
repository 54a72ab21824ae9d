/** Reading loyalty accounts. */
import type { Pool } from 'pg'
import type { Id } from '../../schemas/base/ids.js'
import { Conditions, queryRows } from '../pg/prepared-statements.js'

interface AccountQuery {
  status: string[] | null
  classification: string | null
  limit: number
  offset: number
  after: { at: number; id: Id } | null
}
interface Doc {
  id: Id
  version: number
  doc: string
}

/** Stored documents of a member's loyalty accounts as JSON text (contract.md 3); a foreign account is not found. */
export function accountReads(pool: Pool) {
  return {
    /** By id. */
    list: async (member: Id, query: AccountQuery): Promise<{ rows: Doc[]; total: number }> => {
      const where = new Conditions('member_id = $1', member)
      if (query.status !== null) where.and('status = any(?)', query.status)
      if (query.classification !== null) where.and('classification = ?', query.classification)
      const counted = { text: where.text, values: [...where.values] }
      if (query.after !== null) where.and('id > ?', query.after.id)
      const found = await queryRows<[number, number, string]>(
        pool,
        `select id, version, doc from account where ${where.text}
        order by id limit ${where.value(query.limit)} offset ${where.value(query.offset)}`,
        where.values,
      )
      const [count] = await queryRows<[number]>(
        pool,
        `select count(*) from account where ${counted.text}`,
        counted.values,
      )
      return { rows: found.map(([id, version, doc]) => ({ id: String(id), version, doc })), total: count![0] }
    },
    byId: async (member: Id, id: Id): Promise<Doc | null> => {
      const [row] = await queryRows<[number, string]>(
        pool,
        'select version, doc from account where member_id = $1 and id = $2',
        [member, id],
      )
      return row === undefined ? null : { id, version: row[0], doc: row[1] }
    },
  }
}
