/** Reading what became of accepted messages. */
import type { Pool } from 'pg'
import type { Id } from '../../schemas/base/ids.js'
import type { RawOutcome } from '../../schemas/stream/message.js'
import type { BatchWrite } from '../../schemas/stream/fold-result.js'
import { queryRows } from '../pg/prepared-statements.js'

export interface BatchRow {
  id: Id
  status: 'processed' | 'failed'
  results: string
  resource: BatchWrite['resource']
  refusal: BatchWrite['refusal']
}

type Row = [
  id: number,
  status: 'processed' | 'failed',
  results: string,
  resource: string | null,
  refusal: string | null,
]

/**
 * Outcomes of messages that are folded (GET /v2/batches/{id}, contract.md 2); null for what is not folded yet, foreign or
 * unknown; and how far behind the fold is.
 */
export function batchReads(pool: Pool) {
  return {
    byId: async (member: Id, id: Id): Promise<BatchRow | null> => {
      const [row] = await queryRows<Row>(
        pool,
        'select id, status, results, resource, refusal from raw_batch where member_id = $1 and id = $2',
        [member, id],
      )
      if (row === undefined) return null
      const [, status, results, resource, refusal] = row
      return {
        id,
        status,
        results,
        resource: resource === null ? null : (JSON.parse(resource) as BatchRow['resource']),
        refusal: refusal === null ? null : (JSON.parse(refusal) as BatchRow['refusal']),
      }
    },
    /** The batch whose block of raw ids holds this one, unless it was refused as a whole, and the segment that it became there. */
    byRawId: async (
      member: Id,
      rawId: Id,
    ): Promise<{ id: Id; client: string | null; kind: string; segment: Id | null; held: boolean } | null> => {
      const [row] = await queryRows<[number, string | null, string, number, string, boolean]>(
        pool,
        `
        select id, client_id, kind, first_id + n, results, refusal is not null from raw_batch
        where member_id = $1 and first_id <= $2 and first_id is not null order by first_id desc limit 1`,
        [member, rawId],
      )
      if (row === undefined || Number(rawId) >= row[3] || row[5]) return null
      const became = (JSON.parse(row[4]) as RawOutcome[]).find((outcome) => outcome._id === Number(rawId))
      const held = became?.action === 'held' && !(await takenBack(pool, member, rawId))
      return { id: String(row[0]), client: row[1], kind: row[2], segment: became?.segment_id ?? null, held }
    },
    /** Milliseconds for which the partition that is furthest behind has not folded what is stored, whoever works it; infinite when one never was worked. */
    lag: async (): Promise<number> => {
      const [row] = await queryRows<[number | null]>(
        pool,
        `
        select case when count(*) = count(folded_to) then (max(extract(epoch from now() - folded_to)) * 1000)::bigint end from part`,
        [],
      )
      return row?.[0] ?? Infinity
    },
    isParked: async (member: Id): Promise<boolean> =>
      (await queryRows(pool, 'select 1 from parked_member where member_id = $1', [member])).length > 0,
  }
}

/** Whether a later message took a raw segment back or its place: what came of its own message stands as it was. */
async function takenBack(pool: Pool, member: Id, rawId: Id): Promise<boolean> {
  const found = await queryRows(
    pool,
    `
    select 1 from raw_batch where member_id = $1 and id > $2 and refusal is null and (
      (kind = 'withdraw' and results::jsonb @> jsonb_build_array(jsonb_build_object('_id', $2::bigint)))
      or (kind = 'segment' and envelope::jsonb ->> 'replaces' = $2::bigint::text))
    limit 1`,
    [member, rawId],
  )
  return found.length > 0
}
