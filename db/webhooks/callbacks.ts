/** Webhook endpoints of applications (webhooks.md 2). A callback is only ever found together with its application. */
import type pg from 'pg'
import { CALLBACK_LIMIT, OldSecretSigns } from '../../schemas/webhooks/callback.js'
import type { SecretRotation } from '../../schemas/webhooks/callback-store.js'
import type { CallbackPrecondition, CallbackRow, CallbackSettable } from '../../schemas/webhooks/callback.js'
import type { Id } from '../../schemas/base/ids.js'
import { CALLBACK_COLUMNS } from './callback-columns.js'
import { wakeIgnoringBreaker } from './fan-out.js'
import { LONG_STATEMENT_TIMEOUT, transaction } from '../pg/transaction.js'

const FROM = 'callback c join callback_due d on d.callback_id = c.id'

/** All callbacks of the application, oldest first, with their health and without secrets. */
export async function listCallbacks(pool: pg.Pool, client: string): Promise<CallbackRow[]> {
  const { rows } = await pool.query<CallbackRow>(
    `select ${CALLBACK_COLUMNS} from ${FROM} where c.client_id = $1 order by c.id`,
    [client],
  )
  return rows
}

/** The callback with its health, without secrets; null when the application has none with this id. Locks nothing. */
export async function findCallback(
  pool: pg.Pool | pg.PoolClient,
  client: string,
  id: Id,
): Promise<CallbackRow | null> {
  const {
    rows: [row],
  } = await pool.query<CallbackRow>(
    `select ${CALLBACK_COLUMNS} from ${FROM} where c.client_id = $1 and c.id = $2`,
    [client, id],
  )
  return row ?? null
}

/** The callback, locked until the transaction ends: two changes of it come one after the other, each upon what the former left. */
async function lockCallback(
  trx: pg.PoolClient,
  client: string,
  id: Id,
  precondition?: CallbackPrecondition,
): Promise<CallbackRow | null> {
  const {
    rows: [row = null],
  } = await trx.query<CallbackRow>(
    `select ${CALLBACK_COLUMNS} from ${FROM} where c.client_id = $1 and c.id = $2 for update of c`,
    [client, id],
  )
  precondition?.(row)
  return row
}

/** Adds a callback; null when the application has as many as it may. */
export async function createCallback(
  pool: pg.Pool,
  client: string,
  id: Id,
  made: CallbackSettable & { credentials: Uint8Array | null; secret: Uint8Array },
): Promise<CallbackRow | null> {
  return await transaction(pool, async (trx) => {
    await trx.query('select from app where client_id = $1 for update', [client])
    const { rowCount } = await trx.query(
      `
      insert into callback (id, client_id, url, credentials, status, disabled_reason, events, description, ordered, max_in_flight, rate_per_second, timeout_ms, secret)
      select $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13
      where (select count(*) from callback where client_id = $2) < ${CALLBACK_LIMIT}`,
      [
        id,
        client,
        made.url,
        made.credentials,
        made.status,
        made.status === 'Disabled' ? 'by the application' : null,
        made.events,
        made.description,
        made.ordered,
        made.max_in_flight,
        made.rate_per_second,
        made.timeout_ms,
        made.secret,
      ],
    )
    if (rowCount === 0) return null
    await trx.query('insert into callback_due (callback_id) values ($1)', [id])
    return await findCallback(trx, client, id)
  })
}

/**
 * Changes what is named; null when there is no such callback. Enabling lets what was pending go on, and what was skipped be
 * replayed; it does not touch the failure count. `credentials` undefined: they stay as they are.
 */
export async function changeCallback(
  pool: pg.Pool,
  client: string,
  id: Id,
  change: Partial<CallbackSettable>,
  credentials: Uint8Array | null | undefined,
  precondition?: CallbackPrecondition,
): Promise<CallbackRow | null> {
  return await transaction(pool, async (trx) => {
    const before = await lockCallback(trx, client, id, precondition)
    if (before === null) return null
    const next = { ...before, ...change }
    await trx.query(
      `
      update callback set url = $2, status = $3, events = $4, description = $5, ordered = $6, max_in_flight = $7, rate_per_second = $8,
        timeout_ms = $9, credentials = case when $10 then $11 else credentials end,
        disabled_reason = case when $3 = 'Active' then null when status = 'Active' then 'by the application' else disabled_reason end,
        version = version + 1, updated = clock_timestamp()
      where id = $1`,
      [
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
      ],
    )
    if (next.ordered !== before.ordered) await reorder(trx, id, next.ordered === 'member')
    if (next.status === 'Disabled')
      await trx.query('update callback_due set ready_at = null where callback_id = $1 and worker is null', [
        id,
      ])
    // A new URL or a decision of the owner: an open breaker says nothing about what comes now.
    else await wakeIgnoringBreaker(trx, [Number(id)])
    return await findCallback(trx, client, id)
  })
}

/** What is pending follows the new rule: nothing waits for another any more, or everything may have to. */
async function reorder(trx: pg.PoolClient, id: Id, ordered: boolean): Promise<void> {
  await trx.query(LONG_STATEMENT_TIMEOUT)
  await trx.query(
    `
    update delivery set ordered = $2, due_at = case when due_at = 'infinity' then clock_timestamp() else due_at end
    where callback_id = $1 and ordered <> $2`,
    [id, ordered],
  )
}

/** Removes a callback with everything pending, which goes first as in all that touches both; whether there was one. */
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
    return true
  })
}

/**
 * A new secret; the one before it signs along for `overlapSeconds`, any older one no more. Throws `OldSecretSigns` while there
 * is such an older one, unless `endOld`.
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
      throw new OldSecretSigns(before.previous_secret_expires)
    await trx.query(
      `
      update callback set previous_secret = case when $3 > 0 then secret end,
        previous_secret_expires = case when $3 > 0 then clock_timestamp() + $3 * interval '1 second' end,
        secret = $2, version = version + 1, updated = clock_timestamp()
      where id = $1`,
      [id, secret, overlapSeconds],
    )
    return await findCallback(trx, client, id)
  })
}
