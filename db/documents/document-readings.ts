/** Documents for the worker that reads them. Each step is saved once, however often it is repeated. */
import type { Pool } from 'pg'
import type {
  DocumentBatch,
  DocumentReadings,
  DocumentToRead,
} from '../../schemas/documents/document-store.js'
import { epochMs } from '../pg/prepared-statements.js'

const BY_ID = `
  select id::text, member_id::text as member, account, client_id as client, request, name, media_type as "mediaType",
    source, appointments, dry_run as "dryRun", batch_id::text as batch, bytes, status,
    coalesce(segments, '[]') as segments, becomes,
    ${epochMs('received')} as received, nullif(${epochMs('submitted')}, 0) as submitted
  from document
  where id = $1 and (status is null or status = 'read' and submitted is not null and published is null)`

const SAVE_READING = `
  update document set status = $2, format = $3, parts = $4, segments = $5, n = $6, error = $7,
    bytes = case when $8 then bytes end, is_partly_read = $9
  where id = $1 and status is null`

const SAVE_BATCHES = `
  update document set becomes = coalesce(becomes, $2::jsonb) where id = $1 returning becomes`

const MARK_PUBLISHED = `
  update document set published = clock_timestamp(), segments = null, error = $2,
    status = case when $2::text is null then status else 'failed' end
  where id = $1 and published is null`

/** @param keepDays days for which bytes are kept (KEEP_DOCUMENT_DAYS); 0: not beyond the reading */
export function documentReadings(pool: Pool, keepDays: number): DocumentReadings {
  return {
    byId: async (id) => {
      const { rows } = await pool.query<Omit<DocumentToRead, 'segments'> & { segments: string }>(BY_ID, [id])
      const [row] = rows
      return row === undefined ? null : { ...row, segments: JSON.parse(row.segments) as unknown[] }
    },
    saveReading: async (id, { status, format, parts, segments, error }) => {
      await pool.query(SAVE_READING, [
        ...[id, status, format, JSON.stringify(parts), JSON.stringify(segments), segments.length, error],
        keepDays > 0,
        parts.some(({ result }) => result === 'incomplete' || result === 'refused'),
      ])
    },
    saveBatches: async (id, batches) => {
      const { rows } = await pool.query<{ becomes: DocumentBatch[] }>(SAVE_BATCHES, [
        id,
        JSON.stringify(batches),
      ])
      return rows[0]?.becomes ?? []
    },
    markPublished: async (id, problem) => {
      await pool.query(MARK_PUBLISHED, [id, problem])
    },
  }
}
