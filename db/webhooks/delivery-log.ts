/** Reads the outcome of deliveries (webhooks.md 2), newest first, each delivery once. */
import type pg from 'pg'
import type { Id } from '../../schemas/base/ids.js'
import type { AttemptRow, DeliveryQuery, DeliveryRow } from '../../schemas/webhooks/delivery-log.js'
import { seesSql } from '../event-log/event-scopes.js'
import { expandEvent } from '../../schemas/itinerary/stored/compact-segment.js'
import { eventBody } from '../event-log/event-body.js'
import { hasIdSql } from '../event-log/logged-events.js'
import { authorizedSql } from './delivery-authorization.js'
import { prepared } from '../pg/prepared-statements.js'
import { unpackSignatures } from './packed-signatures.js'

/** SQL: `d` will not be sent because its authorization has ended, whether it is withdrawn already or not. */
const ABORTED = `(d.withdrawn or d.due_at is not null and not ${authorizedSql('c.client_id')})`

/**
 * SQL: state of a delivery from its pending row `d` of callback `c` and its latest attempt `l`; either may be
 * missing.
 */
export const STATE_NOW = `case when ${ABORTED} then 'aborted'
  when d.due_at is not null and l.state is distinct from 'retrying' then 'pending'
  when d.event_id is not null and d.due_at is null then 'skipped_disabled' else l.state::text end`

/** SQL: attempt `a` was to deliver event `e`. The instant is what the index has. */
export const OF_EVENT = 'a.event_at = e.created and a.event_id = e.id'

/** SQL: when a delivery is sent next, and what it waits for. `d`: its pending row; `due`: of callback_due. */
const NEXT = `case when not ${ABORTED} and c.status = 'Active' and d.due_at < 'infinity'
    then greatest(d.due_at, due.not_before) end as next_at,
  case when ${ABORTED} or d.due_at is null then null when c.status <> 'Active' then 'enabling'
    when d.due_at = 'infinity' then 'earlier_event'
    when d.due_at > greatest(due.not_before, statement_timestamp()) then 'retry'
    when due.not_before <= statement_timestamp() then 'turn'
    when due.state::jsonb #>> '{breaker,is}' = 'open' then 'endpoint' else 'rate' end as waits_for`

/** Deliveries with attempts: the latest attempt, and what is still pending. */
const ATTEMPTED = `
  select l.at as place, l.event_id, l.callback_id, l.type::text, l.resource_id::text, e.member_id, ${STATE_NOW} as state,
    l.no::int as attempts, ${NEXT}, l.at, l.status::int, l.error, l.event_at,
    coalesce(e.test, false) as is_test
  from attempt l join callback c on c.id = l.callback_id join callback_due due on due.callback_id = c.id
  left join delivery d on d.callback_id = l.callback_id and d.event_id = l.event_id
  left join logged_event e on ${hasIdSql('l.event_id')}
    and e.created between l.event_at - interval '1 second' and l.event_at + interval '1 second'
  where l.callback_id = $1 and not exists (
    select from attempt later
    where later.event_at = l.event_at and later.callback_id = l.callback_id and later.event_id = l.event_id
      and later.at > l.at)
  and ($2::timestamptz is null or (l.at, l.event_id) < ($2, $3::uuid))
  and ($4::float8 is null or l.at >= to_timestamp($4 / 1000))
  and ($5::float8 is null or l.at < to_timestamp($5 / 1000))
  and ($6::text[] is null or l.type::text = any($6)) and ($7::text is null or l.resource_id::text = $7)
  and ($8::int is null or l.status = $8)`

/**
 * Deliveries without attempts: pending ones ordered by when they became due, skipped and withdrawn ones by
 * their event.
 */
function unattempted(place: 'due_at' | 'event_at'): string {
  const pending = place === 'due_at'
  return `
    select d.${place} as place, d.event_id, d.callback_id, e.type, e.resource_id, e.member_id,
      case when ${ABORTED} then 'aborted' else '${pending ? 'pending' : 'skipped_disabled'}' end as state,
      0 as attempts, ${NEXT}, null::timestamptz as at, null::int as status, null::text as error, d.event_at,
      coalesce(e.test, false) as is_test
    from delivery d join callback c on c.id = d.callback_id join callback_due due on due.callback_id = c.id
    join logged_event e on ${hasIdSql('d.event_id')} and e.created = d.event_at
    where d.callback_id = $1 and d.attempt_count = 0 and d.due_at is ${pending ? 'not null' : 'null'}
    and ($2::timestamptz is null or (d.${place}, d.event_id) < ($2, $3::uuid))
    and ($4::float8 is null or d.event_at >= to_timestamp($4 / 1000))
    and ($5::float8 is null or d.event_at < to_timestamp($5 / 1000))
    and ($6::text[] is null or e.type = any($6)) and ($7::text is null or e.resource_id = $7)
    and $8::int is null`
}

/** One page of a kind of deliveries. */
const page = (sql: string): string => `
  (select * from (${sql}) t where $9::text is null or t.state = $9
  order by place desc, event_id desc limit $10)`

const LIST = prepared(
  `
  select place::text, event_id, callback_id::text, type, resource_id, member_id::text, state, attempts,
    next_at, waits_for, at, status, error, event_at, is_test
  from (
    ${page(ATTEMPTED)} union all ${page(unattempted('due_at'))} union all ${page(unattempted('event_at'))}
  ) every order by every.place desc, event_id desc limit $10`,
  'delivery-list',
)

/** Up to `limit` deliveries of a callback. */
export async function listDeliveries(
  pool: pg.Pool,
  callback: Id,
  query: DeliveryQuery,
): Promise<DeliveryRow[]> {
  const { rows } = await pool.query<DeliveryRow>({
    ...LIST,
    values: [
      callback,
      query.after?.place ?? null,
      query.after?.event ?? null,
      query.since,
      query.until,
      query.types,
      query.resource,
      query.status,
      query.state,
      query.limit,
    ],
  })
  return rows
}

const DELIVERY = `
  select e.created::text as place, e.id as event_id, $1::text as callback_id, e.type, e.resource_id,
    e.member_id::text, ${STATE_NOW} as state, coalesce(l.no, 0)::int as attempts, ${NEXT}, l.at,
    l.status::int, l.error, e.created as event_at, coalesce(e.test, false) as is_test
  from logged_event e join callback c on c.id = $1::bigint join callback_due due on due.callback_id = c.id
  left join delivery d on d.callback_id = c.id and d.event_id = e.id
  left join lateral (
    select * from attempt a where ${OF_EVENT} and a.callback_id = c.id order by a.at desc limit 1
  ) l on true
  where ${hasIdSql('$2::uuid')} and (d.event_id is not null or l.event_id is not null)`

const ATTEMPTS = `
  select a.no::int, a.at, a.state, a.status::int, a.error, a.address, a.ms, a.next_at, a.type, a.signed, a.thin,
    a.answer
  from logged_event e join attempt a on ${OF_EVENT} and a.callback_id = $1
  where ${hasIdSql('$2::uuid')} order by a.at`

/** The body of an event about the application itself, or of a member who lets it see such events now. */
const BODY = `
  select ${eventBody('e')} as body from logged_event e join callback c on c.id = $1
  where ${hasIdSql('$2::uuid')} and (e.client_id = c.client_id or exists (
    select from oauth_grant g
    where g.member_id = e.member_id and g.client_id = c.client_id and g.revoked_at is null
      and ${seesSql('g', 'e.type')}))`

/**
 * All attempts of one delivery, oldest first, and the body that was sent (null once the member no longer
 * authorises the application); null if the callback never had this event.
 */
export async function findDelivery(
  pool: pg.Pool,
  callback: Id,
  event: string,
): Promise<{ row: DeliveryRow; attempts: AttemptRow[]; body: string | null } | null> {
  const [found, attempts, body] = await Promise.all([
    pool.query<DeliveryRow>(DELIVERY, [callback, event]),
    pool.query<StoredAttempt>(ATTEMPTS, [callback, event]),
    pool.query<{ body: string }>(BODY, [callback, event]),
  ])
  const [row] = found.rows
  if (row === undefined) return null
  const [sent] = body.rows
  return {
    row,
    attempts: attempts.rows.map(toAttemptRow),
    body: sent === undefined ? null : expandEvent(sent.body),
  }
}

type StoredAttempt = Omit<AttemptRow, 'signed'> & { signed: Buffer; thin: boolean | null }

function toAttemptRow({ signed, thin, ...row }: StoredAttempt): AttemptRow {
  return { ...row, signed: unpackSignatures(signed, row.at, thin === true) }
}
