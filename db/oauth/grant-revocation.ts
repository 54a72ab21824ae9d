/**
 * What follows when grants of members are revoked, in the same transaction: pending deliveries lose their
 * authorization. With the last grant of a member to an application that allows calendars its calendar
 * addresses are removed, and with the last one of all the application is notified.
 */
import { randomUUID } from 'node:crypto'
import type { Knex } from 'knex'
import { memberNotice } from '../../schemas/webhooks/event.js'
import type { MemberNotice } from '../../schemas/webhooks/event.js'
import { fitsCallbackSql } from '../event-log/test-events.js'
import { rowsOf } from '../pg/knex-rows.js'
import { authorizedSql, resumeDeferredSql } from '../webhooks/delivery-authorization.js'
import { allowsSql } from './scope-sql.js'

/** The application and member of a grant; without a member, the application's own. */
export interface RevokedGrant {
  clientId: string
  memberId: string | null
}

interface Disconnected {
  clientId: string
  memberId: string
}

/** Class of the advisory locks, one per application, that protect the decision which grant was the last. */
const LOCK_CLASS = 7_246_151
/** Members per statement when an application is notified. */
const MEMBERS_PER_STATEMENT = 1_000

const LOCK_APPS = `
  select pg_advisory_xact_lock(${LOCK_CLASS}, key)
  from (select distinct hashtext(client) as key from unnest(?::text[]) as client order by 1) k`

/** Pairs of application and member without any grant left. */
const DISCONNECTED = `
  select distinct e.client_id, e.member_id::text, a.deleted_at is null as notify
  from unnest(?::text[], ?::bigint[]) as e(client_id, member_id) join app a on a.client_id = e.client_id
  where not exists (
    select from oauth_grant g
    where g.member_id = e.member_id and g.client_id = e.client_id and g.revoked_at is null)`

const REMOVE_CALENDARS = `
  delete from calendar_feed f using unnest(?::text[], ?::bigint[]) as e(client_id, member_id)
  where f.member_id = e.member_id and f.client_id = e.client_id and not exists (
    select from oauth_grant g
    where g.member_id = e.member_id and g.client_id = e.client_id and g.revoked_at is null
      and ${allowsSql('g', 'calendar')})`

/** Must be called once per transaction, after all its revocations. */
export async function afterGrantsRevoked(trx: Knex, grants: readonly RevokedGrant[]): Promise<void> {
  const revoked = grants.flatMap(({ clientId: client, memberId: member }) =>
    member === null ? [] : [{ client, member }],
  )
  if (revoked.length === 0) return
  const clients = [...new Set(revoked.map((one) => one.client))]
  const pairs = [revoked.map((one) => one.client), revoked.map((one) => one.member)]
  // Two transactions that revoke the last two grants would each see the other's as active.
  await trx.raw(LOCK_APPS, [clients])
  const disconnected = await rowsOf<Disconnected & { notify: boolean }>(trx, DISCONNECTED, pairs)
  await trx.raw(REMOVE_CALENDARS, pairs)
  await withdrawOrdered(trx, pairs)
  const notified = disconnected.filter((one) => one.notify)
  for (let at = 0; at < notified.length; at += MEMBERS_PER_STATEMENT)
    await notifyApps(trx, 'member.deauthorized', notified.slice(at, at + MEMBERS_PER_STATEMENT))
  await invalidateCallbacks(trx, clients)
}

const WITHDRAW = `
  with withdrawn as (
    update delivery d set due_at = null, withdrawn = true
    from unnest(?::text[], ?::bigint[]) as e(client_id, member_id)
    join callback c on c.client_id = e.client_id
    where d.callback_id = c.id and d.member_id = e.member_id and d.ordered and d.due_at is not null
      and not ${authorizedSql('c.client_id')}
    returning d.callback_id, d.member_id
  )
  select distinct callback_id::text, member_id::text from withdrawn`

const RESUME = resumeDeferredSql(
  'select * from unnest(?::bigint[], ?::bigint[]) as m(callback_id, member_id)',
)

/**
 * Withdraws deliveries to ordered callbacks, so that events under a later authorization do not wait for them.
 */
async function withdrawOrdered(trx: Knex, pairs: string[][]): Promise<void> {
  const rows = await rowsOf<{ callbackId: string; memberId: string }>(trx, WITHDRAW, pairs)
  if (rows.length === 0) return
  await trx.raw(RESUME, [rows.map((row) => row.callbackId), rows.map((row) => row.memberId)])
}

const LOG_EVENTS = `
  insert into event (id, member_id, sequence, type, resource_id, created, body, client_id)
  select id, member_id, 0, ?, member_id::text, ?, body, client_id
  from unnest(?::uuid[], ?::bigint[], ?::text[], ?::text[]) as e(id, member_id, body, client_id)`

const QUEUE_DELIVERIES = `
  insert into delivery (callback_id, event_id, event_at, member_id, sequence, due_at, ordered)
  select c.id, e.id, ?, null, 0, case when c.status = 'Active' then clock_timestamp() end, false
  from unnest(?::uuid[], ?::text[], ?::bigint[]) as e(id, client_id, member_id)
  join app a on a.client_id = e.client_id and a.disabled_at is null
  join callback c on c.client_id = e.client_id
    and (c.events @> '{*}' or c.events @> array[?::text]) and ${fitsCallbackSql('e.member_id')}`

/** Every application with a grant of the member, revoked or not, that is not deleted. A year after it was revoked a grant is gone. */
const HAD_GRANT = `
  select distinct g.client_id, g.member_id::text from oauth_grant g join app a on a.client_id = g.client_id
  where g.member_id = ? and a.deleted_at is null`

/** Logs member.deleted for the applications that had a grant of the member, and queues it for their callbacks. */
export async function notifyDeletion(trx: Knex, memberId: string): Promise<void> {
  const rows = await rowsOf<Disconnected>(trx, HAD_GRANT, [memberId])
  if (rows.length === 0) return
  await notifyApps(trx, 'member.deleted', rows)
  await invalidateCallbacks(trx, [...new Set(rows.map((row) => row.clientId))])
}

/**
 * Logs an event about the member for the application alone and queues it for its callbacks, as an event without
 * a member.
 */
async function notifyApps(trx: Knex, type: MemberNotice, disconnected: Disconnected[]): Promise<void> {
  const [clock] = await rowsOf<{ now: Date }>(
    trx,
    "select date_trunc('milliseconds', clock_timestamp()) as now",
  )
  if (clock === undefined) throw new Error('a select without from returned no row')
  const { now } = clock
  const ids = disconnected.map(() => randomUUID())
  const members = disconnected.map((one) => one.memberId)
  const clients = disconnected.map((one) => one.clientId)
  const bodies = members.map((member, i) => memberNotice(type, ids[i]!, now, member))
  await trx.raw(LOG_EVENTS, [type, now, ids, members, bodies, clients])
  await trx.raw(QUEUE_DELIVERIES, [now, ids, clients, members, type])
}

const LOCK_CALLBACKS = `
  select d.callback_id from callback_due d join callback c on c.id = d.callback_id
  where c.client_id = any(?::text[]) order by d.callback_id for no key update of d`

const INVALIDATE = `
  update callback_due d set invalidations = d.invalidations + 1, due_from = '-infinity',
    ready_at = case when d.worker is null and c.status = 'Active'
      then least(d.ready_at, greatest(clock_timestamp(), d.not_before)) else d.ready_at end
  from callback c where c.id = d.callback_id and c.client_id = any(?::text[])`

/**
 * Makes the holder of a callback read again what it may send, and free ones due; locks the rows first, like
 * fan-out.
 */
async function invalidateCallbacks(trx: Knex, clients: string[]): Promise<void> {
  await trx.raw(LOCK_CALLBACKS, [clients])
  await trx.raw(INVALIDATE, [clients])
}
