/**
 * The event log as the developer pages show it: newest first, single events with their deliveries, callback
 * notices, and the names of trips.
 */
import type pg from 'pg'
import type { Id } from '../../schemas/base/ids.js'
import type {
  EventDetails,
  EventLine,
  EventSubject,
  RecentQuery,
} from '../../schemas/webhooks/event-query.js'
import { seesSql } from '../event-log/event-scopes.js'
import { OF_EVENT, STATE_NOW } from '../webhooks/delivery-log.js'
import { liveUnlessAskedSql } from '../event-log/test-events.js'
import { expandEvent } from '../../schemas/itinerary/stored/compact-segment.js'
import { eventBody } from '../event-log/event-body.js'
import { hasIdSql } from '../event-log/logged-events.js'
import { VISIBLE, visibleEventsSql } from '../event-log/event-visibility.js'
import { SETTLED } from './events.js'

const LINE = `e.xid::text, e.sequence, e.id, e.type, e.member_id::text as "memberId",
  e.resource_id as "resourceId", e.created`

const COLUMNS = 'e.xid, e.sequence, e.id, e.type, e.member_id, e.resource_id, e.created'

const FILTERS = `${SETTLED} and ($2::text is null or e.type = $2)
  and ($3::bigint is null or e.member_id = $3) and ${liveUnlessAskedSql('$3')}
  and ($4::text is null or e.resource_id = $4)
  and ($5::float8 is null or e.created >= to_timestamp($5 / 1000))
  and ($6::float8 is null or e.created < to_timestamp($6 / 1000))
  and ($7::xid8 is null or e.xid <= $7::xid8 and (e.xid, e.sequence, e.id) < ($7::xid8, $8::bigint, $9::uuid))`

/** Up to `limit` events of the application's members and its own, newest first. */
export async function recentEvents(pool: pg.Pool, client: string, query: RecentQuery): Promise<EventLine[]> {
  const events = await visibleEventsSql(pool, client, COLUMNS, FILTERS)
  const { rows } = await pool.query<EventLine>(
    `select ${LINE} from (${events}) e order by e.xid desc, e.sequence desc, e.id desc limit $10`,
    [
      client,
      query.type,
      query.member,
      query.resource,
      query.since,
      query.until,
      query.before?.xid ?? null,
      query.before?.sequence ?? null,
      query.before?.id ?? null,
      query.limit,
    ],
  )
  return rows
}

const EVENT = `select ${LINE}, ${eventBody('e')} as body from logged_event e where ${SETTLED} and ${hasIdSql('$2::uuid')}
  and (${VISIBLE} or e.client_id = $1 and e.type in ('callback.disabled', 'callback.exhausted'))`

const DELIVERIES_OF_EVENT = `
  select c.id::text as callback, c.url, ${STATE_NOW} as state
  from callback c
  left join delivery d on d.callback_id = c.id and d.event_id = $2
  left join lateral (
    select a.state from logged_event e join attempt a on ${OF_EVENT} and a.callback_id = c.id
    where ${hasIdSql('$2::uuid')} order by a.at desc limit 1
  ) l on true
  where c.client_id = $1 and (d.event_id is not null or l.state is not null) order by c.id`

/** One event that the application may see, and its delivery to each callback; null if it may not see it. */
export async function findRecentEvent(
  pool: pg.Pool,
  client: string,
  id: string,
): Promise<EventDetails | null> {
  const {
    rows: [found],
  } = await pool.query<EventLine & { body: string }>(EVENT, [client, id])
  if (found === undefined) return null
  const { body, ...line } = found
  const { rows: deliveries } = await pool.query<EventDetails['deliveries'][number]>(DELIVERIES_OF_EVENT, [
    client,
    id,
  ])
  return { line, body: expandEvent(body), deliveries }
}

const CALLBACK_NOTICES = `
  select ${LINE} from logged_event e
  where e.client_id = $1 and e.resource_id = $2 and e.type in ('callback.disabled', 'callback.exhausted')
  order by e.xid desc limit $3`

/** Events about one callback for its owner (disabled, exhausted), newest first. */
export async function callbackNotices(
  pool: pg.Pool,
  client: string,
  callback: Id,
  limit: number,
): Promise<EventLine[]> {
  const { rows } = await pool.query<EventLine>(CALLBACK_NOTICES, [client, callback, limit])
  return rows
}

/** Only of members who let the application $1 see events of trips now. */
const TRIP_NAMES = `
  select t.doc::json ->> 'display_name' as name
  from unnest($2::bigint[], $3::text[], $4::text[]) with ordinality asked (member_id, kind, id, place)
  left join segment s on asked.kind = 'segment' and s.member_id = asked.member_id and s.id::text = asked.id
  left join trip t on t.member_id = asked.member_id
    and t.id::text = case asked.kind when 'trip' then asked.id when 'segment' then s.trip_id::text end
    and exists (
      select from oauth_grant g
      where g.client_id = $1 and g.member_id = asked.member_id and g.revoked_at is null
        and ${seesSql('g', "'trip.updated'")})
  order by asked.place`

/** The name of the trip that each of them is about, in their order; null for what is about none. */
export async function tripNames(
  pool: pg.Pool,
  client: string,
  subjects: readonly EventSubject[],
): Promise<Array<string | null>> {
  if (subjects.length === 0) return []
  const { rows } = await pool.query<{ name: string | null }>(TRIP_NAMES, [
    client,
    subjects.map(({ memberId }) => memberId),
    subjects.map(({ type }) => type.split('.', 1)[0]),
    subjects.map(({ resourceId }) => resourceId),
  ])
  return rows.map(({ name }) => name)
}
