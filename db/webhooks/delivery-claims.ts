/**
 * Which worker delivers to which callback: one row each, claimed by lease of the database's clock
 * (webhooks.md 5).
 */
import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import type { Id } from '../../schemas/base/ids.js'
import type { DeliveryStore } from '../../schemas/webhooks/delivery-store.js'
import { callbackDoc, type CallbackRow } from '../../schemas/webhooks/callback.js'
import type { CallbackSettings, CallbackState, Ping } from '../../schemas/webhooks/delivery.js'
import { callbackEvent, testEventText, type TestEvent } from '../../schemas/webhooks/event.js'
import { plainArray } from '../pg/array-literals.js'
import { CALLBACK_COLUMNS } from './callback-columns.js'
import { eachOf, keyed, prepared } from '../pg/prepared-statements.js'

const SETTINGS = `
  c.id::text as callback, c.version, d.invalidations, c.url, c.credentials, c.secret, c.ordered,
  c.max_in_flight, c.rate_per_second, c.timeout_ms, c.payload, c.signature, c.headers,
  case when c.previous_secret_expires > now() then c.previous_secret end as previous_secret,
  extract(epoch from c.previous_secret_expires)::float8 * 1000 as previous_secret_until`

interface SettingsRow {
  callback: Id
  version: number
  invalidations: number
  url: string
  credentials: Buffer | null
  secret: Buffer
  previous_secret: Buffer | null
  previous_secret_until: number | null
  ordered: 'none' | 'member'
  max_in_flight: number
  rate_per_second: number | null
  timeout_ms: number
  payload: 'full' | 'thin'
  signature: 'v1' | 'v1a'
  headers: Buffer | null
}

/** By `statement_timestamp`, which an index is searched by; `clock_timestamp` would be compared row by row. */
const CLAIM = prepared(
  `
  with mine as (
    update callback_due d set worker = $1, claim = d.claim + 1,
      ready_at = clock_timestamp() + $3 * interval '1 millisecond'
    from (select * from (
      select callback_id, claim from callback_due
      where ready_at <= statement_timestamp()
        and ready_at >= statement_timestamp() - $5 * interval '1 millisecond'
        and callback_id <> all($4::bigint[])
      order by ready_at limit $2 for update skip locked
    ) free limit $2) free
    where ${keyed('d.callback_id', 'free.callback_id')} and ${keyed('d.claim', 'free.claim')}
    returning d.callback_id, d.claim, d.state, d.invalidations
  )
  select ${SETTINGS}, d.claim, d.state
  from mine d cross join lateral (select * from callback where id = d.callback_id offset 0) c`,
  'delivery-claim',
)

/** From whenever: a hundred years. Before version 17, Postgres has no endless interval. */
const ALL_MS = 3.2e12
/** How far back a poll looks beyond the last one, and how often it looks further, the first time at once. */
const LOOKS: Array<{ everyMs: number; backMs: number }> = [
  // For callbacks that were locked or beyond the limit.
  { everyMs: 30_000, backMs: ALL_MS },
  // Whatever becomes ready is given a time no earlier than the statement that writes it, and is visible by then.
  { everyMs: 5_000, backMs: 15_000 },
  { everyMs: 1_000, backMs: 2_000 },
  { everyMs: 0, backMs: 25 },
]

/**
 * Returns a function that claims up to `limit` callbacks with something due, but none of `except`:
 * unclaimed, or whose lease has ended. Most polls look only at what became ready a moment ago: those from the
 * beginning pass every row version that was replaced since the oldest snapshot in the database was taken.
 */
export function claims(pool: pg.Pool): DeliveryStore['claim'] {
  const lookedAt = LOOKS.map(() => -Infinity)
  return async (worker, limit, leaseMs, except = []) => {
    const now = performance.now()
    const which = LOOKS.findIndex(({ everyMs }, at) => now - (lookedAt[at] ?? 0) >= everyMs)
    const back = Math.min(ALL_MS, now - (lookedAt.at(-1) ?? 0) + (LOOKS[which]?.backMs ?? ALL_MS))
    const { rows } = await pool.query<SettingsRow & { claim: number; state: string }>({
      ...CLAIM,
      values: [worker, limit, leaseMs, plainArray(except), back],
    })
    lookedAt.fill(now, which)
    if (rows.length === limit) lookedAt[0] = -Infinity
    return rows.map((row) => ({ settings: toSettings(row), claim: row.claim, saved: row.state }))
  }
}

const RENEW = prepared(
  `
  with mine as materialized (
    select x.callback_id, x.claim from (
      select * from ${eachOf('callback_id, claim', '$1::bigint[]', '$2::bigint[]')} u order by callback_id offset 0
    ) x cross join lateral (
      select from callback_due
      where callback_id = x.callback_id and claim = x.claim and worker is not null for update
    ) d
  ), held as (
    update callback_due d set ready_at = clock_timestamp() + $3 * interval '1 millisecond'
    from mine where ${keyed('d.callback_id', 'mine.callback_id')} and ${keyed('d.claim', 'mine.claim')}
    returning d.callback_id, d.invalidations
  )
  select c.id::text as callback, case when c.status = 'Active' then c.version end as version, h.invalidations
  from held h cross join lateral (select * from callback where id = h.callback_id offset 0) c`,
  'delivery-renew',
)

/** Extends the claims that are still held; `version` is null for a callback that is no longer Active. */
export async function renewClaims(
  pool: pg.Pool,
  claims: Array<{ callback: Id; claim: number }>,
  leaseMs: number,
): Promise<Map<Id, CallbackState>> {
  const { rows } = await pool.query<CallbackState & { callback: Id }>({
    ...RENEW,
    values: [claims.map((one) => one.callback), claims.map((one) => one.claim), leaseMs],
  })
  return new Map(rows.map(({ callback, version, invalidations }) => [callback, { version, invalidations }]))
}

const PING_TARGET = `
  select ${SETTINGS}, ${CALLBACK_COLUMNS}, date_trunc('milliseconds', clock_timestamp()) as now
  from callback c join callback_due d on d.callback_id = c.id where c.client_id = $1 and c.id = $2`

const LOG_PING = `
  insert into event (id, member_id, sequence, type, resource_id, created, body, client_id, test)
  values ($1, null, 0, $2, $3, $4, $5, $6, $7)`

/**
 * Logs a callback.ping event, or the given test event, for the application and returns what to send where,
 * whatever the status of the callback; null if there is no such callback.
 */
export async function preparePing(
  pool: pg.Pool,
  client: string,
  callback: Id,
  test: TestEvent | null,
): Promise<Ping | null> {
  const {
    rows: [row],
  } = await pool.query<SettingsRow & CallbackRow & { now: Date }>(PING_TARGET, [client, callback])
  if (row === undefined) return null
  const event = randomUUID()
  const body =
    test === null
      ? callbackEvent(event, 'callback.ping', row.now, callbackDoc(row))
      : testEventText(event, row.now, test)
  const { type, resource_id: resource } = test ?? { type: 'callback.ping', resource_id: callback }
  const isTest = test === null && !row.test ? null : true
  await pool.query(LOG_PING, [event, type, resource, row.now, body, client, isTest])
  return { settings: toSettings(row), event, type, resource, at: row.now.getTime(), body }
}

function toSettings(row: SettingsRow): CallbackSettings {
  return {
    callback: row.callback,
    version: row.version,
    invalidations: row.invalidations,
    url: row.url,
    credentials: row.credentials,
    secrets: row.previous_secret === null ? [row.secret] : [row.secret, row.previous_secret],
    secondUntil: row.previous_secret === null ? null : row.previous_secret_until,
    ordered: row.ordered === 'member',
    maxInFlight: row.max_in_flight,
    ratePerSecond: row.rate_per_second,
    timeoutMs: row.timeout_ms,
    isThin: row.payload === 'thin',
    isAsymmetric: row.signature === 'v1a',
    headers: row.headers,
  }
}
