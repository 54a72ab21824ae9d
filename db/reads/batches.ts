/** Reads the outcomes of accepted messages. */
import DataLoader from 'dataloader'
import type { Pool } from 'pg'
import type { BatchRow } from '../../schemas/itinerary/reads.js'
import type { Id } from '../../schemas/base/ids.js'
import { unpackContent, type RawBatchContent } from '../fold/raw-batch/raw-batch-content.js'
import { eachOf, prepared, queryRows } from '../pg/prepared-statements.js'

type KeyColumns = [id: number, kind: string, client: string | null, received: number]
type Row = [...KeyColumns, content: Buffer, failed: boolean, member: number]
type RawIdRow = [...KeyColumns, content: Buffer, refused: boolean]

const KEY_AND_CONTENT = 'id, kind, client_id, (extract(epoch from received) * 1000)::float8, content'

const BATCHES = prepared(`
  select ${KEY_AND_CONTENT}, failed, member_id
  from ${eachOf('of_member, of_batch', '$1::bigint[]', '$2::bigint[]')} asked
  cross join lateral (
    select * from raw_batch where member_id = asked.of_member and id = asked.of_batch offset 0) found`)

/** Batches that one statement looks up at most. */
const MAX_BATCHES = 200

/** The block of raw ids begins behind the id of its batch, or where `first_id` says. */
const BATCH_OF_RAW_ID = prepared(`
  select ${KEY_AND_CONTENT}, refused from (
    (select * from raw_batch where member_id = $1 and id < $2 order by id desc limit 1)
    union all (
      select * from raw_batch
      where member_id = $1 and first_id <= $2 and first_id is not null order by first_id desc limit 1)
  ) near where $2 >= coalesce(first_id, id + 1) and $2 < coalesce(first_id, id + 1) + n
  limit 1`)

const LAG = prepared(
  `
  select case when count(*) = count(folded_to)
    then (max(extract(epoch from now() - folded_to)) * 1000)::bigint end from partition_state`,
  'fold-lag',
)

/**
 * A later message that withdrew or replaced the raw segment $2; the outcome of its own message is not changed
 * by that.
 */
const WITHDRAWN = prepared(`
  select 1 from raw_batch where member_id = $1 and id > $2 and withdrawn @> array[$2::bigint] limit 1`)

const IS_PARKED = prepared('select 1 from parked_member where member_id = $1')

const WAS_LOST = prepared(
  'select 1 from lost_run where $1::bigint >= from_id and $1::bigint < until_id limit 1',
)

/** Outcomes of folded messages (GET /v2/batches/{id}, contract.md 2), and how far the fold lags. */
export function batchReads(pool: Pool) {
  const lookups = batchLookups(pool)
  return {
    /** Null for a batch that is not folded yet, unknown, or of another member. */
    byId: async (member: Id, id: Id): Promise<BatchRow | null> => await lookups.load(keyOf(member, id)),
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
      if (row[FLAG]) return null
      const [id, kind, client] = row
      const outcome = contentOf(row).results.find(({ _id }) => _id === Number(rawId))
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
    wasLost: async (id: Id): Promise<boolean> => (await queryRows(pool, WAS_LOST, [id])).length > 0,
  }
}

/**
 * Runs one lookup statement at a time; lookups made meanwhile share the next one. However many requests poll for their
 * fold, they use one connection and leave the rest to reads.
 */
function batchLookups(pool: Pool): DataLoader<string, BatchRow | null> {
  let underWay: Promise<unknown> = Promise.resolve()
  const load = async (keys: readonly string[]): Promise<(BatchRow | null)[]> => {
    const asked = keys.map((key) => key.split(':') as [Id, Id])
    const found = queryRows<Row>(pool, BATCHES, [asked.map(([member]) => member), asked.map(([, id]) => id)])
    underWay = found.catch(() => undefined)
    const rows = new Map((await found).map((row) => [keyOf(row[MEMBER], row[0]), batchRow(row)]))
    return keys.map((key) => rows.get(key) ?? null)
  }
  return new DataLoader(load, {
    cache: false,
    maxBatchSize: MAX_BATCHES,
    batchScheduleFn: (dispatch) => void underWay.then(dispatch),
  })
}

const keyOf = (member: Id | number, batch: Id | number): string => `${member}:${batch}`

function batchRow(row: Row): BatchRow {
  const { results, resource, refusal } = contentOf(row)
  const status = row[FLAG] ? 'failed' : 'processed'
  return { id: String(row[0]), status, results: JSON.stringify(results), resource, refusal }
}

/** Position of what follows the content. */
const FLAG = 5
const MEMBER = 6

function contentOf([id, kind, client, received, content]: Row | RawIdRow): RawBatchContent {
  return unpackContent(content, { id, kind, client, received })
}

async function isWithdrawn(pool: Pool, member: Id, rawId: Id): Promise<boolean> {
  return (await queryRows(pool, WITHDRAWN, [member, rawId])).length > 0
}
