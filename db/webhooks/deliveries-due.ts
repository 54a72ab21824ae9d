/**
 * What is due of a callback, with the payloads (webhooks.md 5): read through one index, never by scanning deliveries. The
 * pending rows come as one text, and each payload comes once however many callbacks wait for it; its partitions are found by
 * the span of days asked for, not anew for every row.
 */
import type pg from 'pg'
import type { DueDelivery } from '../../schemas/webhooks/delivery.js'
import type { Id } from '../../schemas/base/ids.js'
import type { TwoGenerationCache } from '../../schemas/base/two-generation-cache.js'
import { webhookBody } from '../../schemas/webhooks/webhook-body.js'
import { plainArray } from '../pg/array-literals.js'
import { authorizedSql, withdrawUnauthorized } from './delivery-authorization.js'

/** Lines of: callback, event, its instant, member, sequence, attempts, rung, whether it may be sent, nearest earlier pending sequence. */
const LINES = `
  select string_agg(concat_ws('|', d.callback_id, d.event_id, date_part('epoch', d.event_at) * 1000, coalesce(d.member_id::text, ''), d.sequence, d.attempt_count, d.retry_index, ${authorizedSql('c.client_id')},
    case when d.ordered then (
      select p.sequence from delivery p
      where p.callback_id = d.callback_id and p.member_id = d.member_id and p.ordered and p.due_at is not null and p.sequence < d.sequence
      order by p.sequence desc limit 1
    ) end), e'\\n' order by d.due_at) as lines, min(d.event_at)::text as since, max(d.event_at)::text as until`

const FIRST = `${LINES}
  from unnest($1::bigint[]) as w(callback_id) join callback c on c.id = w.callback_id cross join lateral (
    select * from delivery where callback_id = c.id and due_at <= clock_timestamp() order by due_at limit $2
  ) d`

const MORE = `${LINES}
  from (
    select * from delivery where callback_id = $1 and due_at <= clock_timestamp() and event_id <> all($3::uuid[]) order by due_at limit $2
  ) d join callback c on c.id = d.callback_id`

const EVENTS = `
  select concat_ws('|', id, type, resource_id) as name, body from event
  where id = any($1::uuid[]) and created between $2::timestamptz and $3::timestamptz`

/** What an event never changes. */
export interface Payload {
  type: string
  resource: string | null
  body: Buffer
}

interface Due {
  lines: string | null
  since: string
  until: string
}

/** Place of the word in a line. */
const MAY_BE_SENT = 7

const LOST = { type: '', resource: null, body: null }

/** What is due of several callbacks, up to `limit` each. */
export async function firstDeliveries(
  pool: pg.Pool,
  payloads: TwoGenerationCache<Payload>,
  callbacks: Id[],
  limit: number,
): Promise<Map<Id, DueDelivery[]>> {
  const {
    rows: [due],
  } = await pool.query<Due>({ name: 'delivery-first', text: FIRST, values: [plainArray(callbacks), limit] })
  const heads = new Map<Id, DueDelivery[]>(callbacks.map((callback) => [callback, []]))
  for (const [callback, head] of await withPayloads(pool, payloads, due)) heads.get(callback)?.push(head)
  return heads
}

/** What else is due of a callback, up to `limit`, without the events known. */
export async function moreDeliveries(
  pool: pg.Pool,
  payloads: TwoGenerationCache<Payload>,
  callback: Id,
  limit: number,
  known: string[],
): Promise<DueDelivery[]> {
  const {
    rows: [due],
  } = await pool.query<Due>({
    name: 'delivery-more',
    text: MORE,
    values: [callback, limit, plainArray(known)],
  })
  return (await withPayloads(pool, payloads, due)).map(([, head]) => head)
}

/** The heads in the order of the lines; those that may no longer be sent are set aside. */
async function withPayloads(
  pool: pg.Pool,
  payloads: TwoGenerationCache<Payload>,
  due: Due | undefined,
): Promise<Array<[Id, DueDelivery]>> {
  if (due === undefined || due.lines === null) return []
  const all = due.lines.split('\n').map((line) => line.split('|'))
  const over = all.filter((line) => line[MAY_BE_SENT] === 'f')
  if (over.length > 0)
    await withdrawUnauthorized(
      pool,
      over.map(([callback = '', event = '']) => ({ callback, event })),
    )
  const lines = over.length === 0 ? all : all.filter((line) => line[MAY_BE_SENT] !== 'f')
  const found = new Map(lines.map((line) => [line[1] ?? '', payloads.get(line[1] ?? '')]))
  const unread = [...found].filter(([, payload]) => payload === undefined).map(([event]) => event)
  const { rows } =
    unread.length === 0
      ? { rows: [] }
      : await pool.query<{ name: string; body: string }>({
          name: 'delivery-payloads',
          text: EVENTS,
          values: [plainArray(unread), due.since, due.until],
        })
  for (const { name, body } of rows) {
    const [id = '', type = '', resource = null] = name.split('|')
    const payload = { type, resource, body: webhookBody(body) }
    found.set(id, payload)
    payloads.set(id, payload)
  }
  return lines.map(([callback = '', event = '', at, member = '', sequence, tried, rung, , after]) => {
    const { type, resource, body } = found.get(event) ?? LOST
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
        attemptCount: Number(tried),
        retryIndex: Number(rung),
        waitsFor: after === undefined ? null : Number(after),
      },
    ]
  })
}
