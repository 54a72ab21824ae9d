/** Queues events of the log for delivery again (webhooks.md 2). */
import type pg from 'pg'
import type { Id } from '../../schemas/base/ids.js'
import type { DeliveryQuery } from '../../schemas/webhooks/delivery-log.js'
import type { ReplayQuery } from '../../schemas/webhooks/callback-store.js'
import { bodyPassesFilter, restricts, type EventFilter } from '../../schemas/webhooks/event-filter.js'
import { eventKindSql, seesSql } from '../event-log/event-scopes.js'
import { LONG_STATEMENT_TIMEOUT, transaction } from '../pg/transaction.js'
import { OF_EVENT, listDeliveries } from './delivery-log.js'
import { fitsCallbackSql } from '../event-log/test-events.js'
import { expandEvent } from '../../schemas/itinerary/stored/compact-segment.js'
import { eventBody } from '../event-log/event-body.js'
import { hasIdSql } from '../event-log/logged-events.js'
import { wakeIgnoringBreaker } from './wake.js'

/**
 * SQL: events that the application may see and the callback subscribes to. Includes events older than the
 * grant, because the member authorises the application now; which members it lost (as events without a
 * member); and what happened to its other callbacks. A ping and a test event are for one callback only.
 */
const MATCHING = `
  from callback c
  cross join lateral (
    select e.id, e.type, e.created, e.member_id, e.member_id as about, e.sequence
    from oauth_grant g join logged_event e on e.member_id = g.member_id and e.client_id is null
    where g.client_id = c.client_id and g.member_id is not null and g.revoked_at is null
      and ${seesSql('g', 'e.type')}
    union all
    select id, type, created, null, member_id, sequence from logged_event
    where client_id = c.client_id and test is null and (type in ('member.deauthorized', 'member.deleted')
      or type in ('callback.disabled', 'callback.exhausted') and resource_id <> c.id::text)
  ) e
  where ${fitsCallbackSql('e.about')} and c.client_id = $1 and c.id = $2
    and (c.events @> '{*}' or c.events @> array[e.type])
    and ($3::float8 is null or e.created >= to_timestamp($3 / 1000))
    and ($4::float8 is null or e.created < to_timestamp($4 / 1000))
    and ($5::text[] is null or e.type = any($5))
    and (not $6 or not exists (
      select from attempt a where ${OF_EVENT} and a.callback_id = c.id and a.state = 'delivered'))`

const COUNT = `select count(distinct e.id)::int as n ${MATCHING}`

function parameters(client: string, callback: Id, query: ReplayQuery): unknown[] {
  return [client, callback, query.since, query.until, query.types, query.undelivered]
}

const FILTER = 'select filter from callback where client_id = $1 and id = $2 and filter is not null'

const MATCHING_BODIES = `
  declare replayed no scroll cursor for
  select matching.id, matching.type, ${eventBody('logged')} as body
  from (select distinct on (e.id) e.id, e.type, e.created ${MATCHING}) matching
  join logged_event logged on ${hasIdSql('matching.id', 'logged')} and logged.created = matching.created`

/** Bodies of at most 256 KiB are in memory at once. */
const FETCH = 'fetch 100 from replayed'

/** The events that pass the filter of the callback, read in portions; null: it has none. */
async function passingEvents(
  trx: pg.PoolClient,
  client: string,
  callback: Id,
  query: ReplayQuery,
): Promise<string[] | null> {
  const {
    rows: [row],
  } = await trx.query<{ filter: EventFilter }>(FILTER, [client, callback])
  if (row === undefined) return null
  await trx.query(MATCHING_BODIES, parameters(client, callback, query))
  const passing: string[] = []
  for (;;) {
    const { rows } = await trx.query<{ id: string; type: string; body: string }>(FETCH)
    if (rows.length === 0) break
    for (const event of rows)
      if (!restricts(row.filter, event.type) || bodyPassesFilter(row.filter, expandEvent(event.body)))
        passing.push(event.id)
  }
  await trx.query('close replayed')
  return passing
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
    const passing = await passingEvents(trx, client, callback, query)
    if (passing !== null) return passing.length
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
  where ${OF_EVENT} and a.callback_id = c.id)`

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
  ${MATCHING} and ($7::uuid[] is null or e.id = any($7))
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
    const passing = await passingEvents(trx, client, callback, query)
    const { rowCount } = await trx.query(QUEUE, [...parameters(client, callback, query), passing])
    await wakeIgnoringBreaker(trx, [Number(callback)])
    return rowCount ?? 0
  })
}

/** Most deliveries queued again at once. */
const MAX_RETRIED = 2_000

/** Counts the selected deliveries of the callback, without test events; queues them again if `sure`. */
export async function retryDeliveries(
  pool: pg.Pool,
  client: string,
  callback: Id,
  query: Omit<DeliveryQuery, 'limit' | 'after'>,
  sure: boolean,
): Promise<number> {
  const rows = await listDeliveries(pool, callback, { ...query, limit: MAX_RETRIED, after: null })
  const events = rows.filter((row) => !row.is_test).map((row) => row.event_id)
  if (!sure || events.length === 0) return events.length
  return await transaction(pool, async (trx) => {
    await trx.query(LONG_STATEMENT_TIMEOUT)
    const all = { since: null, until: null, types: null, undelivered: false }
    const { rowCount } = await trx.query(QUEUE, [...parameters(client, callback, all), events])
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
  from logged_event e join callback c on c.client_id = $1 and c.status = 'Active' and ${fitsCallbackSql('e.member_id')} and (
    c.id = $3::bigint or ($3::bigint is null and c.id <> all($4::bigint[]) and (c.events @> '{*}' or c.events @> array[e.type])))
  where ${hasIdSql('$2::uuid')} and e.test is null and (e.client_id = $1 or e.client_id is null and exists (
    select from oauth_grant g
    where g.client_id = $1 and g.member_id = e.member_id and g.revoked_at is null
      and ${seesSql('g', 'e.type')}))
  order by c.id
  on conflict (callback_id, event_id) do update set ${RESTART}
  returning d.callback_id`

const FILTERED = `
  select c.id, c.filter, ${eventBody('e')} as body from callback c join logged_event e on ${hasIdSql('$2::uuid')}
  where c.client_id = $1 and c.filter is not null`

/** The callbacks whose filter the event does not pass. */
async function callbacksWithout(trx: pg.PoolClient, client: string, event: string): Promise<number[]> {
  const { rows } = await trx.query<{ id: number; filter: EventFilter; body: string }>(FILTERED, [
    client,
    event,
  ])
  return rows.filter((row) => !bodyPassesFilter(row.filter, expandEvent(row.body))).map((row) => row.id)
}

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
    const unwanted = callback === null ? await callbacksWithout(trx, client, event) : []
    const { rows } = await trx.query<{ callback_id: number }>(REDELIVER, [client, event, callback, unwanted])
    await wakeIgnoringBreaker(
      trx,
      rows.map((row) => row.callback_id),
    )
    return rows.map((row) => String(row.callback_id))
  })
}
