/**
 * Recipients of feed lines (contract.md 8): members who authorise the application, and members who registered a
 * loyalty number and whose name agrees with the traveller.
 */
import type { Pool } from 'pg'
import type { Id } from '../../schemas/base/ids.js'
import type { LineNames } from '../../schemas/itinerary/name-agreement.js'
import type { LineRecipient } from '../../schemas/feeds/held-line-store.js'
import { allowsSql } from '../oauth/scope-sql.js'
import { prepared, queryRows } from '../pg/prepared-statements.js'

/** A loyalty number, and the names of a line for it. */
export interface LineAddress extends LineNames {
  source: string
  number: string
}

export interface AddressState {
  /** How many members have registered the number. */
  registered: number
  recipients: LineRecipient[]
}

/** Members who receive one line: the longest registered ones. */
const MAX_RECIPIENTS = 20

/** SQL: the registrations of the loyalty number `x` (source, number_key). */
export const REGISTRATIONS = `
  account a join member m on m.id = a.member_id and m.status <> 'Deleted'
  where a.source = x.source and loyalty_key(a.account_id) = x.number_key and a.status <> 'Removed'`

/**
 * SQL: who receives the line `x` (source, number_key, names, needs_proof): `registered`, and the arrays `members`
 * and `accounts`, null for nobody. A number that several members have registered is proven by its source alone:
 * they may all have confirmed it.
 */
export const RECIPIENTS = `
  select count(*)::int as registered,
    (array_agg(r.member_id::text order by r.id) filter (where r.receives))[1:${MAX_RECIPIENTS}] as members,
    (array_agg(r.id::text order by r.id) filter (where r.receives))[1:${MAX_RECIPIENTS}] as accounts
  from (
    select a.id, a.member_id, (x.names is null or a.holder && x.names) and (
      not x.needs_proof or a.ownership = 'Vouched'
      or (a.ownership = 'Confirmed' and count(*) over () = 1)
    ) as receives
    from ${REGISTRATIONS}
  ) r`

const MAY_FEED = prepared(`
  select 1 from app where client_id = $1 and feed and disabled_at is null and deleted_at is null`)

const MAY_VOUCH = prepared(`
  select 1 from app
  where client_id = $1 and $2 = any(vouches) and disabled_at is null and deleted_at is null`)

const MEMBERS = prepared(`
  select distinct g.member_id from oauth_grant g
  join member m on m.id = g.member_id and m.status <> 'Deleted'
  where g.client_id = $1 and g.member_id = any($2::bigint[]) and g.revoked_at is null
    and ${allowsSql('g', 'trips:write')}`)

const ADDRESSES = prepared(`
  select r.registered, r.members, r.accounts
  from (
    select source, loyalty_key(number) as number_key, string_to_array(names, E'\\n') as names, needs_proof, n
    from unnest($1::text[], $2::text[], $3::text[], $4::boolean[])
      with ordinality as y(source, number, names, needs_proof, n)
  ) x
  cross join lateral (${RECIPIENTS}) r order by x.n`)

/** Keys of names as one text, for parameters: arrays of arrays must not be ragged. */
export const namesText = (names: readonly string[] | null): string | null => names?.join('\n') ?? null

/** The pairs of two arrays of ids. */
export function recipientsOf(
  members: readonly string[] | null,
  accounts: readonly string[] | null,
): LineRecipient[] {
  return (members ?? []).map((member, at) => ({ member, account: accounts?.[at] ?? '' }))
}

/** Recipients as they are now; nothing is cached. */
export function feedAddresses(pool: Pool) {
  return {
    /** True if the application may send feeds. */
    mayFeed: async (client: string): Promise<boolean> =>
      (await queryRows(pool, MAY_FEED, [client])).length > 0,
    /** True if the numbers of the source that the application registers are their members'. */
    mayVouch: async (client: string, source: string): Promise<boolean> =>
      (await queryRows(pool, MAY_VOUCH, [client, source])).length > 0,
    /** Those of the members who exist and let the application add segments. */
    authorisedMembers: async (client: string, ids: readonly Id[]): Promise<Set<Id>> =>
      new Set((await queryRows<[number]>(pool, MEMBERS, [client, ids])).map(([id]) => String(id))),
    /** Who may receive a line for each number with these names, in order. */
    addressStates: async (addresses: readonly LineAddress[]): Promise<AddressState[]> => {
      const rows = await queryRows<[registered: number, members: Id[] | null, accounts: Id[] | null]>(
        pool,
        ADDRESSES,
        [
          addresses.map((one) => one.source),
          addresses.map((one) => one.number),
          addresses.map((one) => namesText(one.names)),
          addresses.map((one) => one.needsProof),
        ],
      )
      return rows.map(([registered, members, accounts]) => ({
        registered,
        recipients: recipientsOf(members, accounts),
      }))
    },
  }
}
