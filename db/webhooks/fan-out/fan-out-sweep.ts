/**
 * Finds events of the log without deliveries (webhooks.md 5). `fan_out_sweep` holds up to which transaction
 * the log was searched; a search continues there, reads each event once, and ends at the transactions that
 * were finished some seconds ago, whose notices have arrived by now.
 */
import type pg from 'pg'
import type { NotifiedEvent } from '../../../schemas/webhooks/delivery.js'
import type { SweepResult } from '../../../schemas/webhooks/delivery-store.js'
import { prepared } from '../../pg/prepared-statements.js'
import { transaction } from '../../pg/transaction.js'

/** Events searched by one transaction; a few more if the last commit among them made several. */
const MAX_EVENTS = 1_000
const LAST_XID = '18446744073709551615'

interface Position {
  swept_to: string
  horizon: string
  /** The log comes from a server with another transaction counter: `pg_dump`, restored elsewhere. */
  foreign: boolean
}

/** Nothing while the horizon is young, or while another worker searches. */
const LOCK = prepared(
  `
  select swept_to::text, horizon::text, horizon > pg_snapshot_xmax(pg_current_snapshot()) as "foreign"
  from fan_out_sweep where horizon_at < clock_timestamp() - $1 * interval '1 millisecond'
  for update skip locked`,
  'fan-out-sweep-lock',
)

const PAGE = prepared(
  `
  with page as materialized (
    select id, created, member_id, sequence, type, client_id, xid from logged_event
    where xid >= $1::xid8 and xid < $2::xid8 order by xid fetch first ${MAX_EVENTS} rows with ties
  )
  select (select count(*) from page)::int as events,
    (select xid::text from page order by xid desc limit 1) as last,
    (select json_agg(json_build_object('id', id, 'created', extract(epoch from created) * 1000)
        order by member_id, sequence)
      from page where client_id is null and member_id is not null and sequence > coalesce((
        select p.sequence from fan_out_progress p where p.member_id = page.member_id), 0)) as missing`,
  'fan-out-sweep-page',
)

const CONTINUE = 'update fan_out_sweep set swept_to = $1::xid8'

const FINISH = `
  update fan_out_sweep set swept_to = $1::xid8, horizon = pg_snapshot_xmin(pg_current_snapshot()),
    horizon_at = clock_timestamp()`

/**
 * As `FanOutStore.sweep`: a part in which something is missing is searched again. The log of another server is searched
 * to its end, then the transactions of this one from the first on.
 */
export async function sweepFanOut(pool: pg.Pool, ageMs: number): Promise<SweepResult> {
  return await transaction(pool, async (client) => {
    const {
      rows: [position],
    } = await client.query<Position>({ ...LOCK, values: [ageMs] })
    if (position === undefined) return { missing: [], more: false }
    const { swept_to: from, horizon, foreign } = position
    const {
      rows: [page],
    } = await client.query<{ events: number; last: string | null; missing: NotifiedEvent[] | null }>({
      ...PAGE,
      values: [from, foreign ? LAST_XID : horizon],
    })
    if (page?.missing != null) return { missing: page.missing, more: true }
    const more = page !== undefined && page.events >= MAX_EVENTS
    if (more) await client.query(CONTINUE, [String(BigInt(page.last ?? from) + 1n)])
    else await client.query(FINISH, [foreign ? '0' : horizon])
    return { missing: [], more }
  })
}
