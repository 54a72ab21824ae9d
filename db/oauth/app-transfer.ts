/** An application changes hands: what its old owner knows of it ends with that. */
import type { Knex } from 'knex'
import { lockDeveloper } from '../sign-in/developer-accounts.js'
import { revoke } from './revocations.js'

/**
 * Gives the application of developer `from` to developer `to`. All its secrets end, on every node, and it is not verified
 * any more. False, and nothing happens, when it is not of `from` (any more), or the account of `to` is closed.
 */
export async function transferApp(knex: Knex, clientId: string, from: string, to: string): Promise<boolean> {
  return await knex.transaction(async (trx) => {
    if (!(await lockDeveloper(trx, to))) return false
    const rows = await trx('app')
      .where({ client_id: clientId, developer_id: from })
      .whereNull('deleted_at')
      .update({ developer_id: to, verified: false, updated: trx.raw('clock_timestamp()') })
      .returning<Array<{ generation: number }>>('generation')
    const moved = rows[0]
    if (moved === undefined) return false
    await trx.raw(
      'update app_secret set expires = clock_timestamp() where client_id = ? and (expires is null or expires > clock_timestamp())',
      [clientId],
    )
    await revoke(trx, [{ kind: 'app', key: clientId, generation: moved.generation }])
    return true
  })
}
