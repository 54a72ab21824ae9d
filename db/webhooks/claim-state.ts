/** Releases claims, with the state of their callbacks (webhooks.md 5). */
import type pg from 'pg'
import type { ClaimWrite } from '../../schemas/webhooks/delivery.js'
import { plainColumn, textColumn } from '../pg/array-literals.js'
import { atPlace, eachOf, prepared } from '../pg/prepared-statements.js'
import { queueFailingMail } from './mails/queue-mails.js'

/**
 * SQL: where a read begins, a second before what is stored: clocks of a server differ by less, and a report of an
 * earlier holder of the claim may make something due at that moment.
 */
export function dueFrom(saved: string): string {
  return `least(${saved}, statement_timestamp()) - interval '1 second'`
}

/**
 * Locks the rows first, in the same order as fan-out: what is due is read after a fan-out that adds
 * deliveries has committed. `place` is that of the current version for as long as its lock is held.
 */
const LOCK = prepared(
  `
  select x.callback_id, d.place::text as place, d.due_from::text as due_from
  from (
    select * from ${eachOf('callback_id, claim', '$1::bigint[]', '$2::bigint[]')} u order by callback_id offset 0
  ) x cross join lateral (
    select ctid as place, due_from from callback_due
    where callback_id = x.callback_id and claim = x.claim for update
  ) d`,
  'delivery-claims-lock',
)

const SAVE = prepared(
  `
  update callback_due d set
    state = x.saved, failure_count = x.failures,
    not_before = coalesce(to_timestamp(x.not_before / 1000), '-infinity'),
    last_delivery = coalesce(to_timestamp(x.last_at / 1000), d.last_delivery),
    last_status_code = case when x.last_at is null then d.last_status_code else x.last_status end,
    worker = null,
    ready_at = case when c.status = 'Active' and next.due_at is not null
      then greatest(next.due_at, to_timestamp(x.not_before / 1000), clock_timestamp()) end,
    due_from = least(next.due_at, statement_timestamp())
  from ${eachOf(
    'callback_id, place, saved, failures, last_at, last_status, not_before, due_from',
    '$1::bigint[]',
    '$2::tid[]',
    '$3::text[]',
    '$4::int[]',
    '$5::float8[]',
    '$6::int[]',
    '$7::float8[]',
    '$8::timestamptz[]',
  )} x
  join callback c on c.id = x.callback_id
  left join lateral (
    select nullif(due_at, 'infinity') as due_at from delivery p
    where p.callback_id = x.callback_id and p.due_at >= ${dueFrom('x.due_from')} order by p.due_at limit 1
  ) next on true
  where ${atPlace('x.place', 'callback_id', 'x.callback_id')}`,
  'delivery-claims',
)

interface LockedClaim {
  callback_id: number
  place: string
  due_from: string
}

/** Sending the backlog of a callback that answers again may take a while: its breaker is closed before. */
const CLOSE_BREAKER = `
  update callback_due set state = (state::jsonb - 'breaker')::text, not_before = '-infinity', failure_count = 0
  where ctid = any($1::tid[]) and callback_id = any($2::bigint[])`

/**
 * Saves the state of callbacks whose claim is still the given one, and releases the claims; the claims of `repaired`
 * callbacks are kept.
 */
export async function saveClaims(
  client: pg.PoolClient,
  rows: ClaimWrite[],
  repaired: Array<Pick<ClaimWrite, 'callback' | 'claim'>>,
): Promise<void> {
  const released = new Set(rows.map((row) => row.callback))
  const kept = new Map(repaired.map((row) => [row.callback, row]))
  for (const callback of released) kept.delete(callback)
  const all = [...rows, ...kept.values()]
  const { rows: locked } = await client.query<LockedClaim>({
    ...LOCK,
    values: [plainColumn(all, (row) => row.callback), plainColumn(all, (row) => row.claim)],
  })
  const held = new Map(locked.map((row) => [String(row.callback_id), row]))
  const closed = [...kept.keys()].flatMap((callback) => held.get(callback) ?? [])
  if (closed.length > 0)
    await client.query(CLOSE_BREAKER, [closed.map((row) => row.place), closed.map((row) => row.callback_id)])
  const saved = rows.filter((row) => held.has(row.callback))
  if (saved.length === 0) return
  const plain = (pick: (row: ClaimWrite) => string | number | boolean | null): string =>
    plainColumn(saved, pick)
  await client.query({
    ...SAVE,
    values: [
      plain((row) => row.callback),
      textColumn(saved, (row) => held.get(row.callback)!.place),
      textColumn(saved, (row) => row.saved),
      plain((row) => row.failures),
      plain((row) => row.lastAt),
      plain((row) => row.lastStatus),
      plain((row) => row.notBefore),
      textColumn(saved, (row) => held.get(row.callback)!.due_from),
    ],
  })
  for (const { callback, failingSince } of saved)
    if (failingSince !== null) await queueFailingMail(client, callback, failingSince)
}
