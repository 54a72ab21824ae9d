/** Secrets of applications. Only hashes are stored. */
import type { Knex } from 'knex'
import type { ListedSecret } from '../../schemas/oauth/oauth-app.js'
import { rowsOf } from '../pg/knex-rows.js'
import { revokeAllTokens } from './app-lifecycle.js'
import { insertSecret } from './apps.js'
import { revoke } from './revocations.js'

/** At most two secrets are live at once, the older one only for the overlap (RFC 9700 2.5). */
const MAX_LIVE_SECRETS = 2

const RECORD_USE = `
  update app_secret set last_used = clock_timestamp()
  where id = ? and (last_used is null or last_used < clock_timestamp() - interval '1 minute')`

/** Records the use of a secret, at most once a minute. */
export async function recordSecretUse(knex: Knex, secretId: string): Promise<void> {
  await knex.raw(RECORD_USE, [secretId])
}

const LIST = `
  select s.id::text as id, s.hash, s.last4, s.created, s.expires, s.last_used,
    s.expires is null or s.expires > clock_timestamp() as live
  from app_secret s
  where s.client_id = ? and (s.expires is null or s.expires > now() - interval '30 days')
  order by s.created desc, s.id desc`

/** The secrets of an application, including those that expired within 30 days, newest first. */
export async function listSecrets(knex: Knex, clientId: string): Promise<ListedSecret[]> {
  return await rowsOf(knex, LIST, [clientId])
}

const LIMIT_OVERLAP = `
  update app_secret set expires = least(expires, clock_timestamp() + make_interval(secs => ?))
  where client_id = ? and (expires is null or expires > clock_timestamp())`

const EXPIRE_OLDEST = `
  update app_secret set expires = clock_timestamp()
  where client_id = ? and expires > clock_timestamp() and id not in (
    select id from app_secret where client_id = ? and expires > clock_timestamp()
    order by created desc, id desc limit ${MAX_LIVE_SECRETS - 1})`

export interface SecretRotationOptions {
  /** How long the older secrets stay valid; 0: they expire at once. */
  overlapSeconds: number
  /** Also revoke every token of the application. */
  endTokens: boolean
  /** Rotate only if this is the newest live secret (`none`: there is none). */
  newest?: string | null
}

/**
 * Adds a secret and announces that nodes must drop cached ones. The older secrets expire after the overlap;
 * if there would be more than two, the oldest expire now. False, without effect, if `newest` does not match.
 */
export async function rotateSecret(
  knex: Knex,
  clientId: string,
  secret: { hash: Buffer; last4: string },
  { overlapSeconds, endTokens, newest = null }: SecretRotationOptions,
): Promise<boolean> {
  return await knex.transaction(async (trx) => {
    const generation = await lockApp(trx, clientId)
    if (generation === null) throw new Error(`application ${clientId} does not exist`)
    if (newest !== null && (await newestLiveSecret(trx, clientId)) !== newest) return false
    await trx.raw(LIMIT_OVERLAP, [overlapSeconds, clientId])
    await trx.raw(EXPIRE_OLDEST, [clientId, clientId])
    await insertSecret(trx, clientId, secret)
    if (endTokens) await revokeAllTokens(trx, clientId, 'secret rotated')
    else await revoke(trx, [{ kind: 'app', key: clientId, generation }])
    return true
  })
}

/** Locks the application; its generation, or null if it does not exist. */
async function lockApp(trx: Knex, clientId: string): Promise<number | null> {
  const app = await trx('app')
    .where({ client_id: clientId })
    .forUpdate()
    .first<{ generation: number } | undefined>('generation')
  return app?.generation ?? null
}

async function newestLiveSecret(trx: Knex, clientId: string): Promise<string> {
  const newest = await trx('app_secret')
    .where({ client_id: clientId })
    .whereRaw('(expires is null or expires > clock_timestamp())')
    .orderBy([
      { column: 'created', order: 'desc' },
      { column: 'id', order: 'desc' },
    ])
    .first<{ id: string } | undefined>(trx.raw('id::text'))
  return newest?.id ?? 'none'
}

const EXPIRE = `
  update app_secret set expires = clock_timestamp()
  where client_id = ? and id = ? and (expires is null or expires > clock_timestamp())`

/** Expires one secret at once; false if it was not a live one of this application. */
export async function revokeSecret(knex: Knex, clientId: string, secretId: string): Promise<boolean> {
  return await knex.transaction(async (trx) => {
    const generation = await lockApp(trx, clientId)
    const { rowCount } = (await trx.raw(EXPIRE, [clientId, secretId])) as { rowCount: number }
    if (generation === null || rowCount === 0) return false
    await revoke(trx, [{ kind: 'app', key: clientId, generation }])
    return true
  })
}
