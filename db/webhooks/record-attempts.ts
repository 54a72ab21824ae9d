/** Writes what delivery workers report, in batches of many callbacks (webhooks.md 5). */
import type pg from 'pg'
import type { AttemptWrite, ClaimWrite, RecordBatch } from '../../schemas/webhooks/delivery.js'
import { plainColumn, textColumn } from '../pg/array-literals.js'
import { disableCallback, notifyExhausted } from './callback-notices.js'
import { RESUME_DEFERRED } from './delivery-authorization.js'
import { transaction } from '../pg/transaction.js'

/**
 * One transaction. An attempt is a fact and is kept whoever holds the callback now; one that failed moves its delivery unless
 * another attempt was recorded since. That a delivery must wait for another, and how the callback stands, only the holder of
 * the claim may say. A batch of nothing but attempts, as nearly all are, is one statement and needs no other. `again`: the batch may have been committed before without our hearing of it; what is there is left out.
 */
export async function recordBatch(pool: pg.Pool, told: RecordBatch, again: boolean): Promise<void> {
  if (!again && attemptsAlone(told)) return await attempts(pool, told.attempts)
  await transaction(pool, async (client) => {
    if (told.disabled.length > 0)
      await client.query(LOCK_CALLBACKS, [told.disabled.map((one) => one.callback)])
    const batch = again ? { ...told, attempts: await unknownAttempts(client, told.attempts) } : told
    if (batch.attempts.length > 0) await attempts(client, batch.attempts)
    if (batch.deferred.length > 0) await park(client, batch.deferred)
    const lost = batch.missing.length > 0 ? await lose(client, batch.missing) : []
    const ended = [...batch.attempts.filter(frees), ...lost]
    if (ended.length > 0) await unpark(client, ended)
    for (const { callback, reason } of batch.disabled) await disableCallback(client, callback, reason)
    await notifyExhausted(
      client,
      batch.attempts.filter((one) => one.state === 'exhausted'),
    )
    if (batch.claims.length > 0) await claims(client, batch.claims)
  })
}

/** Before their deliveries, as whoever changes or removes a callback takes them. */
const LOCK_CALLBACKS = 'select from callback where id = any($1::bigint[]) order by id for no key update'

function attemptsAlone({
  attempts,
  deferred: parked,
  missing: lost,
  disabled,
  claims,
}: RecordBatch): boolean {
  return (
    parked.length + lost.length + disabled.length + claims.length === 0 &&
    attempts.every((one) => one.state !== 'exhausted' && !frees(one))
  )
}

/** Whether another event of the member may have waited for this one. */
function frees(attempt: AttemptWrite): boolean {
  return attempt.ordered && attempt.until === null && attempt.member !== null
}

/** Columns of the log as arrays: what the log keeps of every attempt. `signed` holds no bar, and is cut up faster than parsed. */
const LOGGED = `
  unnest($1::bigint[], $2::uuid[], $3::float8[], $4::int[], $5::float8[], $6::text[], $7::int[], $8::text[], $9::text[], $10::int[],
    $11::text[], $12::text[], string_to_array($13, '|'), $14::text[])`

const LOG = `
  insert into attempt (callback_id, event_id, event_at, no, at, state, status, error, address, ms, type, resource_id, signed, answer, next_at)
  select callback_id, event_id, to_timestamp(event_at / 1000), no, to_timestamp(at / 1000), state, status, error, address, ms,
         type, resource_id, signed, answer`

/** Nearly always: all of them are over. */
const ENDED = `
  with over as (
    delete from delivery d using unnest($1::bigint[], $2::uuid[]) as a(callback_id, event_id)
    where d.callback_id = a.callback_id and d.event_id = a.event_id
  ) ${LOG}, null
  from ${LOGGED} as a(callback_id, event_id, event_at, no, at, state, status, error, address, ms, type, resource_id, signed, answer)`

const SOME_AGAIN = `
  with a as materialized (
    select * from rows from (${LOGGED}, unnest($15::float8[], $16::int[]))
    as a(callback_id, event_id, event_at, no, at, state, status, error, address, ms, type, resource_id, signed, answer, until, retry_index)
  ), over as (
    delete from delivery d using a where a.until is null and d.callback_id = a.callback_id and d.event_id = a.event_id
  ), again as (
    update delivery d set due_at = to_timestamp(a.until / 1000), retry_index = a.retry_index, attempt_count = a.no
    from a where a.until is not null and d.callback_id = a.callback_id and d.event_id = a.event_id and d.attempt_count = a.no - 1 and not d.withdrawn
  ) ${LOG}, to_timestamp(until / 1000) from a`

async function attempts(through: pg.Pool | pg.PoolClient, rows: AttemptWrite[]): Promise<void> {
  const plain = (pick: (row: AttemptWrite) => string | number | null): string => plainColumn(rows, pick)
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
    textColumn(rows, (row) => row.resource),
    rows.map((row) => row.signed).join('|'),
    textColumn(rows, (row) => row.answer),
  ]
  if (rows.every((row) => row.until === null)) {
    await through.query({ name: 'delivery-ended', text: ENDED, values })
  } else {
    await through.query({
      name: 'delivery-attempts',
      text: SOME_AGAIN,
      values: [...values, plain((row) => row.until), plain((row) => row.retryIndex)],
    })
  }
}

const KNOWN = `
  select a.place::int from unnest($1::bigint[], $2::uuid[], $3::float8[]) with ordinality as a(callback_id, event_id, at, place)
  where exists (
    select from attempt k where k.event_id = a.event_id and k.callback_id = a.callback_id and k.at = to_timestamp(a.at / 1000))`

/** Those that are not in the log: an attempt is known by its delivery and the instant it began. */
async function unknownAttempts(client: pg.PoolClient, rows: AttemptWrite[]): Promise<AttemptWrite[]> {
  const plain = (pick: (row: AttemptWrite) => string | number): string => plainColumn(rows, pick)
  const { rows: found } = await client.query<{ place: number }>(KNOWN, [
    plain((row) => row.callback),
    plain((row) => row.event),
    plain((row) => row.at),
  ])
  const known = new Set(found.map((one) => one.place - 1))
  return rows.filter((_, place) => !known.has(place))
}

const PARK = `
  update delivery d set due_at = 'infinity'
  from unnest($1::bigint[], $2::bigint[], $3::uuid[]) as x(callback_id, claim, event_id)
  join callback_due c on c.callback_id = x.callback_id and c.claim = x.claim
  where d.callback_id = x.callback_id and d.event_id = x.event_id and d.ordered and d.due_at is not null and exists (
    select from delivery p
    where p.callback_id = d.callback_id and p.member_id = d.member_id and p.ordered and p.due_at is not null and p.sequence < d.sequence
  )`

async function park(client: pg.PoolClient, rows: RecordBatch['deferred']): Promise<void> {
  await client.query({
    name: 'delivery-park',
    text: PARK,
    values: [
      plainColumn(rows, (row) => row.callback),
      plainColumn(rows, (row) => row.claim),
      plainColumn(rows, (row) => row.event),
    ],
  })
}

/** Deliveries of one member to one callback, in their order. */
type Line = Pick<AttemptWrite, 'callback' | 'member'>

async function unpark(client: pg.PoolClient, ended: Line[]): Promise<void> {
  await client.query({
    name: 'delivery-unpark',
    text: RESUME_DEFERRED,
    values: [plainColumn(ended, (row) => row.callback), plainColumn(ended, (row) => row.member)],
  })
}

/** Answers the lines in which another event may have waited for one that is lost. */
async function lose(client: pg.PoolClient, rows: RecordBatch['missing']): Promise<Line[]> {
  const { rows: gone } = await client.query<Line & { ordered: boolean }>(
    `
    delete from delivery d using unnest($1::bigint[], $2::uuid[]) as x(callback_id, event_id)
    where d.callback_id = x.callback_id and d.event_id = x.event_id
    returning d.callback_id::text as callback, d.member_id::text as member, d.ordered`,
    [plainColumn(rows, (row) => row.callback), plainColumn(rows, (row) => row.event)],
  )
  return gone.filter((one) => one.ordered && one.member !== null)
}

/** The rows first, in one order for everybody: what is due is read after whoever adds deliveries has let go of them. */
const LOCK = `
  select d.callback_id from callback_due d join unnest($1::bigint[], $2::bigint[]) as x(callback_id, claim)
  on d.callback_id = x.callback_id and d.claim = x.claim order by d.callback_id for update of d`

const CLAIMS = `
  update callback_due d set
    state = x.saved, failure_count = x.failures, not_before = coalesce(to_timestamp(x.not_before / 1000), '-infinity'),
    last_delivery = coalesce(to_timestamp(x.last_at / 1000), d.last_delivery), last_status_code = case when x.last_at is null then d.last_status_code else x.last_status end,
    worker = case when x.keep then d.worker end,
    ready_at = case when x.keep then d.ready_at when c.status = 'Active' and h.due_at is not null
      then greatest(h.due_at, to_timestamp(x.not_before / 1000)) end
  from unnest($1::bigint[], $2::bigint[], $3::bool[], $4::text[], $5::int[], $6::float8[], $7::int[], $8::float8[])
    as x(callback_id, claim, keep, saved, failures, last_at, last_status, not_before)
  join callback c on c.id = x.callback_id
  left join lateral (
    select nullif(due_at, 'infinity') as due_at from delivery p
    where p.callback_id = x.callback_id and p.due_at is not null order by p.due_at limit 1
  ) h on true
  where d.callback_id = x.callback_id and d.claim = x.claim`

async function claims(client: pg.PoolClient, rows: ClaimWrite[]): Promise<void> {
  const plain = (pick: (row: ClaimWrite) => string | number | boolean | null): string =>
    plainColumn(rows, pick)
  const ids = plain((row) => row.callback)
  const numbers = plain((row) => row.claim)
  await client.query({ name: 'delivery-claims-lock', text: LOCK, values: [ids, numbers] })
  await client.query({
    name: 'delivery-claims',
    text: CLAIMS,
    values: [
      ids,
      numbers,
      plain((row) => row.keep),
      textColumn(rows, (row) => row.saved),
      plain((row) => row.failures),
      plain((row) => row.lastAt),
      plain((row) => row.lastStatus),
      plain((row) => row.notBefore),
    ],
  })
}
