/**
 * Recipients of feed lines (contract.md 8): members who authorise the application, and the member whose loyalty number
 * it is.
 */
import type { Pool } from 'pg'
import type { Id } from '../../schemas/base/ids.js'
import { LINE_RULES, OWNERSHIPS } from '../../schemas/itinerary/account.js'
import type { Ownership } from '../../schemas/itinerary/account.js'
import type { LineNames } from '../../schemas/itinerary/name-agreement.js'
import type { LineRecipient } from '../../schemas/feeds/held-line-store.js'
import { isLiveSql } from '../event-log/test-events.js'
import { allowsSql } from '../oauth/scope-sql.js'
import { prepared, queryRows } from '../pg/prepared-statements.js'

/** A loyalty number, and the names of a line for it. */
export interface LineAddress extends LineNames {
  source: string
  number: string
}

/** Why a line is held. */
type HoldReason = 'unregistered' | 'contested' | 'unproven' | 'other_name'

export interface AddressState {
  /** Null: the recipient receives the line whole. */
  reason: HoldReason | null
  recipient: LineRecipient | null
}

/** SQL: the registrations of the loyalty number `x` (source, number_key). Those of test members do not count. */
export const REGISTRATIONS = `
  account a join member m on m.id = a.member_id and m.status <> 'Deleted'
  where a.source = x.source and loyalty_key(a.account_id) = x.number_key and a.status <> 'Removed'
    and ${isLiveSql('a.member_id')}`

/** SQL: whether a registration `a` with this ownership receives the line `x` (LINE_RULES). */
function ruleSql(ownership: Ownership): string {
  const { named, ownApplication } = LINE_RULES[ownership]
  return [
    `a.ownership = '${ownership}'`,
    '(x.names is null or a.holder && x.names)',
    ...(named ? ['not x.needs_proof'] : []),
    ...(ownApplication ? ['a.client_id = x.client_id'] : []),
  ].join(' and ')
}

const PARTIAL = OWNERSHIPS.filter((ownership) => !LINE_RULES[ownership].whole)
const quoted = (names: readonly string[]): string => `'{${names.join(',')}}'::text[]`

/**
 * SQL: who receives the line `x` (source, number_key, client_id, names, needs_proof), as contract.md 8.3 decides it:
 * `member` and `account`, null for nobody, and `reason`, null if the line goes to them whole.
 */
export const RECIPIENT = `
  select f.member, f.account,
    case when f.registered = 0 then 'unregistered' when f.strongest > 1 then 'contested'
      when f.partial then 'unproven' when f.member is null then 'other_name' end as reason
  from (
    select count(*) as registered, count(*) filter (where r.place = 1) as strongest,
      bool_or(r.place = 1 and r.ownership = any(${quoted(PARTIAL)})) as partial,
      case when count(*) filter (where r.place = 1) = 1
        then max(r.member_id) filter (where r.place = 1 and r.receives) end::text as member,
      case when count(*) filter (where r.place = 1) = 1
        then max(r.id) filter (where r.place = 1 and r.receives) end::text as account
    from (
      select a.id, a.member_id, a.ownership, (${OWNERSHIPS.map(ruleSql).join(' or ')}) as receives,
        rank() over (order by array_position(${quoted(OWNERSHIPS)}, a.ownership) desc) as place
      from ${REGISTRATIONS}
    ) r
  ) f`

const FEED_SOURCES = prepared(`
  select feed_sources from app
  where client_id = $1 and feed and disabled_at is null and deleted_at is null`)

const MAY_VOUCH = prepared(`
  select 1 from app
  where client_id = $1 and $2 = any(vouches) and disabled_at is null and deleted_at is null`)

const MEMBERS = prepared(`
  select distinct g.member_id from oauth_grant g
  join member m on m.id = g.member_id and m.status <> 'Deleted'
  where g.client_id = $1 and g.member_id = any($2::bigint[]) and g.revoked_at is null
    and ${isLiveSql('g.member_id')}
    and ${allowsSql('g', 'trips:write')}`)

const ADDRESSES = prepared(
  `
  select r.member, r.account, r.reason
  from (
    select source, loyalty_key(number) as number_key, $5::text as client_id,
      string_to_array(names, E'\\n') as names, needs_proof, n
    from unnest($1::text[], $2::text[], $3::text[], $4::boolean[])
      with ordinality as y(source, number, names, needs_proof, n)
  ) x
  cross join lateral (${RECIPIENT}) r order by x.n`,
  'feed-addresses',
)

/** Keys of names as one text, for parameters: arrays of arrays must not be ragged. */
export const namesText = (names: readonly string[] | null): string | null => names?.join('\n') ?? null

/** Recipients as they are now; nothing is cached. */
export function feedAddresses(pool: Pool) {
  return {
    /** The sources whose numbers the application may feed; null if it may not send feeds. */
    feedSources: async (client: string): Promise<ReadonlySet<string> | null> => {
      const [row] = await queryRows<[string[]]>(pool, FEED_SOURCES, [client])
      return row === undefined ? null : new Set(row[0])
    },
    /** True if the numbers of the source that the application registers are their members'. */
    mayVouch: async (client: string, source: string): Promise<boolean> =>
      (await queryRows(pool, MAY_VOUCH, [client, source])).length > 0,
    /** Those of the members who exist and let the application add segments; test members get no feeds. */
    authorisedMembers: async (client: string, ids: readonly Id[]): Promise<Set<Id>> =>
      new Set((await queryRows<[number]>(pool, MEMBERS, [client, ids])).map(([id]) => String(id))),
    /** Who receives a line of the application for each number with these names, in order. */
    addressStates: async (client: string, addresses: readonly LineAddress[]): Promise<AddressState[]> => {
      const rows = await queryRows<[member: Id | null, account: Id | null, reason: HoldReason | null]>(
        pool,
        ADDRESSES,
        [
          addresses.map((one) => one.source),
          addresses.map((one) => one.number),
          addresses.map((one) => namesText(one.names)),
          addresses.map((one) => one.needsProof),
          client,
        ],
      )
      return rows.map(([member, account, reason]) => ({
        reason,
        recipient: member === null || account === null ? null : { member, account },
      }))
    },
  }
}
