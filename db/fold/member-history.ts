/** Everything a member was sent and what it became, read at one instant while the service runs. */
import type pg from 'pg'
import type { Id } from '../../schemas/base/ids.js'
import type { BatchWrite } from '../../schemas/stream/fold-result.js'
import type { Envelope } from '../../schemas/stream/message.js'
import { transaction } from '../pg/transaction.js'
import { unpackContent, type ContentKey } from './raw-batch/raw-batch-content.js'

export interface StoredHistory {
  id: Id
  profile: string
  appliedSeq: number
  /** False: retention may have removed messages of the member (`KEEP_RAW_BATCH_DAYS`). */
  complete: boolean
  messages: Array<{
    seq: number
    member: Id
    envelope: Envelope
    body: string
    became: Pick<BatchWrite, 'results' | 'resource'>
  }>
  segments: Array<{ id: Id; rawIds: Id[]; status: string; doc: string }>
  trips: Array<{ id: Id; status: string; doc: string }>
}

/** Up to `limit` member ids greater than `after`, in order. */
export async function memberIds(pool: pg.Pool, after: Id, limit: number): Promise<Id[]> {
  const { rows } = await pool.query<{ id: string }>(
    'select id::text as id from member where id > $1 order by member.id limit $2',
    [after, limit],
  )
  return rows.map((row) => row.id)
}

const MESSAGES = `
  select seq, id, kind, client_id as client, (extract(epoch from received) * 1000)::float8 as received, content
  from raw_batch where member_id = $1 and not refused order by seq`

const SEGMENTS = `
  select id::text as id, raw_ids::text[] as raw_ids, status, doc from segment
  where member_id = $1 order by segment.id`

const TRIPS = 'select id::text as id, status, doc from trip where member_id = $1 order by trip.id'

interface MessageRow extends ContentKey {
  seq: number
  content: Buffer
}

interface SegmentRow {
  id: string
  raw_ids: string[]
  status: string
  doc: string
}

/** One member with every message that was not refused, in stream order; null if there is no such member. */
export async function readMemberHistory(pool: pg.Pool, id: Id): Promise<StoredHistory | null> {
  return await transaction(pool, async (client) => {
    await client.query('set transaction isolation level repeatable read, read only')
    const {
      rows: [member],
    } = await client.query<{ doc: string; last_seq: number; complete: boolean }>(
      `select doc, last_seq, id >= (select coalesce(min(coalesce(from_id, 0)), 0) from raw_batch_part) as complete
      from member where id = $1`,
      [id],
    )
    if (member === undefined) return null
    const { rows: messages } = await client.query<MessageRow>(MESSAGES, [id])
    const { rows: segments } = await client.query<SegmentRow>(SEGMENTS, [id])
    const { rows: trips } = await client.query<{ id: string; status: string; doc: string }>(TRIPS, [id])
    return {
      id,
      profile: member.doc,
      appliedSeq: member.last_seq,
      complete: member.complete,
      messages: messages.map(({ seq, content, ...key }) => {
        const { envelope, body, results, resource } = unpackContent(content, key)
        return { seq, member: id, envelope, body, became: { results, resource } }
      }),
      segments: segments.map(({ raw_ids: rawIds, ...row }) => ({ ...row, rawIds })),
      trips,
    }
  })
}
