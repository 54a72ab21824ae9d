/** Reads the member record. */
import type { Pool } from 'pg'
import type { Id } from '../../schemas/base/ids.js'
import { prepared, queryRows } from '../pg/prepared-statements.js'

const BY_ID = prepared("select version, doc from member where id = $1 and status <> 'Deleted'")

/** Stored documents of members as JSON text (contract.md 3). */
export function memberReads(pool: Pool) {
  return {
    /** Null for a member that was deleted or never existed. */
    byId: async (id: Id): Promise<{ id: Id; version: number; doc: string } | null> => {
      const [row] = await queryRows<[number, string]>(pool, BY_ID, [id])
      return row === undefined ? null : { id, version: row[0], doc: row[1] }
    },
  }
}
