/** Disabling, transferring and deleting applications, and revoking all their tokens. */
import type { Knex } from 'knex'
import type { Id } from '../../schemas/base/ids.js'
import { rowsOf } from '../pg/knex-rows.js'
import { LONG_STATEMENT_TIMEOUT } from '../pg/transaction.js'
import { afterGrantsRevoked, type RevokedGrant } from './grant-revocation.js'
import { lockDeveloper } from './apps.js'
import { revoke } from './revocations.js'

const REVOKE_GRANTS = `
  update oauth_grant set revoked_at = clock_timestamp(), reason = ?
  where client_id = ? and revoked_at is null returning client_id, member_id::text`

/** Revokes every token and every grant of the application, and starts a new generation. */
export async function revokeAllTokens(knex: Knex, clientId: string, reason: string): Promise<void> {
  const rows = await knex('app')
    .where({ client_id: clientId })
    .increment('generation', 1)
    .returning<Array<{ generation: number }>>('generation')
  const revoked = await rowsOf<RevokedGrant>(knex, REVOKE_GRANTS, [reason, clientId])
  await revoke(
    knex,
    rows.map((row) => ({ kind: 'app' as const, key: clientId, generation: row.generation })),
  )
  await afterGrantsRevoked(knex, revoked)
}

const ENABLE = `
  update app set disabled_at = null, disabled_by = null, updated = clock_timestamp()
  where client_id = :clientId and (:by = 'operator' or disabled_by is distinct from 'operator')`

const DISABLE = `
  update app set disabled_at = clock_timestamp(), updated = clock_timestamp(),
    disabled_by = case when disabled_by = 'operator' then disabled_by else :by end
  where client_id = :clientId`

/**
 * Disables an application and revokes its tokens, or enables it again (without its old tokens). False,
 * without effect, if a developer enables what an operator disabled.
 */
export async function switchApp(
  knex: Knex,
  clientId: string,
  on: boolean,
  by: 'developer' | 'operator',
): Promise<boolean> {
  return await knex.transaction(async (trx) => {
    const { rowCount } = (await trx.raw(on ? ENABLE : DISABLE, { clientId, by })) as { rowCount: number }
    if (!on) await revokeAllTokens(trx, clientId, 'application disabled')
    return rowCount === 1
  })
}

const EXPIRE_SECRETS = `
  update app_secret set expires = clock_timestamp()
  where client_id = ? and (expires is null or expires > clock_timestamp())`

/**
 * Transfers the application from developer `from` to developer `to`, and ends everything that `from` may hold
 * of it, on every node: its team, its secrets, every grant with its tokens and calendar addresses, its callbacks with
 * their deliveries. Members authorised another organisation, so they have to connect again. It also loses its
 * verification. Returns the callbacks removed; null, without effect, if it does not belong to `from` (any
 * more), or the account of `to` is closed.
 */
export async function transferApp(
  knex: Knex,
  clientId: string,
  from: string,
  to: string,
): Promise<Id[] | null> {
  return await knex.transaction(async (trx) => {
    if (!(await lockDeveloper(trx, to))) return null
    await trx.raw(LONG_STATEMENT_TIMEOUT)
    const transferred = await trx('app')
      .where({ client_id: clientId, developer_id: from })
      .whereNull('deleted_at')
      .update({
        developer_id: to,
        verified: false,
        vouches: [],
        feed_sources: [],
        updated: trx.raw('clock_timestamp()'),
      })
    if (transferred === 0) return null
    await trx.raw(EXPIRE_SECRETS, [clientId])
    await dissolveTeam(trx, clientId)
    const callbacks = await removeCallbacks(trx, clientId)
    await revokeAllTokens(trx, clientId, 'application transferred')
    return callbacks
  })
}

/** Removes the callbacks of an application with their deliveries; returns their ids. */
async function removeCallbacks(trx: Knex, clientId: string): Promise<Id[]> {
  // Callbacks before deliveries, the order of locks (db/README.md).
  const callbacks = await trx('callback')
    .where({ client_id: clientId })
    .orderBy('id')
    .forUpdate()
    .pluck<Array<number | string>>('id')
  await trx('delivery').whereIn('callback_id', callbacks).delete()
  await trx('callback').where({ client_id: clientId }).delete()
  return callbacks.map(String)
}

/** Ends the team and its invitations. */
async function dissolveTeam(trx: Knex, clientId: string): Promise<void> {
  await trx('app_team').where({ client_id: clientId }).delete()
  await trx('app_invitation').where({ client_id: clientId }).delete()
}

/**
 * Deletes an application: revokes its secrets and tokens and removes its callbacks with their deliveries,
 * since nobody could remove them later. The row stays, because events and the audit log refer to it. Returns
 * the callbacks removed.
 */
export async function deleteApp(knex: Knex, clientId: string): Promise<Id[]> {
  return await knex.transaction(async (trx) => {
    await trx.raw(LONG_STATEMENT_TIMEOUT)
    await trx('app')
      .where({ client_id: clientId })
      .update({
        deleted_at: trx.raw('clock_timestamp()'),
        disabled_at: trx.raw('coalesce(disabled_at, clock_timestamp())'),
      })
    const callbacks = await removeCallbacks(trx, clientId)
    await revokeAllTokens(trx, clientId, 'application deleted')
    await trx('app_secret').where({ client_id: clientId }).delete()
    await dissolveTeam(trx, clientId)
    return callbacks
  })
}
