/** The file of a job, in parts of a bounded size, so that only one is in memory at a time. */
import type pg from 'pg'
import type { Id } from '../../schemas/base/ids.js'
import type { ClaimedJob } from '../../schemas/jobs/job.js'

const PART_BYTES = 256 * 1024

const CLEAR = 'delete from background_job_part where job_id = $1'

/** Locks the job against another claim; nothing is written if it is no longer ours. */
const WRITE = `
  insert into background_job_part (job_id, part, content)
  select id, $4, $5 from background_job where id = $1 and worker = $2 and attempts = $3 for key share`

const READ = 'select content from background_job_part where job_id = $1 and part = $2'
const COUNT = 'select count(*)::int as parts from background_job_part where job_id = $1'

/**
 * Writes the file of a claimed job, replacing that of an earlier attempt. Throws if the job is no longer ours, or has more
 * than `most` bytes.
 */
export async function writeJobFile(
  pool: pg.Pool,
  { id, attempt }: Pick<ClaimedJob, 'id' | 'attempt'>,
  { worker, chunks, most }: { worker: string; chunks: AsyncIterable<Uint8Array>; most: number },
): Promise<void> {
  await pool.query(CLEAR, [id])
  let waiting: Uint8Array[] = []
  let size = 0
  let part = 0
  const write = async (content: Buffer): Promise<void> => {
    const { rowCount } = await pool.query(WRITE, [id, worker, attempt, part, content])
    if (rowCount !== 1) throw new Error('the job is no longer ours')
    part += 1
    if (part * PART_BYTES > most) throw new Error(`the file has more than ${most} bytes`)
  }
  for await (const chunk of chunks) {
    waiting.push(chunk)
    size += chunk.length
    if (size < PART_BYTES) continue
    const joined = Buffer.concat(waiting)
    let at = 0
    for (; size - at >= PART_BYTES; at += PART_BYTES) await write(joined.subarray(at, at + PART_BYTES))
    waiting = [joined.subarray(at)]
    size -= at
  }
  if (size > 0) await write(Buffer.concat(waiting))
}

/** The file of a job, part by part. Throws if one is missing because it was deleted meanwhile. */
export async function* readJobFile(pool: pg.Pool, id: Id): AsyncGenerator<Buffer> {
  const parts = (await pool.query<{ parts: number }>(COUNT, [id])).rows[0]?.parts ?? 0
  for (let part = 0; part < Math.max(1, parts); part++) {
    const { rows } = await pool.query<{ content: Buffer }>(READ, [id, part])
    if (rows[0] === undefined) throw new Error(`part ${part} of the file of job ${id} is missing`)
    yield rows[0].content
  }
}
