/** Whose line of a feed it is (contract.md 8): members who authorised the application, and registered loyalty numbers. */
import type { Pool } from 'pg'
import type { Id } from '../../schemas/base/ids.js'
import { queryRows } from '../pg/prepared-statements.js'

interface LoyaltyNumber {
  source: string
  number: string
}
interface Registered {
  member: Id
  account: Id
}

/** SQL: of loyalty number `x` (source, number_key) the account that gets what suppliers tell: the one registered first. */
export const REGISTERED_ACCOUNT = `
  select a.member_id, a.id from account a join member m on m.id = a.member_id and m.status <> 'Deleted'
  where a.source = x.source and loyalty_key(a.account_id) = x.number_key and a.status <> 'Removed' order by a.id limit 1`

const ACCOUNTS = `
  select a.member_id, a.id
  from (select source, loyalty_key(number) as number_key, n from unnest($1::text[], $2::text[]) with ordinality as y(source, number, n)) x
  left join lateral (${REGISTERED_ACCOUNT}) a on true order by x.n`

const MEMBERS = `
  select distinct g.member_id from oauth_grant g join member m on m.id = g.member_id and m.status <> 'Deleted'
  where g.client_id = $1 and g.member_id = any($2::bigint[]) and g.revoked_at is null`

/** Who may be addressed by a feed, as it is now: nothing is remembered between calls. */
export function feedAddresses(pool: Pool) {
  return {
    /** Whether the application may send feeds, now. */
    mayFeed: async (client: string): Promise<boolean> =>
      (
        await queryRows(
          pool,
          'select 1 from app where client_id = $1 and feed and disabled_at is null and deleted_at is null',
          [client],
        )
      ).length > 0,
    /** Those of the members who exist and authorise the application. */
    authorisedMembers: async (client: string, ids: readonly Id[]): Promise<Set<Id>> =>
      new Set((await queryRows<[number]>(pool, MEMBERS, [client, ids])).map(([id]) => String(id))),
    /** Who registered each number, in order; null: nobody has. */
    accountOwners: async (numbers: readonly LoyaltyNumber[]): Promise<Array<Registered | null>> =>
      (
        await queryRows<[number | null, number | null]>(pool, ACCOUNTS, [
          numbers.map((one) => one.source),
          numbers.map((one) => one.number),
        ])
      ).map(([member, account]) =>
        member === null ? null : { member: String(member), account: String(account) },
      ),
  }
}
