/** Reads what the head of a member says for pages: `home` and `pins` of StoredHead, which the fold writes. */
import type { Pool } from 'pg'
import type { Id } from '../../schemas/base/ids.js'
import type { GroupingNotes, InferredHome } from '../../schemas/member-pages/grouping-notes.js'
import { prepared, queryRows } from '../pg/prepared-statements.js'

const HEAD = prepared("select head from member where id = $1 and status <> 'Deleted'")

interface Head {
  home?: InferredHome
  /** Segment and trip; null: in no trip. */
  pins?: Array<[segment: Id, trip: Id | null]>
}

export function groupingNotes(pool: Pool) {
  return {
    byId: async (member: Id): Promise<GroupingNotes> => {
      const [row] = await queryRows<[string | null]>(pool, HEAD, [member])
      const head = JSON.parse(row?.[0] ?? '{}') as Head
      return {
        home: head.home ?? null,
        takenOut: (head.pins ?? []).filter(([, trip]) => trip === null).map(([segment]) => segment),
      }
    },
  }
}
