/** Sessions of the pages. Only hashes are stored; every limit is compared with the database's clock. */
import type { Knex } from 'knex'
import { columnsOf, rowsOf } from '../pg/knex-rows.js'
import type { Session, SessionStore } from '../../schemas/oauth/session.js'

const LIVE = `seen_at > clock_timestamp() - interval '30 minutes'
  and created_at > clock_timestamp() - interval '12 hours'`

const FIND = `
  update web_session set seen_at = clock_timestamp() where hash = ? and kind = ? and ${LIVE}
  returning account_id::text, second_factor,
    proven_at > clock_timestamp() - interval '5 minutes' as recently_verified`

const LIST = `
  select id::text, created_at as created, seen_at as last_seen, address, agent, hash = ? as current from web_session
  where kind = ? and account_id = ? and ${LIVE} order by seen_at desc`

/** Sessions that were used within 30 minutes and are at most 12 hours old (ASVS 7.3). */
export function sessionStore(knex: Knex): SessionStore {
  return {
    open: async (session) => {
      await knex('web_session').insert(
        columnsOf(session, 'hash', 'kind', 'accountId', 'secondFactor', 'address', 'agent'),
      )
    },
    find: async (kind, hash) => {
      const [row] = await rowsOf<Omit<Session, 'kind' | 'hash'>>(knex, FIND, [hash, kind])
      return row === undefined ? null : { kind, hash, ...row }
    },
    recordStepUp: async (hash) => {
      await knex('web_session')
        .where({ hash })
        .update({ proven_at: knex.raw('clock_timestamp()') })
    },
    close: async (hash) => {
      await knex('web_session').where({ hash }).delete()
    },
    list: async (kind, accountId, current) => await rowsOf(knex, LIST, [current, kind, accountId]),
    closeOne: async (kind, accountId, id) =>
      (await knex('web_session').where({ kind, account_id: accountId, id }).delete()) === 1,
    closeAll: async (kind, accountId, except) => {
      const all = knex('web_session').where({ kind, account_id: accountId })
      return await (except === null ? all : all.whereNot({ hash: except })).delete()
    },
  }
}
