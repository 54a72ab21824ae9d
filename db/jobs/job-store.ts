/** The jobs of one worker: claims, ends and deletes them. */
import type pg from 'pg'
import type { ClaimedJob, JobEnd, JobStore } from '../../schemas/jobs/job.js'
import { hasHeartbeat } from '../pg/live-process.js'
import { prepared } from '../pg/prepared-statements.js'

/** A worker without a heartbeat for this long is considered dead; one is due every second. */
const DEAD_S = 2.5
const UNIQUE_VIOLATION = '23505'
/** Jobs deleted by one statement, each with up to thousands of parts. */
const MAX_DELETED = 10

/**
 * $1 kinds, $2 this process, $3 the jobs that it runs. A job that this process holds but does not run was claimed by a
 * statement whose answer was lost. The member's other jobs then wait for those of all other members; locked ones are being
 * claimed or ended.
 */
const CLAIM = prepared(
  `
  with next as materialized (
    select id, member_id from background_job j
    where ended is null and due <= clock_timestamp() and kind = any($1::text[])
      and (worker is null or case worker when $2 then not id = any($3::bigint[]) else not ${hasHeartbeat('worker', DEAD_S)} end)
      and not exists (
        select from background_job other
        where other.member_id = j.member_id and other.worker is not null and other.id <> j.id)
    order by served, id limit 1 for update skip locked
  ), rest as (
    update background_job set served = clock_timestamp() where id = any(array(
      select o.id from background_job o where o.member_id = (select member_id from next) and o.ended is null
        and o.id <> (select id from next)
      for update skip locked))
  )
  update background_job j set worker = $2, attempts = attempts + 1, served = clock_timestamp()
  from next where j.id = next.id
  returning j.id::text, j.kind, j.member_id::text as member, j.input, j.attempts as attempt`,
  'background-job-claim',
)

const IS_OURS = 'id = $1 and worker = $2 and attempts = $3'

const DONE = `
  update background_job set worker = null, ended = clock_timestamp(), error = null, result = $4,
    expires = clock_timestamp() + $5 * interval '1 ms'
  where ${IS_OURS}`
const FAILED = `
  with failed as (
    update background_job set worker = null, ended = clock_timestamp(), error = $4,
      expires = clock_timestamp() + $5 * interval '1 ms'
    where ${IS_OURS} returning id
  )
  delete from background_job_part where job_id in (select id from failed)`
const RETRIED = `
  update background_job set worker = null, error = $4, due = clock_timestamp() + $5 * interval '1 ms'
  where ${IS_OURS}`
const RELEASED = `update background_job set worker = null, attempts = attempts - 1 where ${IS_OURS}`

const DELETE_OVER = `
  delete from background_job where id = any(array(
    select id from background_job where expires < clock_timestamp() limit ${MAX_DELETED} for update skip locked))`

/** @param worker the name of this process in its heartbeats */
export function jobStore(pool: pg.Pool, worker: string): JobStore {
  return {
    claim: async (kinds, running) => {
      try {
        const { rows } = await pool.query<ClaimedJob>({ ...CLAIM, values: [kinds, worker, running] })
        return rows[0] ?? null
      } catch (error) {
        // Another worker has just claimed another job of the member.
        if ((error as { code?: unknown }).code === UNIQUE_VIOLATION) return null
        throw error
      }
    },
    end: async ({ id, attempt }, end) => {
      await pool.query(...endStatement([id, worker, attempt], end))
    },
    deleteOver: async () => {
      let deleted = 0
      for (;;) {
        const count = (await pool.query(DELETE_OVER)).rowCount ?? 0
        deleted += count
        if (count < MAX_DELETED) return deleted
      }
    },
  }
}

function endStatement(ours: unknown[], end: JobEnd): [sql: string, values: unknown[]] {
  switch (end.is) {
    case 'done':
      return [DONE, [...ours, JSON.stringify(end.result), end.keepMs]]
    case 'failed':
      return [FAILED, [...ours, end.error, end.keepMs]]
    case 'retried':
      return [RETRIED, [...ours, end.error, end.afterMs]]
    case 'released':
      return [RELEASED, ours]
  }
}
