/** Reads the outcomes of accepted messages. */
import type { BatchRow } from '../../schemas/itinerary/reads.js'
import type { Pool } from 'pg'
import type { Id } from '../../schemas/base/ids.js'
import type { RawOutcome } from '../../schemas/stream/message.js'
import { prepared, queryRows } from '../pg/prepared-statements.js'

type Row = [
  id: number,
  status: 'processed' | 'failed',
  results: string,
  resource: string | null,
  refusal: string | null,
]

type RawIdRow = [
  batch: number,
  client: string | null,
  kind: string,
  nextFirstId: number,
  results: string,
  refused: boolean,
]

const BATCH = prepared(`
  select id, status, results, resource, refusal from raw_batch where member_id = $1 and id = $2`)

const BATCH_OF_RAW_ID = prepared(`
  select id, client_id, kind, first_id + n, results, refusal is not null from raw_batch
  where member_id = $1 and first_id <= $2 and first_id is not null order by first_id desc limit 1`)

const LAG = prepared(`
  select case when count(*) = count(folded_to)
    then (max(extract(epoch from now() - folded_to)) * 1000)::bigint end from partition_state`)

/**
 * A later message that withdrew or replaced the raw segment $2; the outcome of its own message is not changed
 * by that.
 */
const WITHDRAWN = prepared(`
  select 1 from raw_batch where member_id = $1 and id > $2 and refusal is null and (
    (kind = 'withdraw' and results::jsonb @> jsonb_build_array(jsonb_build_object('_id', $2::bigint)))
    or (kind = 'segment' and envelope::jsonb ->> 'replaces' = $2::bigint::text))
  limit 1`)

const IS_PARKED = prepared('select 1 from parked_member where member_id = $1')

/** Outcomes of folded messages (GET /v2/batches/{id}, contract.md 2), and how far the fold lags. */
export function batchReads(pool: Pool) {
  return {
    /** Null for a batch that is not folded yet, unknown, or of another member. */
    byId: async (member: Id, id: Id): Promise<BatchRow | null> => {
      const [row] = await queryRows<Row>(pool, BATCH, [member, id])
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
    /**
     * The batch whose block of raw ids contains this one, unless it was refused as a whole, and the segment
     * that the raw segment became part of.
     */
    byRawId: async (
      member: Id,
      rawId: Id,
    ): Promise<{ id: Id; client: string | null; kind: string; segment: Id | null; held: boolean } | null> => {
      const [row] = await queryRows<RawIdRow>(pool, BATCH_OF_RAW_ID, [member, rawId])
      if (row === undefined) return null
      const [id, client, kind, nextFirstId, results, refused] = row
      if (Number(rawId) >= nextFirstId || refused) return null
      const outcome = (JSON.parse(results) as RawOutcome[]).find(({ _id }) => _id === Number(rawId))
      const held = outcome?.action === 'held' && !(await isWithdrawn(pool, member, rawId))
      return { id: String(id), client, kind, segment: outcome?.segment_id ?? null, held }
    },
    /**
     * Milliseconds by which the slowest partition lags, whichever worker owns it; infinite if one was never
     * folded.
     */
    lag: async (): Promise<number> => {
      const [row] = await queryRows<[number | null]>(pool, LAG, [])
      return row?.[0] ?? Infinity
    },
    isParked: async (member: Id): Promise<boolean> => (await queryRows(pool, IS_PARKED, [member])).length > 0,
  }
}

async function isWithdrawn(pool: Pool, member: Id, rawId: Id): Promise<boolean> {
  return (await queryRows(pool, WITHDRAWN, [member, rawId])).length > 0
}
