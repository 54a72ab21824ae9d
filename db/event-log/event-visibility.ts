/**
 * Which events an application may see (webhooks.md 1): those addressed to it, and those of its members since
 * they authorised it, as far as the scopes reach. Test events are in the delivery log only.
 */
import type pg from 'pg'
import { seesSql } from './event-scopes.js'

/** SQL: the application $1 may see event `e`. */
export const VISIBLE = `(e.client_id = $1 and e.test is null or (e.client_id is null and exists (
  select from oauth_grant g where g.client_id = $1 and g.member_id = e.member_id and g.revoked_at is null
    and g.created_at <= e.created and ${seesSql('g', 'e.type')})))`

/** SQL: the same events, looked up member by member: nothing else of the log is read. */
const byMember = (columns: string, conditions: string): string => `
  select ${columns} from logged_event e where e.client_id = $1 and e.test is null and ${conditions}
  union all
  select e.* from (
    select member_id, min(created_at) as since, min(created_at) filter (where scope is null) as all_since
    from oauth_grant
    where client_id = $1 and member_id is not null and revoked_at is null group by member_id
  ) g cross join lateral (
    select ${columns} from logged_event e
    where e.member_id = g.member_id and e.client_id is null and e.created >= g.since
      and ${conditions} and (e.created >= g.all_since or ${VISIBLE}) offset 0
  ) e`

/** Above either figure an application sees so much of the log that scanning the log in order is faster. */
const MAX_MEMBERS = 1_000
const MAX_EVENTS = 20_000

/**
 * SQL: `columns` of the events `e` that the application $1 may see and that meet `conditions`. The plan
 * depends on how much it sees: in log order most rows read would belong to other applications, and by member
 * all events of its members are read and sorted for each page.
 */
export async function visibleEventsSql(
  pool: pg.Pool,
  client: string,
  columns: string,
  conditions: string,
): Promise<string> {
  return (await seesLittle(pool, client))
    ? byMember(columns, conditions)
    : `select ${columns} from logged_event e where ${VISIBLE} and ${conditions}`
}

const HAS_MANY_MEMBERS = `
  select from oauth_grant where client_id = $1 and member_id is not null and revoked_at is null
  limit ${MAX_MEMBERS + 1}`

const COUNT_EVENTS = `
  select count(*)::int as n
  from (select from (${byMember('e.id', 'true')}) e limit ${MAX_EVENTS + 1}) counted`

async function seesLittle(pool: pg.Pool, client: string): Promise<boolean> {
  const { rowCount } = await pool.query(HAS_MANY_MEMBERS, [client])
  if ((rowCount ?? 0) > MAX_MEMBERS) return false
  const {
    rows: [row],
  } = await pool.query<{ n: number }>(COUNT_EVENTS, [client])
  return (row?.n ?? 0) <= MAX_EVENTS
}
