/**
 * Whether a delivery may still be sent (webhooks.md 1): an application receives events only of members who authorise it. What
 * waits is not looked for when an authorization ends, for an unordered callback may have millions; it is set aside when its
 * turn comes. Only a line of an ordered callback is set aside at once, so that later events of the member need not wait for it.
 */
import type pg from 'pg'
import { plainColumn } from '../pg/array-literals.js'
import { transaction } from '../pg/transaction.js'

/**
 * SQL: whether delivery `d` of an application rests on an authorization that is not over and is older than the event, or
 * than the wish to have it again. What tells an application of itself (no member) needs none. `client` is SQL.
 */
export function authorizedSql(client: string): string {
  return `(d.member_id is null or exists (
    select from oauth_grant g where g.member_id = d.member_id and g.client_id = ${client} and g.revoked_at is null
      and g.created_at <= coalesce(d.requested_at, d.event_at)))`
}

/** SQL: the first of each line gets its turn, when it waited for what is gone. `lines` selects callback_id and member_id. */
export function resumeDeferredSql(lines: string): string {
  return `
  update delivery d set due_at = clock_timestamp()
  from (${lines}) m cross join lateral (
    select event_id from delivery p
    where p.callback_id = m.callback_id and p.member_id = m.member_id and p.ordered and p.due_at is not null order by p.sequence limit 1
  ) h
  where d.callback_id = m.callback_id and d.event_id = h.event_id and d.due_at = 'infinity'`
}

const WITHDRAW = `
  update delivery d set due_at = null, withdrawn = true
  from unnest($1::bigint[], $2::uuid[]) as x(callback_id, event_id) join callback c on c.id = x.callback_id
  where d.callback_id = x.callback_id and d.event_id = x.event_id and d.due_at is not null and not ${authorizedSql('c.client_id')}
  returning d.callback_id, d.member_id`

export const RESUME_DEFERRED = resumeDeferredSql(
  'select distinct * from unnest($1::bigint[], $2::bigint[]) as m(callback_id, member_id)',
)

/** Sets deliveries aside whose turn has come, and that no longer stand. */
export async function withdrawUnauthorized(
  pool: pg.Pool,
  deliveries: Array<{ callback: string; event: string }>,
): Promise<void> {
  await transaction(pool, async (client) => {
    const { rows } = await client.query<{ callback_id: number; member_id: number }>(WITHDRAW, [
      plainColumn(deliveries, (one) => one.callback),
      plainColumn(deliveries, (one) => one.event),
    ])
    await client.query(RESUME_DEFERRED, [
      plainColumn(rows, (row) => row.callback_id),
      plainColumn(rows, (row) => row.member_id),
    ])
  })
}
