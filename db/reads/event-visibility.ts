/** Which events of the log an application may see (webhooks.md 1): those for it alone, and its members' since they authorise it. */
import type pg from 'pg'

/** SQL: whether the application, $1, sees event `e`. */
export const VISIBLE = `(e.client_id = $1 or (e.client_id is null and exists (
  select from oauth_grant g where g.client_id = $1 and g.member_id = e.member_id and g.revoked_at is null and g.created_at <= e.created)))`

/** SQL: the same events by way of the members. Each of them is looked for by itself: nothing else of the log is read. */
const ofMembers = (columns: string, conditions: string): string => `
  select ${columns} from event e where e.client_id = $1 and ${conditions}
  union all
  select e.* from (
    select member_id, min(created_at) as since from oauth_grant
    where client_id = $1 and member_id is not null and revoked_at is null group by member_id
  ) g cross join lateral (
    select ${columns} from event e
    where e.member_id = g.member_id and e.client_id is null and e.created >= g.since and ${conditions} offset 0
  ) e`

/** An application with more members than this, or more events, sees so much of the log that it is found on the way through it. */
const FEW = 1_000
const FEW_EVENTS = 20_000

/**
 * SQL: `columns` of the events `e` that the application, $1, sees and that meet `conditions`. How they are looked for depends
 * on how much it sees: in the order of the log most of what is read would be other applications', and by way of the members
 * all that they have is read and sorted for each page.
 */
export async function visibleEventsSql(
  pool: pg.Pool,
  client: string,
  columns: string,
  conditions: string,
): Promise<string> {
  return (await seesLittle(pool, client))
    ? ofMembers(columns, conditions)
    : `select ${columns} from event e where ${VISIBLE} and ${conditions}`
}

async function seesLittle(pool: pg.Pool, client: string): Promise<boolean> {
  const { rowCount } = await pool.query(
    `select from oauth_grant where client_id = $1 and member_id is not null and revoked_at is null limit ${FEW + 1}`,
    [client],
  )
  if ((rowCount ?? 0) > FEW) return false
  const {
    rows: [row],
  } = await pool.query<{ n: number }>(
    `select count(*)::int as n from (select from (${ofMembers('e.id', 'true')}) e limit ${FEW_EVENTS + 1}) counted`,
    [client],
  )
  return (row?.n ?? 0) <= FEW_EVENTS
}
