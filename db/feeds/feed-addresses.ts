/**
 * Recipients of feed lines (contract.md 8): members who authorise the application, and registered loyalty
 * numbers.
 */
import type { Pool } from 'pg'
import type { Id } from '../../schemas/base/ids.js'
import { allowsSql } from '../oauth/scope-sql.js'
import { prepared, queryRows } from '../pg/prepared-statements.js'

interface LoyaltyNumber {
  source: string
  number: string
}
interface AccountOwner {
  member: Id
  account: Id
}

/**
 * SQL: the account that receives lines for the loyalty number `x` (source, number_key): the one registered
 * first.
 */
export const REGISTERED_ACCOUNT = `
  select a.member_id, a.id from account a join member m on m.id = a.member_id and m.status <> 'Deleted'
  where a.source = x.source and loyalty_key(a.account_id) = x.number_key and a.status <> 'Removed'
  order by a.id limit 1`

const MAY_FEED = prepared(`
  select 1 from app where client_id = $1 and feed and disabled_at is null and deleted_at is null`)

const MEMBERS = prepared(`
  select distinct g.member_id from oauth_grant g
  join member m on m.id = g.member_id and m.status <> 'Deleted'
  where g.client_id = $1 and g.member_id = any($2::bigint[]) and g.revoked_at is null
    and ${allowsSql('g', 'trips:write')}`)

const ACCOUNTS = prepared(`
  select a.member_id, a.id
  from (
    select source, loyalty_key(number) as number_key, n
    from unnest($1::text[], $2::text[]) with ordinality as y(source, number, n)
  ) x
  left join lateral (${REGISTERED_ACCOUNT}) a on true order by x.n`)

/** Recipients as they are now; nothing is cached. */
export function feedAddresses(pool: Pool) {
  return {
    /** True if the application may send feeds. */
    mayFeed: async (client: string): Promise<boolean> =>
      (await queryRows(pool, MAY_FEED, [client])).length > 0,
    /** Those of the members who exist and let the application add segments. */
    authorisedMembers: async (client: string, ids: readonly Id[]): Promise<Set<Id>> =>
      new Set((await queryRows<[number]>(pool, MEMBERS, [client, ids])).map(([id]) => String(id))),
    /** The account that registered each number, in order; null if none has. */
    accountOwners: async (numbers: readonly LoyaltyNumber[]): Promise<Array<AccountOwner | null>> => {
      const rows = await queryRows<[member: number | null, account: number | null]>(pool, ACCOUNTS, [
        numbers.map((one) => one.source),
        numbers.map((one) => one.number),
      ])
      return rows.map(([member, account]) =>
        member === null ? null : { member: String(member), account: String(account) },
      )
    },
  }
}
