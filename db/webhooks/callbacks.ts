/**
 * Webhook endpoints of applications (webhooks.md 2). A callback is only ever found together with its
 * application.
 */
import type pg from 'pg'
import type { Id } from '../../schemas/base/ids.js'
import { CALLBACK_LIMIT, DISABLED_BY, SecretOverlapError } from '../../schemas/webhooks/callback.js'
import type {
  CallbackPrecondition,
  CallbackRow,
  NewCallbackSettings,
  CallbackSettingsChange,
} from '../../schemas/webhooks/callback.js'
import type { NewCallbackSecrets, SecretRotation } from '../../schemas/webhooks/callback-store.js'
import { LONG_STATEMENT_TIMEOUT, transaction } from '../pg/transaction.js'
import { CALLBACK_COLUMNS } from './callback-columns.js'
import { wakeIgnoringBreaker } from './wake.js'

const CALLBACKS = `
  select ${CALLBACK_COLUMNS} from callback c join callback_due d on d.callback_id = c.id`

/** All callbacks of the application, oldest first, with their health and without secrets. */
export async function listCallbacks(pool: pg.Pool, client: string): Promise<CallbackRow[]> {
  const { rows } = await pool.query<CallbackRow>(`${CALLBACKS} where c.client_id = $1 order by c.id`, [
    client,
  ])
  return rows
}

/**
 * The callback with its health, without secrets; null if the application has none with this id. Takes no
 * lock.
 */
export async function findCallback(
  pool: pg.Pool | pg.PoolClient,
  client: string,
  id: Id,
): Promise<CallbackRow | null> {
  const {
    rows: [row],
  } = await pool.query<CallbackRow>(`${CALLBACKS} where c.client_id = $1 and c.id = $2`, [client, id])
  return row ?? null
}

/** The same, locked until the transaction ends: concurrent changes are applied one after the other. */
async function lockCallback(
  trx: pg.PoolClient,
  client: string,
  id: Id,
  precondition?: CallbackPrecondition,
): Promise<CallbackRow | null> {
  const {
    rows: [row = null],
  } = await trx.query<CallbackRow>(`${CALLBACKS} where c.client_id = $1 and c.id = $2 for update of c`, [
    client,
    id,
  ])
  precondition?.(row)
  return row
}

const CREATE = `
  insert into callback (id, client_id, url, credentials, status, disabled_reason, events, description,
    ordered, max_in_flight, rate_per_second, timeout_ms, secret, payload, filter, headers, header_names,
    signature, test)
  select $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19
  where (select count(*) from callback where client_id = $2) < ${CALLBACK_LIMIT}`

/** Creates a callback; null if the application already has the maximum. */
export async function createCallback(
  pool: pg.Pool,
  client: string,
  id: Id,
  settings: NewCallbackSettings & NewCallbackSecrets,
): Promise<CallbackRow | null> {
  return await transaction(pool, async (trx) => {
    await trx.query('select from app where client_id = $1 for update', [client])
    const { rowCount } = await trx.query(CREATE, [
      id,
      client,
      settings.url,
      settings.credentials,
      settings.status,
      settings.status === 'Disabled' ? DISABLED_BY.application : null,
      settings.events,
      settings.description,
      settings.ordered,
      settings.max_in_flight,
      settings.rate_per_second,
      settings.timeout_ms,
      settings.secret,
      settings.payload,
      settings.filter,
      settings.headers?.sealed ?? null,
      settings.headers?.names ?? [],
      settings.signature,
      settings.test,
    ])
    if (rowCount === 0) return null
    await trx.query('insert into callback_due (callback_id) values ($1)', [id])
    return await findCallback(trx, client, id)
  })
}

export interface CallbackUpdate {
  settings: CallbackSettingsChange
  /** Sealed; null removes them, undefined leaves them as they are. */
  credentials?: Uint8Array | null | undefined
  precondition?: CallbackPrecondition | undefined
}

const CHANGE = `
  update callback set url = $2, status = $3, events = $4, description = $5, ordered = $6, max_in_flight = $7,
    rate_per_second = $8, timeout_ms = $9, credentials = case when $10 then $11 else credentials end,
    disabled_reason = case when $3 = 'Active' then null
      when status = 'Active' then $17
      else disabled_reason end,
    payload = $12, filter = $13, headers = case when $14 then $15 else headers end,
    header_names = case when $14 then $16 else header_names end, signature = $18,
    version = version + 1, updated = clock_timestamp()
  where id = $1`

/**
 * Changes the given settings; null if there is no such callback. Enabling resumes pending deliveries and
 * allows skipped ones to be replayed; it keeps the failure count.
 */
export async function changeCallback(
  pool: pg.Pool,
  client: string,
  id: Id,
  { settings, credentials, precondition }: CallbackUpdate,
): Promise<CallbackRow | null> {
  return await transaction(pool, async (trx) => {
    const before = await lockCallback(trx, client, id, precondition)
    if (before === null) return null
    const { headers, by = 'application', ...plain } = settings
    const next = { ...before, ...plain }
    await trx.query(CHANGE, [
      id,
      next.url,
      next.status,
      next.events,
      next.description,
      next.ordered,
      next.max_in_flight,
      next.rate_per_second,
      next.timeout_ms,
      credentials !== undefined,
      credentials ?? null,
      next.payload,
      next.filter,
      headers !== undefined,
      headers?.sealed ?? null,
      headers?.names ?? [],
      DISABLED_BY[by],
      next.signature,
    ])
    if (next.ordered !== before.ordered) await changeOrdering(trx, id, next.ordered === 'member')
    if (next.status === 'Disabled')
      await trx.query('update callback_due set ready_at = null where callback_id = $1 and worker is null', [
        id,
      ])
    // The owner changed the URL or another setting: an open circuit breaker says nothing about the result.
    else await wakeIgnoringBreaker(trx, [Number(id)])
    return await findCallback(trx, client, id)
  })
}

const CHANGE_ORDERING = `
  update delivery set ordered = $2,
    due_at = case when due_at = 'infinity' then clock_timestamp() else due_at end
  where callback_id = $1 and ordered <> $2`

/** Applies the new ordering to pending deliveries; none of them stays deferred. */
async function changeOrdering(trx: pg.PoolClient, id: Id, ordered: boolean): Promise<void> {
  await trx.query(LONG_STATEMENT_TIMEOUT)
  await trx.query(CHANGE_ORDERING, [id, ordered])
}

/**
 * Removes a callback, its deliveries and its row in callback_due, locked in that order (db/README.md); true if it
 * existed.
 */
export async function deleteCallback(
  pool: pg.Pool,
  client: string,
  id: Id,
  precondition?: CallbackPrecondition,
): Promise<boolean> {
  return await transaction(pool, async (trx) => {
    if ((await lockCallback(trx, client, id, precondition)) === null) return false
    await trx.query(LONG_STATEMENT_TIMEOUT)
    await trx.query('delete from delivery where callback_id = $1', [id])
    await trx.query('delete from callback where id = $1', [id])
    await trx.query('delete from callback_mail where callback_id = $1', [id])
    return true
  })
}

const ROTATE = `
  update callback set previous_secret = case when $3 > 0 then secret end,
    previous_secret_expires = case when $3 > 0 then clock_timestamp() + $3 * interval '1 second' end,
    secret = $2, version = version + 1, updated = clock_timestamp()
  where id = $1`

/**
 * Sets a new secret. The old one signs as well for `overlapSeconds`, any older one no longer. Null if there
 * is no such callback.
 * @throws {SecretOverlapError} while such an older secret signs, unless `endOld`
 */
export async function rotateCallback(
  pool: pg.Pool,
  client: string,
  id: Id,
  { secret, overlapSeconds, endOld, precondition }: SecretRotation,
): Promise<CallbackRow | null> {
  return await transaction(pool, async (trx) => {
    const before = await lockCallback(trx, client, id, precondition)
    if (before === null) return null
    if (before.previous_secret_expires !== null && !endOld)
      throw new SecretOverlapError(before.previous_secret_expires)
    await trx.query(ROTATE, [id, secret, overlapSeconds])
    return await findCallback(trx, client, id)
  })
}
