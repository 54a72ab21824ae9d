/** What is due of a callback, with the payloads (webhooks.md 5): read through one index, never by scanning deliveries. */
import type pg from 'pg'
import type { DueHead } from '../schemas/delivery.js'
import type { Id } from '../schemas/ids.js'

const COLUMNS = `
  d.callback_id::text as callback, d.event_id as event, extract(epoch from d.event_at)::float8 * 1000 as at, d.member_id::text as member,
  nullif(d.sequence, 0) as sequence, d.tried, d.rung, coalesce(e.type, '') as type, e.resource_id as resource, e.body,
  case when d.ordered then (
    select p.sequence from delivery p
    where p.callback_id = d.callback_id and p.member_id = d.member_id and p.ordered and p.due_at is not null and p.sequence < d.sequence
    order by p.sequence desc limit 1
  ) end as after`

const EVENT = 'left join event e on e.id = d.event_id and e.created = d.event_at'

const FIRST = `
  select ${COLUMNS}
  from unnest($1::bigint[]) as w(callback_id) cross join lateral (
    select * from delivery where callback_id = w.callback_id and due_at <= clock_timestamp() order by due_at limit $2
  ) d ${EVENT}`

const MORE = `
  select ${COLUMNS}
  from (
    select * from delivery where callback_id = $1 and due_at <= clock_timestamp() and event_id <> all($3::uuid[]) order by due_at limit $2
  ) d ${EVENT}`

type Row = DueHead & { callback: Id }

/** What is due of several callbacks, up to `limit` each. */
export async function firstHeads (pool: pg.Pool, callbacks: Id[], limit: number): Promise<Map<Id, DueHead[]>> {
  const { rows } = await pool.query<Row>({ name: 'delivery-first', text: FIRST, values: [callbacks, limit] })
  const heads = new Map<Id, DueHead[]>(callbacks.map(callback => [callback, []]))
  for (const row of rows) heads.get(row.callback)?.push(row)
  return heads
}

/** What else is due of a callback, up to `limit`, without the events known. */
export async function moreHeads (pool: pg.Pool, callback: Id, limit: number, known: string[]): Promise<DueHead[]> {
  const { rows } = await pool.query<Row>({ name: 'delivery-more', text: MORE, values: [callback, limit, `{${known.join(',')}}`] })
  return rows
}
