/** Queues events of the log for delivery again (webhooks.md 2). */
import type pg from 'pg'
import type { Id } from '../../schemas/base/ids.js'
import type { ReplayQuery } from '../../schemas/webhooks/callback-store.js'
import { eventKindSql, seesSql } from '../oauth/scope-sql.js'
import { LONG_STATEMENT_TIMEOUT, transaction } from '../pg/transaction.js'
import { wakeIgnoringBreaker } from './wake.js'

/**
 * SQL: events that the application may see and the callback subscribes to. Includes events older than the
 * grant, because the member authorises the application now; which members it lost (as events without a
 * member); and what happened to its other callbacks. A ping and a test event are for one callback only.
 */
const MATCHING = `
  from callback c
  cross join lateral (
    select e.id, e.type, e.created, e.member_id, e.sequence
    from oauth_grant g join event e on e.member_id = g.member_id and e.client_id is null
    where g.client_id = c.client_id and g.member_id is not null and g.revoked_at is null
      and ${seesSql('g', 'e.type')}
    union all
    select id, type, created, null, sequence from event
    where client_id = c.client_id and test is null and (type = 'member.deauthorized'
      or type in ('callback.disabled', 'callback.exhausted') and resource_id <> c.id::text)
  ) e
  where c.client_id = $1 and c.id = $2 and (c.events @> '{*}' or c.events @> array[e.type])
    and ($3::float8 is null or e.created >= to_timestamp($3 / 1000))
    and ($4::float8 is null or e.created < to_timestamp($4 / 1000))
    and ($5::text[] is null or e.type = any($5))
    and (not $6 or not exists (
      select from attempt a where a.event_id = e.id and a.callback_id = c.id and a.state = 'delivered'))`

const COUNT = `select count(distinct e.id)::int as n ${MATCHING}`

function parameters(client: string, callback: Id, query: ReplayQuery): unknown[] {
  return [client, callback, query.since, query.until, query.types, query.undelivered]
}

/** Number of deliveries that a replay would queue. */
export async function countReplay(
  pool: pg.Pool,
  client: string,
  callback: Id,
  query: ReplayQuery,
): Promise<number> {
  return await transaction(pool, async (trx) => {
    await trx.query(LONG_STATEMENT_TIMEOUT)
    const {
      rows: [row],
    } = await trx.query<{ n: number }>(COUNT, parameters(client, callback, query))
    return row?.n ?? 0
  })
}

/**
 * The numbering of attempts stops here: the column is a smallint, and replays can be requested without limit.
 */
const MAX_ATTEMPT_COUNT = 32_000

/** SQL: number of the last attempt to deliver event `e` to callback `c`. */
const ATTEMPT_COUNT = `(
  select least(coalesce(max(no), 0), ${MAX_ATTEMPT_COUNT}) from attempt a
  where a.event_id = e.id and a.callback_id = c.id)`

/** SQL: what a pending delivery becomes; one that waits for an earlier event of its member keeps waiting. */
const RESTART = `
    due_at = case when d.due_at = 'infinity' then d.due_at else excluded.due_at end, retry_index = 0,
    attempt_count = least(d.attempt_count, ${MAX_ATTEMPT_COUNT}), withdrawn = false,
    requested_at = excluded.requested_at`

const QUEUE = `
  insert into delivery as d (callback_id, event_id, event_at, member_id, sequence, event_kind,
    due_at, requested_at, attempt_count, ordered)
  select distinct on (e.id) c.id, e.id, e.created, e.member_id, e.sequence, ${eventKindSql('e.type')},
    clock_timestamp(), clock_timestamp(), ${ATTEMPT_COUNT}, c.ordered = 'member' and e.member_id is not null
  ${MATCHING}
  on conflict (callback_id, event_id) do update set ${RESTART}, ordered = excluded.ordered`

/** Queues them; returns how many. A delivery that is already pending is sent once, and now. */
export async function queueReplay(
  pool: pg.Pool,
  client: string,
  callback: Id,
  query: ReplayQuery,
): Promise<number> {
  return await transaction(pool, async (trx) => {
    await trx.query(LONG_STATEMENT_TIMEOUT)
    const { rowCount } = await trx.query(QUEUE, parameters(client, callback, query))
    await wakeIgnoringBreaker(trx, [Number(callback)])
    return rowCount ?? 0
  })
}

const REDELIVER = `
  insert into delivery as d (callback_id, event_id, event_at, member_id, sequence, event_kind,
    due_at, requested_at, attempt_count, ordered)
  select c.id, e.id, e.created, case when e.client_id is null then e.member_id end, e.sequence,
    ${eventKindSql('e.type')}, clock_timestamp(), clock_timestamp(), ${ATTEMPT_COUNT},
    c.ordered = 'member' and e.member_id is not null and e.client_id is null
  from event e join callback c on c.client_id = $1 and c.status = 'Active' and (
    c.id = $3::bigint or ($3::bigint is null and (c.events @> '{*}' or c.events @> array[e.type])))
  where e.id = $2 and e.test is null and (e.client_id = $1 or e.client_id is null and exists (
    select from oauth_grant g
    where g.client_id = $1 and g.member_id = e.member_id and g.revoked_at is null
      and ${seesSql('g', 'e.type')}))
  order by c.id
  on conflict (callback_id, event_id) do update set ${RESTART}
  returning d.callback_id`

/**
 * Queues one event again for the given callback, or for all Active ones that subscribe to it; returns their
 * ids.
 */
export async function redeliver(
  pool: pg.Pool,
  client: string,
  event: string,
  callback: Id | null,
): Promise<Id[]> {
  return await transaction(pool, async (trx) => {
    const { rows } = await trx.query<{ callback_id: number }>(REDELIVER, [client, event, callback])
    await wakeIgnoringBreaker(
      trx,
      rows.map((row) => row.callback_id),
    )
    return rows.map((row) => String(row.callback_id))
  })
}
