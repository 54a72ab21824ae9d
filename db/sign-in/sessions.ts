/** Sessions of the pages. Only hashes are stored; every limit is compared with the database's clock. */
import type { Knex } from 'knex'
import type { SessionStore } from '../../schemas/oauth/session.js'

const LIVE = `seen_at > clock_timestamp() - interval '30 minutes'
  and created_at > clock_timestamp() - interval '12 hours'`

const FIND = `
  update web_session set seen_at = clock_timestamp() where hash = ? and kind = ? and ${LIVE}
  returning account_id::text, second_factor,
    proven_at > clock_timestamp() - interval '5 minutes' as recently_verified`

const LIST = `
  select id::text, created_at, seen_at, address, agent, hash = ? as current from web_session
  where kind = ? and account_id = ? and ${LIVE} order by seen_at desc`

interface ListRow {
  id: string
  created_at: Date
  seen_at: Date
  address: string
  agent: string
  current: boolean
}

/** Sessions that were used within 30 minutes and are at most 12 hours old (ASVS 7.3). */
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
      const { rows } = (await knex.raw(FIND, [hash, kind])) as {
        rows: Array<{ account_id: string; second_factor: boolean; recently_verified: boolean }>
      }
      const row = rows[0]
      if (row === undefined) return null
      const { account_id: accountId, second_factor: secondFactor, recently_verified: recentlyVerified } = row
      return { kind, accountId, hash, secondFactor, recentlyVerified }
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
      const { rows } = (await knex.raw(LIST, [current, kind, accountId])) as { rows: ListRow[] }
      return rows.map(({ created_at: created, seen_at: lastSeen, ...row }) => ({ ...row, created, lastSeen }))
    },
    closeOne: async (kind, accountId, id) =>
      (await knex('web_session').where({ kind, account_id: accountId, id }).delete()) === 1,
    closeAll: async (kind, accountId, except) => {
      const all = knex('web_session').where({ kind, account_id: accountId })
      return await (except === null ? all : all.whereNot({ hash: except })).delete()
    },
  }
}
