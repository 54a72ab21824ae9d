/**
 * Due deliveries of callbacks with their bodies (webhooks.md 5), read through one index, never by scanning
 * deliveries. The rows come as one text, and each body once, however many callbacks wait for it. Its log
 * partitions are found by the range of days of all rows, not row by row.
 */
import type pg from 'pg'
import type { Id } from '../../schemas/base/ids.js'
import type { TwoGenerationCache } from '../../schemas/base/two-generation-cache.js'
import type { DueDelivery, DueRead, DueReading } from '../../schemas/webhooks/delivery.js'
import { unpackTraceparent } from '../../schemas/trace/traceparent.js'
import { plainArray } from '../pg/array-literals.js'
import { expandEvent } from '../../schemas/itinerary/stored/compact-segment.js'
import { eventBody } from '../event-log/event-body.js'
import { eventsByIdSql } from '../event-log/logged-events.js'
import { dueFrom } from './claim-state.js'
import { authorizedSql, withdrawUnauthorized } from './delivery-authorization.js'
import { eachOf, prepared } from '../pg/prepared-statements.js'

/**
 * Lines of: callback, event, its instant, member, sequence, attempts, retry index, whether it is authorised,
 * its trace, nearest earlier pending sequence.
 */
const LINES = `
  select string_agg(
    concat_ws('|', d.callback_id, d.event_id, date_part('epoch', d.event_at) * 1000,
      coalesce(d.member_id::text, ''), d.sequence, d.attempt_count, d.retry_index,
      ${authorizedSql('c.client_id')}, coalesce(encode(d.trace, 'hex'), ''),
      case when d.ordered then (
        select p.sequence from delivery p
        where p.callback_id = d.callback_id and p.member_id = d.member_id and p.ordered
          and p.due_at is not null and p.sequence < d.sequence
        order by p.sequence desc limit 1
      ) end), e'\\n' order by d.due_at) as lines,
    min(d.event_at)::text as since, max(d.event_at)::text as until`

const FIRST = prepared(
  `${LINES}
  from ${eachOf('callback_id', '$1::bigint[]')} w join callback c on c.id = w.callback_id
  cross join lateral (
    select due_from from callback_due where callback_id = c.id order by claim desc limit 1
  ) due
  cross join lateral (
    select * from delivery
    where callback_id = c.id and due_at <= statement_timestamp() and due_at >= ${dueFrom('due.due_from')}
    order by due_at limit $2
  ) d`,
  'delivery-first',
)

const DUE_FROM = 'select due_from from callback_due where callback_id = $1 order by claim desc limit 1'

/** `from`: nothing is due before it that this read did not return, apart from what is committed late. */
const MORE = prepared(
  `${LINES},
    least(min(d.due_at), statement_timestamp())::text as "from"
  from (
    select * from delivery
    where callback_id = $1 and due_at <= statement_timestamp()
      and due_at >= ${dueFrom(`coalesce($4::timestamptz, (${DUE_FROM}))`)} - $5 * interval '1 millisecond'
      and event_id <> all($3::uuid[])
    order by due_at limit $2
  ) d join callback c on c.id = d.callback_id`,
  'delivery-more',
)

const BODIES = prepared(
  eventsByIdSql(`concat_ws('|', e.id, e.type, e.resource_id) as name, ${eventBody('e')} as body`),
  'delivery-payloads',
)

/** The parts of an event that never change. */
export interface Payload {
  type: string
  resource: string | null
  body: Buffer
}

interface DueText {
  lines: string | null
  since: string
  until: string
}

/** Place of the authorisation flag in a line. */
const AUTHORIZED = 7

const MISSING = { type: '', resource: null, body: null }

/** Due deliveries of several callbacks, up to `limit` each. */
export async function firstDeliveries(
  pool: pg.Pool,
  payloads: TwoGenerationCache<Payload>,
  callbacks: Id[],
  limit: number,
): Promise<Map<Id, DueDelivery[]>> {
  const {
    rows: [due],
  } = await pool.query<DueText>({
    ...FIRST,
    values: [plainArray(callbacks), limit],
  })
  const deliveries = new Map<Id, DueDelivery[]>(callbacks.map((callback) => [callback, []]))
  for (const [callback, one] of await parse(pool, payloads, due)) deliveries.get(callback)?.push(one)
  return deliveries
}

/** Further due deliveries of a callback, up to `limit`, and where the next read may begin. */
export async function moreDeliveries(
  pool: pg.Pool,
  payloads: TwoGenerationCache<Payload>,
  callback: Id,
  limit: number,
  { known, from, lookBackMs }: DueReading,
): Promise<DueRead> {
  const {
    rows: [due],
  } = await pool.query<DueText & { from: string }>({
    ...MORE,
    values: [callback, limit, plainArray(known), from, lookBackMs],
  })
  return { found: (await parse(pool, payloads, due)).map(([, one]) => one), from: due?.from ?? null }
}

/** The deliveries in order of the lines; those no longer authorised are withdrawn. */
async function parse(
  pool: pg.Pool,
  payloads: TwoGenerationCache<Payload>,
  due: DueText | undefined,
): Promise<Array<[Id, DueDelivery]>> {
  if (due === undefined || due.lines === null) return []
  const all = due.lines.split('\n').map((line) => line.split('|'))
  const unauthorized = all.filter((line) => line[AUTHORIZED] === 'f')
  if (unauthorized.length > 0)
    await withdrawUnauthorized(
      pool,
      unauthorized.map(([callback = '', event = '']) => ({ callback, event })),
    )
  const lines = unauthorized.length === 0 ? all : all.filter((line) => line[AUTHORIZED] !== 'f')
  const found = await loadPayloads(pool, payloads, lines, due)
  return lines.map((line) => toDelivery(line, found))
}

async function loadPayloads(
  pool: pg.Pool,
  payloads: TwoGenerationCache<Payload>,
  lines: string[][],
  { since, until }: DueText,
): Promise<Map<string, Payload | undefined>> {
  const found = new Map(lines.map((line) => [line[1] ?? '', payloads.get(line[1] ?? '')]))
  const unread = [...found].filter(([, payload]) => payload === undefined).map(([event]) => event)
  if (unread.length === 0) return found
  const { rows } = await pool.query<{ name: string; body: string }>({
    ...BODIES,
    values: [plainArray(unread), since, until],
  })
  for (const { name, body } of rows) {
    const [id = '', type = '', resource = null] = name.split('|')
    const payload = { type, resource, body: Buffer.from(expandEvent(body)) }
    found.set(id, payload)
    payloads.set(id, payload)
  }
  return found
}

function toDelivery(line: string[], payloads: Map<string, Payload | undefined>): [Id, DueDelivery] {
  const [callback = '', event = '', at, member = '', sequence, attemptCount, retryIndex, ...more] = line
  const [, trace = '', waitsFor] = more
  const { type, resource, body } = payloads.get(event) ?? MISSING
  return [
    callback,
    {
      event,
      at: Number(at),
      type,
      resource,
      body,
      member: member === '' ? null : member,
      sequence: sequence === '0' ? null : Number(sequence),
      attemptCount: Number(attemptCount),
      retryIndex: Number(retryIndex),
      waitsFor: waitsFor === undefined ? null : Number(waitsFor),
      traceparent: trace === '' ? null : unpackTraceparent(trace),
    },
  ]
}
