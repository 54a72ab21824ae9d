/** Removes rows of the authorization server that no request can need any more. */
import type { Knex } from 'knex'
import { LONG_STATEMENT_TIMEOUT } from '../pg/transaction.js'
import { rowsOf } from '../pg/knex-rows.js'
import { revokeGrants } from './grants.js'

/** Key of the advisory lock that the one working node holds. */
const LOCK = 7_246_150
/** Number of refresh tokens kept of an application's own grant, the newest ones. */
const MAX_APP_REFRESH_TOKENS = 100
const MAX_ROWS = 10_000

/** SQL: a member's grant whose code was never exchanged and cannot be any more. */
const NEVER_USED = `member_id is not null and created_at < now() - interval '1 hour'
  and not exists (select from oauth_refresh r where r.grant_id = oauth_grant.id)
  and not exists (
    select from oauth_code c
    where c.grant_id = oauth_grant.id and (c.used_at is not null or c.expires_at > now()))`

/**
 * What is removed, and when. Used codes and rotated refresh tokens stay as long as a token of their family
 * could be misused; otherwise reuse could not be detected. A member's grant whose code was never exchanged
 * goes with the code.
 */
const STEPS: ReadonlyArray<[what: string, sql: string]> = [
  [
    'refresh tokens of applications',
    `
    delete from oauth_refresh where hash in (
      select hash from (
        select r.hash, row_number() over (partition by r.grant_id order by r.issued_at desc) as place
        from oauth_refresh r join oauth_grant g on g.id = r.grant_id where g.member_id is null
      ) ranked where place > ${MAX_APP_REFRESH_TOKENS} limit ${MAX_ROWS})`,
  ],
  [
    'refresh tokens',
    `
    delete from oauth_refresh where hash in (
      select hash from oauth_refresh where expires_at < now() - interval '1 day' limit ${MAX_ROWS})`,
  ],
  ['grants ended', "delete from oauth_grant where revoked_at < now() - interval '1 year'"],
  ['revocations', 'delete from revocation where until < now()'],
  [
    'sessions',
    `
    delete from web_session
    where created_at < now() - interval '12 hours' or seen_at < now() - interval '30 minutes'`,
  ],
  ['links', 'delete from mail_link where expires_at < now()'],
  ['shared links', "delete from shared_trip where expires < now() - interval '1 day'"],
  ['invitations', "delete from app_invitation where expires_at < now() - interval '1 day'"],
  ['throttles', 'delete from throttle where until < now()'],
  ['secrets', "delete from app_secret where expires < now() - interval '90 days'"],
]

/** Runs every step once; the number of rows removed per step, or null if another node is at work. */
export async function cleanUpOauth(knex: Knex): Promise<Record<string, number> | null> {
  return await knex.transaction(async (trx) => {
    const [lock] = await rowsOf<{ mine: boolean }>(trx, 'select pg_try_advisory_xact_lock(?) as mine', [LOCK])
    if (lock?.mine !== true) return null
    await trx.raw(LONG_STATEMENT_TIMEOUT)
    const removed: Record<string, number> = {}
    const run = async (what: string, sql: string): Promise<void> => {
      const { rowCount } = (await trx.raw(sql)) as { rowCount: number }
      if (rowCount > 0) removed[what] = rowCount
    }
    for (const [what, sql] of STEPS) await run(what, sql)
    // Last, because until the commit nobody else can revoke grants of the same applications. They counted as
    // active, so the applications are notified.
    await revokeGrants(trx, NEVER_USED, [], 'never used')
    await run('grants never used', `delete from oauth_grant where ${NEVER_USED}`)
    return removed
  })
}
