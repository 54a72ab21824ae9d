/** Acknowledged messages that were never folded, as operators see them (workers/DESIGN.md 3.6). */
import type pg from 'pg'
import type { LostRun } from '../../schemas/stream/stream-audit.js'

export type ListedLoss = LostRun & { found: Date }

/** A request that was accepted about then, and whose batch is not folded. */
export interface UnfoldedRequest {
  at: Date
  client: string
  member: string
  method: string
  path: string
  request: string
}

const OPEN = 'from lost_run where settled is null'

const LIST = `
  select first, last, is_held as "isHeld", from_id as "fromId", until_id as "untilId", found ${OPEN} order by first`

/** Those about which no operator has decided. */
export async function listLost(pool: pg.Pool): Promise<ListedLoss[]> {
  return (await pool.query<ListedLoss>(LIST)).rows
}

/** How many messages these are. */
export async function countLost(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ lost: number }>(
    `select coalesce(sum(last - first + 1), 0)::int as lost ${OPEN}`,
  )
  return rows[0]?.lost ?? 0
}

/** The ingress notes when a request arrives, and the batch gets its time before the answer. */
const UNFOLDED_REQUESTS = `
  select r.at, r.client_id as client, r.member_id::text as member, r.method, r.path, r.request
  from request_log r
  where r.at >= $1 and r.at < $2 and r.member_id is not null and r.method <> 'GET' and r.status between 200 and 202
    and not exists (
      select from raw_batch b where b.member_id = r.member_id and b.client_id = r.client_id
        and b.id >= first_id_after(r.at - interval '1 minute') and b.id < first_id_after(r.at + interval '2 minutes')
        and b.received between r.at - interval '1 millisecond' and r.at + (r.ms + 1) * interval '1 millisecond')
  order by r.at limit $3`

/** Logged requests that arrived between two instants, at most so many of the oldest. */
export async function unfoldedRequests(
  pool: pg.Pool,
  from: Date,
  until: Date,
  most: number,
): Promise<UnfoldedRequest[]> {
  return (await pool.query<UnfoldedRequest>(UNFOLDED_REQUESTS, [from, until, most])).rows
}

const SETTLE = `
  with settled as (
    update lost_run set settled = now() where settled is null and first = any($1::bigint[]) returning first, last
  ), logged as (
    insert into operator_command (partition, command, args, requested_by, reason, completed_at, result)
    select -1, 'lost', jsonb_build_object('from', first, 'to', last), $2, $3, now(), $4 from settled
  )
  select from settled`

/** Records an operator's decision about the runs that begin with these sequences. Returns how many there were. */
export async function settleLost(
  pool: pg.Pool,
  firsts: number[],
  decision: { by: string; because: string; result: string },
): Promise<number> {
  const { by, because, result } = decision
  return (await pool.query(SETTLE, [firsts, by, because, result])).rows.length
}
