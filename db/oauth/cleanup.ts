/** Clearing up behind the authorization server: what no request can need any more. */
import type { Knex } from 'knex'
import { revokeGrants } from './grants.js'
import { LONG_STATEMENT_TIMEOUT } from '../pg/transaction.js'

/** Names the lock that the one node at work holds. */
const LOCK = 7_246_150
/** Refresh tokens that an application keeps of its own grant: the newest so many. */
const APP_REFRESH_KEPT = 100

/** SQL: a member's grant whose code was never exchanged, and can be no more. */
const NEVER_USED = `member_id is not null and created_at < now() - interval '1 hour'
  and not exists (select from oauth_refresh r where r.grant_id = oauth_grant.id)
  and not exists (select from oauth_code c where c.grant_id = oauth_grant.id and (c.used_at is not null or c.expires_at > now()))`

/**
 * What goes, and when. Used codes and rotated refresh tokens stay as long as a token of their family can still be misused,
 * or a replay could not be seen; a member's grant whose code was never exchanged goes with the code.
 */
const CHORES: ReadonlyArray<[what: string, sql: string]> = [
  [
    'refresh tokens of applications',
    `
    delete from oauth_refresh where hash in (
      select hash from (
        select r.hash, row_number() over (partition by r.grant_id order by r.issued_at desc) as place
        from oauth_refresh r join oauth_grant g on g.id = r.grant_id where g.member_id is null
      ) ranked where place > ${APP_REFRESH_KEPT} limit 10000)`,
  ],
  [
    'refresh tokens',
    "delete from oauth_refresh where hash in (select hash from oauth_refresh where expires_at < now() - interval '1 day' limit 10000)",
  ],
  ['grants ended', "delete from oauth_grant where revoked_at < now() - interval '1 year'"],
  ['revocations', 'delete from revocation where until < now()'],
  [
    'sessions',
    "delete from web_session where created_at < now() - interval '12 hours' or seen_at < now() - interval '30 minutes'",
  ],
  ['links', "delete from mail_link where expires_at < now() - interval '1 day'"],
  ['throttles', 'delete from throttle where until < now()'],
  ['secrets', "delete from app_secret where expires < now() - interval '90 days'"],
  ['audit rows', "delete from audit where at < now() - interval '400 days'"],
]

/** Does every chore once, unless another node is at it; rows removed by chore, or null when it was not this node's turn. */
export async function cleanUpOauth(knex: Knex): Promise<Record<string, number> | null> {
  return await knex.transaction(async (trx) => {
    const { rows } = (await trx.raw('select pg_try_advisory_xact_lock(?) as mine', [LOCK])) as {
      rows: Array<{ mine: boolean }>
    }
    if (rows[0]?.mine !== true) return null
    await trx.raw(LONG_STATEMENT_TIMEOUT)
    const removed: Record<string, number> = {}
    const clear = async (what: string, sql: string): Promise<void> => {
      const { rowCount } = (await trx.raw(sql)) as { rowCount: number }
      if (rowCount > 0) removed[what] = rowCount
    }
    for (const [what, sql] of CHORES) await clear(what, sql)
    // Last, for until this is committed nobody else can end grants of the same applications. They counted as live: the applications are told.
    await revokeGrants(trx, NEVER_USED, [], 'never used')
    await clear('grants never used', `delete from oauth_grant where ${NEVER_USED}`)
    return removed
  })
}
