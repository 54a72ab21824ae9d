/** The work of an export: the file of its job, compressed with gzip, read and written in steps. */
import { pipeline, Readable } from 'node:stream'
import { createGzip } from 'node:zlib'
import type pg from 'pg'
import { writeJobFile } from '../../../db/jobs/job-file.js'
import type { ClaimedJob, JobKinds } from '../../../schemas/jobs/job.js'
import { personExport } from '../members/person-export.js'

export interface ExportParts {
  pool: pg.Pool
  /** The process whose heartbeats hold the claim. */
  worker: string
  authUrl: string
}

/** Compressed; a hundred times the size of 6,000 segments with their history. */
const MAX_FILE_BYTES = 512 * 2 ** 20

/** Writes the file under the claim. Throws if the claim is lost or the file becomes too large. */
export async function exportPerson(
  job: ClaimedJob<'export'>,
  { pool, worker, authUrl }: ExportParts,
): Promise<JobKinds['export']['result']> {
  const { document, calendar } = personExport(pool, { authUrl, now: Date.now })
  let bytes = 0
  const counted = async function* (): AsyncGenerator<Buffer> {
    for await (const text of job.input.as === 'ics' ? [await calendar(job.member)] : document(job.member)) {
      const chunk = Buffer.from(text)
      bytes += chunk.length
      yield chunk
    }
  }
  const chunks = pipeline(Readable.from(counted(), { objectMode: false }), createGzip(), () => {})
  await writeJobFile(pool, job, { worker, chunks, most: MAX_FILE_BYTES })
  return { bytes }
}
