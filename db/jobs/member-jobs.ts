/** The jobs of a member: requests them within bounds, lists and reads them. */
import type pg from 'pg'
import type {
  JobAnswer,
  JobBounds,
  JobKind,
  JobRequest,
  JobView,
  MemberJobs,
} from '../../schemas/jobs/job.js'
import { epochMs } from '../pg/prepared-statements.js'
import { transaction } from '../pg/transaction.js'
import { readJobFile } from './job-file.js'

/** Class of the advisory locks: requests of one member are counted one after another. */
const LOCK_CLASS = 7_246_160
const LOCK = `select pg_advisory_xact_lock(${LOCK_CLASS}, hashtext($1))`

const DAY = "interval '24 hours'"

/** Failed jobs do not count. `retry`: seconds until the oldest of the latest $3 is a day old. */
const COUNTS = `
  select count(*) filter (where ended is null)::int as unfinished,
    count(*) filter (where day)::int as today,
    extract(epoch from ${DAY} - (clock_timestamp()
      - (array_agg(created order by created desc) filter (where day))[$3::int]))::float8 as retry
  from (
    select ended, created, created > clock_timestamp() - ${DAY} and (ended is null or error is null) as day
    from background_job where member_id = $1 and kind = $2
  ) j`

const ASK = `
  insert into background_job (id, kind, member_id, input, served)
  values ($1, $2, $3, $4, coalesce((select max(served) from background_job where member_id = $3), '-infinity'))`

const LIST = `
  select id::text, input, ${epochMs('created')}::float8 as created, result,
    case when ended is null then case when worker is null then 'waiting' else 'running' end
      when error is null then 'done' else 'failed' end as state,
    case when ended is null then null else ${epochMs('expires')}::float8 end as until
  from background_job
  where member_id = $1 and kind = $2 and (expires is null or expires > clock_timestamp())
  order by id desc`

export function memberJobs(pool: pg.Pool): MemberJobs {
  return {
    ask: async (job, bounds) => await transaction(pool, async (client) => await ask(client, job, bounds)),
    list: async <K extends JobKind>(member: string, kind: K) =>
      (await pool.query<JobView<K>>(LIST, [member, kind])).rows,
    file: (id) => readJobFile(pool, id),
  }
}

async function ask(
  client: pg.PoolClient,
  { id, kind, member, input }: JobRequest<JobKind>,
  { unfinished, perDay }: JobBounds,
): Promise<JobAnswer> {
  await client.query(LOCK, [member])
  const {
    rows: [counts],
  } = await client.query<{ unfinished: number; today: number; retry: number | null }>(COUNTS, [
    ...[member, kind, perDay],
  ])
  if (counts === undefined) throw new Error('an aggregate returned no row')
  if (counts.unfinished >= unfinished) return { is: 'busy' }
  if (counts.today >= perDay) return { is: 'spent', retryAfter: Math.max(1, Math.ceil(counts.retry ?? 0)) }
  await client.query(ASK, [id, kind, member, JSON.stringify(input)])
  return { is: 'asked' }
}
