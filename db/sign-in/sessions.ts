/** Sessions of the pages and the links sent by mail. Only hashes rest here; every limit is compared by the database's clock. */
import type { Knex } from 'knex'
import type { AccountType } from '../../schemas/oauth/account.js'
import type { LinkPurpose, LinkStore } from '../../schemas/oauth/mailed-link.js'
import type { SessionStore } from '../../schemas/oauth/session.js'

const LIVE =
  "seen_at > clock_timestamp() - interval '30 minutes' and created_at > clock_timestamp() - interval '12 hours'"

/** Sessions: idle under 30 minutes, at most 12 hours (ASVS 7.3). */
export function sessionStore(knex: Knex): SessionStore {
  return {
    open: async (session) => {
      await knex('web_session').insert({
        hash: session.hash,
        kind: session.kind,
        account_id: session.accountId,
        second_factor: session.secondFactor,
        address: session.address,
        agent: session.agent,
      })
    },
    find: async (kind, hash) => {
      const { rows } = (await knex.raw(
        `
        update web_session set seen_at = clock_timestamp() where hash = ? and kind = ? and ${LIVE}
        returning account_id::text, second_factor, proven_at > clock_timestamp() - interval '5 minutes' as proven_lately`,
        [hash, kind],
      )) as { rows: Array<{ account_id: string; second_factor: boolean; proven_lately: boolean }> }
      const row = rows[0]
      return row === undefined
        ? null
        : {
            kind,
            accountId: row.account_id,
            hash,
            secondFactor: row.second_factor,
            recentlyVerified: row.proven_lately,
          }
    },
    recordStepUp: async (hash) => {
      await knex('web_session')
        .where({ hash })
        .update({ proven_at: knex.raw('clock_timestamp()') })
    },
    close: async (hash) => {
      await knex('web_session').where({ hash }).delete()
    },
    list: async (kind, accountId, current) => {
      const { rows } = (await knex.raw(
        `
        select id::text, created_at, seen_at, address, agent, hash = ? as current from web_session
        where kind = ? and account_id = ? and ${LIVE} order by seen_at desc`,
        [current, kind, accountId],
      )) as {
        rows: Array<{
          id: string
          created_at: Date
          seen_at: Date
          address: string
          agent: string
          current: boolean
        }>
      }
      return rows.map((row) => ({
        id: row.id,
        created: row.created_at,
        lastSeen: row.seen_at,
        address: row.address,
        agent: row.agent,
        current: row.current,
      }))
    },
    closeOne: async (kind, accountId, id) =>
      (await knex('web_session').where({ kind, account_id: accountId, id }).delete()) === 1,
    closeAll: async (kind, accountId, except) => {
      const all = knex('web_session').where({ kind, account_id: accountId })
      return await (except === null ? all : all.whereNot({ hash: except })).delete()
    },
  }
}

/** Links sent by mail, each good for one use. */
export function linkStore(knex: Knex): LinkStore {
  const live = (purpose: LinkPurpose, hash: Buffer): Knex.QueryBuilder =>
    knex('mail_link').where({ purpose, hash }).whereNull('used_at').whereRaw('expires_at > clock_timestamp()')
  return {
    create: async (link) => {
      await knex.raw(
        `
        insert into mail_link (hash, purpose, subject, payload, expires_at)
        values (?, ?, ?, ?, clock_timestamp() + make_interval(mins => ?))`,
        [link.hash, link.purpose, link.about, JSON.stringify(link.payload), link.minutes],
      )
    },
    peek: async (purpose, hash) => {
      const row = (await live(purpose, hash).first('payload')) as
        { payload: Record<string, string> } | undefined
      return row?.payload ?? null
    },
    consume: async (purpose, hash) => {
      const rows = (await live(purpose, hash)
        .update({ used_at: knex.raw('clock_timestamp()') })
        .returning('payload')) as Array<{ payload: Record<string, string> }>
      return rows[0]?.payload ?? null
    },
  }
}

/** Ends the outstanding reset links of an account; within the transaction that sets its password. */
export async function expireResetLinks(trx: Knex, kind: AccountType, accountId: string): Promise<void> {
  await trx('mail_link')
    .where({ purpose: `${kind}_reset`, subject: accountId })
    .whereNull('used_at')
    .update({ used_at: trx.raw('clock_timestamp()') })
}
