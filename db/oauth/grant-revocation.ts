/**
 * What follows when grants of members have ended, in the transaction that ended them: pending deliveries lose what they rested
 * on, and with the last grant of a member to an application its calendar addresses end, and the application is told.
 */
import { randomUUID } from 'node:crypto'
import type { Knex } from 'knex'
import { deauthorizedEvent } from '../../schemas/webhooks/event.js'
import { authorizedSql, resumeDeferredSql } from '../webhooks/delivery-authorization.js'

/** Of which application and member; null: the application's own. */
export interface RevokedGrant {
  client_id: string
  member_id: string | null
}

/** Names the locks, one an application, under which it is decided which grant was the last. */
const LOCK = 7_246_151
/** Applications are told of so many members with one statement. */
const AT_ONCE = 1_000

/** To be called once in a transaction, after all that ends in it has ended. */
export async function afterGrantsRevoked(trx: Knex, grants: readonly RevokedGrant[]): Promise<void> {
  const ended = grants.flatMap(({ client_id: client, member_id: member }) =>
    member === null ? [] : [{ client, member }],
  )
  if (ended.length === 0) return
  const clients = [...new Set(ended.map((one) => one.client))]
  const pairs = [ended.map((one) => one.client), ended.map((one) => one.member)]
  // Two that end the last two grants at once would each see the other's as live.
  await trx.raw(
    `select pg_advisory_xact_lock(${LOCK}, key) from (select distinct hashtext(client) as key from unnest(?::text[]) as client order by 1) k`,
    [clients],
  )
  const { rows: over } = (await trx.raw(
    `
    select distinct e.client_id, e.member_id::text, a.deleted_at is null as told
    from unnest(?::text[], ?::bigint[]) as e(client_id, member_id) join app a on a.client_id = e.client_id
    where not exists (select from oauth_grant g where g.member_id = e.member_id and g.client_id = e.client_id and g.revoked_at is null)`,
    pairs,
  )) as { rows: Array<{ client_id: string; member_id: string; told: boolean }> }
  await trx.raw(
    `
    delete from calendar_feed f using unnest(?::text[], ?::bigint[]) as e(client_id, member_id)
    where f.member_id = e.member_id and f.client_id = e.client_id`,
    [over.map((one) => one.client_id), over.map((one) => one.member_id)],
  )
  await withdrawLines(trx, pairs)
  const told = over.filter((one) => one.told)
  for (let at = 0; at < told.length; at += AT_ONCE) await tell(trx, told.slice(at, at + AT_ONCE))
  await recall(trx, clients)
}

/** Lines of ordered callbacks, so that what comes after a new authorization need not wait for them. */
async function withdrawLines(trx: Knex, pairs: string[][]): Promise<void> {
  const { rows } = (await trx.raw(
    `
    with over as (
      update delivery d set due_at = null, withdrawn = true
      from unnest(?::text[], ?::bigint[]) as e(client_id, member_id) join callback c on c.client_id = e.client_id
      where d.callback_id = c.id and d.member_id = e.member_id and d.ordered and d.due_at is not null and not ${authorizedSql('c.client_id')}
      returning d.callback_id, d.member_id
    )
    select distinct callback_id::text, member_id::text from over`,
    pairs,
  )) as { rows: Array<{ callback_id: string; member_id: string }> }
  if (rows.length === 0) return
  await trx.raw(
    resumeDeferredSql('select * from unnest(?::bigint[], ?::bigint[]) as m(callback_id, member_id)'),
    [rows.map((row) => row.callback_id), rows.map((row) => row.member_id)],
  )
}

/** member.deauthorized: in the log of the application alone, and to its callbacks, as a notice of the application itself. */
async function tell(trx: Knex, over: Array<{ client_id: string; member_id: string }>): Promise<void> {
  const {
    rows: [clock],
  } = (await trx.raw("select date_trunc('milliseconds', clock_timestamp()) as now")) as {
    rows: Array<{ now: Date }>
  }
  if (clock === undefined) throw new Error('a select without from has one row')
  const { now } = clock
  const ids = over.map(() => randomUUID())
  const bodies = over.map(({ member_id: member }, i) => deauthorizedEvent(ids[i]!, now, member))
  const clients = over.map((one) => one.client_id)
  await trx.raw(
    `
    insert into event (id, member_id, sequence, type, resource_id, created, body, client_id)
    select id, member_id, 0, 'member.deauthorized', member_id::text, ?, body, client_id
    from unnest(?::uuid[], ?::bigint[], ?::text[], ?::text[]) as e(id, member_id, body, client_id)`,
    [now, ids, over.map((one) => one.member_id), bodies, clients],
  )
  await trx.raw(
    `
    insert into delivery (callback_id, event_id, event_at, member_id, sequence, due_at, ordered)
    select c.id, e.id, ?, null, 0, case when c.status = 'Active' then clock_timestamp() end, false
    from unnest(?::uuid[], ?::text[]) as e(id, client_id) join app a on a.client_id = e.client_id and a.disabled_at is null
    join callback c on c.client_id = e.client_id and (c.events @> '{*}' or c.events @> array['member.deauthorized'])`,
    [now, ids, clients],
  )
}

/** Whoever holds a callback reads anew what it may send, and a free one is looked at; locked first, as fan-out does. */
async function recall(trx: Knex, clients: string[]): Promise<void> {
  await trx.raw(
    `
    select d.callback_id from callback_due d join callback c on c.id = d.callback_id
    where c.client_id = any(?::text[]) order by d.callback_id for no key update of d`,
    [clients],
  )
  await trx.raw(
    `
    update callback_due d set invalidations = d.invalidations + 1,
      ready_at = case when d.worker is null and c.status = 'Active' then least(d.ready_at, greatest(clock_timestamp(), d.not_before)) else d.ready_at end
    from callback c where c.id = d.callback_id and c.client_id = any(?::text[])`,
    [clients],
  )
}
