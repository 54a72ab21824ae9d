/** Reads the member record. */
import type { Pool } from 'pg'
import type { Id } from '../../schemas/base/ids.js'
import { queryRows } from '../pg/prepared-statements.js'

/** Stored documents of members as JSON text (contract.md 3). */
export function memberReads(pool: Pool) {
  return {
    /** Null for a member that was deleted or never existed. */
    byId: async (id: Id): Promise<{ id: Id; version: number; doc: string } | null> => {
      const [row] = await queryRows<[number, string]>(
        pool,
        "select version, doc from member where id = $1 and status <> 'Deleted'",
        [id],
      )
      return row === undefined ? null : { id, version: row[0], doc: row[1] }
    },
  }
}
