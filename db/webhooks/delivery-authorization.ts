/**
 * Whether a delivery may still be sent (webhooks.md 1): an application receives only events of members who
 * authorise it. Revoking an authorization does not search pending deliveries, of which an unordered callback
 * may have millions; each is withdrawn when it becomes due. Only those of ordered callbacks are withdrawn at
 * once, so that later events of the member do not wait for them.
 */
import type pg from 'pg'
import { plainColumn } from '../pg/array-literals.js'
import { transaction } from '../pg/transaction.js'
import { seesKindSql } from '../event-log/event-scopes.js'
import { eachOf, keyed, prepared } from '../pg/prepared-statements.js'

/**
 * SQL: delivery `d` is covered by an authorization that is in force, includes a scope for such events, and is
 * older than the event, or than the request to replay it. Events about the application itself (without a
 * member) need none. `client` is SQL.
 */
export function authorizedSql(client: string): string {
  return `(d.member_id is null or exists (
    select from oauth_grant g
    where g.member_id = d.member_id and g.client_id = ${client} and g.revoked_at is null
      and g.created_at <= coalesce(d.requested_at, d.event_at)
      and ${seesKindSql('g', 'd.event_kind')}))`
}

/**
 * SQL: makes the first deferred delivery of each member due. `members` selects callback_id and member_id. Found by its key:
 * Postgres would begin with all that are deferred, which `is true` hides from it.
 */
export function resumeDeferredSql(members: string): string {
  return `
  update delivery d set due_at = clock_timestamp()
  from (${members}) m cross join lateral (
    select event_id from delivery p
    where p.callback_id = m.callback_id and p.member_id = m.member_id and p.ordered and p.due_at is not null
    order by p.sequence limit 1
  ) first
  where ${keyed('d.callback_id', 'm.callback_id')} and ${keyed('d.event_id', 'first.event_id')} and (d.due_at = 'infinity') is true`
}

export const RESUME_DEFERRED = prepared(
  resumeDeferredSql(
    `select distinct * from ${eachOf('callback_id, member_id', '$1::bigint[]', '$2::bigint[]')} u`,
  ),
  'delivery-resume',
)

const WITHDRAW = `
  update delivery d set due_at = null, withdrawn = true
  from unnest($1::bigint[], $2::uuid[]) as x(callback_id, event_id) join callback c on c.id = x.callback_id
  where d.callback_id = x.callback_id and d.event_id = x.event_id and d.due_at is not null
    and not ${authorizedSql('c.client_id')}
  returning d.callback_id, d.member_id`

/** Withdraws due deliveries that are no longer authorised. */
export async function withdrawUnauthorized(
  pool: pg.Pool,
  deliveries: Array<{ callback: string; event: string }>,
): Promise<void> {
  await transaction(pool, async (client) => {
    const { rows } = await client.query<{ callback_id: number; member_id: number }>(WITHDRAW, [
      plainColumn(deliveries, (one) => one.callback),
      plainColumn(deliveries, (one) => one.event),
    ])
    await client.query({
      ...RESUME_DEFERRED,
      values: [plainColumn(rows, (row) => row.callback_id), plainColumn(rows, (row) => row.member_id)],
    })
  })
}
