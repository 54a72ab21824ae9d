/** Writes the reports of delivery workers, in batches over many callbacks (webhooks.md 5). */
import type pg from 'pg'
import type { AttemptWrite, RecordBatch } from '../../schemas/webhooks/delivery.js'
import { plainColumn, textColumn } from '../pg/array-literals.js'
import { transaction } from '../pg/transaction.js'
import { disableCallback, notifyExhausted } from './callback-notices.js'
import { saveClaims } from './claim-state.js'
import { resumeRetries } from './resume.js'
import { RESUME_DEFERRED } from './delivery-authorization.js'
import { atPlace, eachOf, keyed, prepared } from '../pg/prepared-statements.js'
import { isThin, packSignatures } from './packed-signatures.js'

/**
 * Writes a batch in one transaction. An attempt is a fact: it is kept even if another worker holds the
 * callback now, and a failed one reschedules its delivery unless another attempt was recorded since. Only the
 * holder of the claim may defer a delivery or save the state of a callback. A batch of attempts alone, as
 * nearly all are, is one statement without a transaction.
 * @param again the batch may have been committed before without our knowing; what is there already is left
 * out
 */
export async function recordBatch(pool: pg.Pool, reported: RecordBatch, again: boolean): Promise<void> {
  if (!again && hasOnlyAttempts(reported)) return await logAttempts(pool, reported.attempts)
  await transaction(pool, async (client) => {
    if (reported.disabled.length > 0)
      await client.query(LOCK_CALLBACKS, [reported.disabled.map((one) => one.callback)])
    const attempts = again ? await unknownAttempts(client, reported.attempts) : reported.attempts
    const { deferred, missing, disabled, claims } = reported
    if (attempts.length > 0) await logAttempts(client, attempts)
    if (deferred.length > 0) await defer(client, deferred)
    const removed = missing.length > 0 ? await removeMissing(client, missing) : []
    const repaired = attempts.flatMap(({ callback, repairedUnder: claim }) =>
      claim === undefined ? [] : [{ callback, claim }],
    )
    await resumeRetries(client, repaired)
    const finished = [...attempts.filter(mayUnblock), ...removed]
    if (finished.length > 0) await resumeDeferred(client, finished)
    for (const { callback, reason } of disabled) await disableCallback(client, callback, reason)
    await notifyExhausted(
      client,
      attempts.filter((one) => one.state === 'exhausted'),
    )
    if (claims.length + repaired.length > 0) await saveClaims(client, claims, repaired)
  })
}

/** Callbacks before their deliveries, in the order in which a change or removal locks them. */
const LOCK_CALLBACKS = 'select from callback where id = any($1::bigint[]) order by id for no key update'

function hasOnlyAttempts({ attempts, deferred, missing, disabled, claims }: RecordBatch): boolean {
  return (
    deferred.length + missing.length + disabled.length + claims.length === 0 &&
    attempts.every((one) => one.state !== 'exhausted' && one.repairedUnder === undefined && !mayUnblock(one))
  )
}

/** True if another event of the member may have waited for this one. */
function mayUnblock(attempt: AttemptWrite): boolean {
  return attempt.ordered && attempt.until === null && attempt.member !== null
}

/**
 * The log's columns as arrays. Hexadecimal digits contain no bar, and splitting a text is faster than parsing
 * an array.
 */
const COLUMN_ARRAYS = `
  unnest($1::bigint[], $2::uuid[], $3::float8[], $4::int[], $5::float8[], $6::delivery_state[], $7::int[],
    $8::text[], $9::text[], $10::int[], $11::event_type[], $12::bigint[], string_to_array($13, '|'), $14::text[],
    $15::boolean[])`

const COLUMNS = `callback_id, event_id, event_at, no, at, state, status, error, address, ms, type,
    resource_id, signed, answer, thin`

const LOG = `
  insert into attempt (${COLUMNS}, next_at)
  select callback_id, event_id, to_timestamp(event_at / 1000), no, to_timestamp(at / 1000), state, status,
    error, address, ms, type, resource_id, decode(signed, 'hex'), answer, thin`

/**
 * The usual case: every delivery is finished. Each is looked up by its key, however many versions of others a
 * snapshot keeps. One that is changed at this moment is not found by its place: `finished` is then too low.
 */
const LOG_FINISHED = prepared(
  `
  with found as materialized (
    select a.callback_id, d.place from ${eachOf('callback_id, event_id', '$1::bigint[]', '$2::uuid[]')} a
    cross join lateral (
      select ctid as place from delivery where callback_id = a.callback_id and event_id = a.event_id offset 0
    ) d
  ), finished as (
    delete from delivery d using found where ${atPlace('found.place', 'callback_id', 'found.callback_id')} returning 1
  ), logged as (
    ${LOG}, null from ${COLUMN_ARRAYS} as a(${COLUMNS})
  )
  select count(*)::int as finished from finished`,
  'delivery-finished',
)

const REMOVE_FINISHED = `
  delete from delivery d using unnest($1::bigint[], $2::uuid[]) as x(callback_id, event_id)
  where d.callback_id = x.callback_id and d.event_id = x.event_id`

const DELIVERY_OF_ATTEMPT = `${keyed('d.callback_id', 'a.callback_id')} and ${keyed('d.event_id', 'a.event_id')}`

const LOG_WITH_RETRIES = prepared(
  `
  with a as materialized (
    select * from rows from (${COLUMN_ARRAYS}, unnest($16::float8[], $17::int[]))
      as a(${COLUMNS}, until, retry_index) limit cardinality($1::bigint[])
  ), finished as (
    delete from delivery d using a
    where a.until is null and ${DELIVERY_OF_ATTEMPT}
  ), retried as (
    update delivery d set due_at = to_timestamp(a.until / 1000), retry_index = a.retry_index,
      attempt_count = a.no
    from a where a.until is not null and ${DELIVERY_OF_ATTEMPT}
      and d.attempt_count = a.no - 1 and not d.withdrawn
  ) ${LOG}, to_timestamp(until / 1000) from a`,
  'delivery-attempts',
)

async function logAttempts(through: pg.Pool | pg.PoolClient, rows: AttemptWrite[]): Promise<void> {
  const plain = (pick: (row: AttemptWrite) => string | number | boolean | null): string =>
    plainColumn(rows, pick)
  const values = [
    plain((row) => row.callback),
    plain((row) => row.event),
    plain((row) => row.eventAt),
    plain((row) => row.no),
    plain((row) => row.at),
    plain((row) => row.state),
    plain((row) => row.status),
    plain((row) => row.error),
    textColumn(rows, (row) => row.address),
    plain((row) => row.ms),
    plain((row) => row.type),
    plain((row) => row.resource),
    rows.map((row) => packSignatures(row.signed)).join('|'),
    textColumn(rows, (row) => row.answer),
    plain((row) => (isThin(row.signed) ? true : null)),
  ]
  if (rows.every((row) => row.until === null)) {
    const { rows: counts } = await through.query<{ finished: number }>({ ...LOG_FINISHED, values })
    if ((counts[0]?.finished ?? 0) < rows.length) await through.query(REMOVE_FINISHED, [values[0], values[1]])
  } else {
    await through.query({
      ...LOG_WITH_RETRIES,
      values: [...values, plain((row) => row.until), plain((row) => row.retryIndex)],
    })
  }
}

const KNOWN = `
  select a.place::int
  from unnest($1::bigint[], $2::uuid[], $3::float8[], $4::float8[])
    with ordinality as a(callback_id, event_id, event_at, at, place)
  where exists (
    select from attempt k
    where k.event_at = to_timestamp(a.event_at / 1000) and k.callback_id = a.callback_id
      and k.event_id = a.event_id and k.at = to_timestamp(a.at / 1000))`

/** Those that the log lacks; an attempt is identified by its delivery and the instant it began. */
async function unknownAttempts(client: pg.PoolClient, rows: AttemptWrite[]): Promise<AttemptWrite[]> {
  const plain = (pick: (row: AttemptWrite) => string | number): string => plainColumn(rows, pick)
  const { rows: found } = await client.query<{ place: number }>(KNOWN, [
    plain((row) => row.callback),
    plain((row) => row.event),
    plain((row) => row.eventAt),
    plain((row) => row.at),
  ])
  const known = new Set(found.map((one) => one.place - 1))
  return rows.filter((_, place) => !known.has(place))
}

/** What the index `delivery_line` requires is hidden from Postgres, which would else read all of it while it is small. */
const DEFER = prepared(
  `
  update delivery d set due_at = 'infinity'
  from ${eachOf('callback_id, claim, event_id', '$1::bigint[]', '$2::bigint[]', '$3::uuid[]')} x
  join callback_due c on ${keyed('c.callback_id', 'x.callback_id')} and ${keyed('c.claim', 'x.claim')}
  where ${keyed('d.callback_id', 'x.callback_id')} and ${keyed('d.event_id', 'x.event_id')}
    and case when d.ordered then d.due_at is not null end and exists (
      select from delivery p
      where p.callback_id = d.callback_id and p.member_id = d.member_id and p.ordered
        and p.due_at is not null and p.sequence < d.sequence offset 0
    )`,
  'delivery-defer',
)

/** Defers deliveries until the earlier events of their members are delivered. */
async function defer(client: pg.PoolClient, rows: RecordBatch['deferred']): Promise<void> {
  await client.query({
    ...DEFER,
    values: [
      plainColumn(rows, (row) => row.callback),
      plainColumn(rows, (row) => row.claim),
      plainColumn(rows, (row) => row.event),
    ],
  })
}

/** The deliveries of one member to one callback, which are sent in sequence. */
type MemberQueue = Pick<AttemptWrite, 'callback' | 'member'>

async function resumeDeferred(client: pg.PoolClient, queues: MemberQueue[]): Promise<void> {
  await client.query({
    ...RESUME_DEFERRED,
    values: [plainColumn(queues, (row) => row.callback), plainColumn(queues, (row) => row.member)],
  })
}

const REMOVE_MISSING = `
  delete from delivery d using unnest($1::bigint[], $2::uuid[]) as x(callback_id, event_id)
  where d.callback_id = x.callback_id and d.event_id = x.event_id
  returning d.callback_id::text as callback, d.member_id::text as member, d.ordered`

/**
 * Removes deliveries whose event has left the log; returns the queues in which another event may have waited
 * for one.
 */
async function removeMissing(client: pg.PoolClient, rows: RecordBatch['missing']): Promise<MemberQueue[]> {
  const { rows: removed } = await client.query<MemberQueue & { ordered: boolean }>(REMOVE_MISSING, [
    plainColumn(rows, (row) => row.callback),
    plainColumn(rows, (row) => row.event),
  ])
  return removed.filter((one) => one.ordered && one.member !== null)
}
