/**
 * Queues mails to the owners of callbacks (webhooks.md 2.3), in the transaction that records what they report. There
 * is one row per callback and kind of mail, so that no mail is queued twice.
 */
import type pg from 'pg'

const DISABLED = `
  insert into callback_mail (callback_id, kind, reason, since, due_at)
  values ($1, 'disabled', $2, clock_timestamp(), clock_timestamp())
  on conflict (callback_id, kind) do update set reason = excluded.reason, since = excluded.since,
    due_at = excluded.due_at, received_by = '{}'`

/** A mail about a callback that was disabled by the service. */
export async function queueDisabledMail(
  client: pg.ClientBase,
  callback: string,
  reason: string,
): Promise<void> {
  await client.query(DISABLED, [callback, reason])
}

/** Others that are exhausted within this time are counted in the first mail. */
const GATHER = "interval '10 minutes'"
/** Deliveries that are exhausted later are counted in the mail of the next day. */
const EXHAUSTED = `
  insert into callback_mail as m (callback_id, kind, count, since, due_at)
  values ($1, 'exhausted', $2, clock_timestamp(), clock_timestamp() + ${GATHER})
  on conflict (callback_id, kind) do update set count = m.count + excluded.count,
    since = case when m.count = 0 then excluded.since else m.since end,
    due_at = coalesce(m.due_at, greatest(excluded.due_at, m.sent_at + interval '1 day'))`

/** Counts exhausted deliveries for a mail: at most one a day for each callback. */
export async function queueExhaustedMail(
  client: pg.ClientBase,
  callback: string,
  count: number,
): Promise<void> {
  await client.query(EXHAUSTED, [callback, count])
}

/** Once for the failures that began at `since`, however often they are reported. */
const FAILING = `
  insert into callback_mail as m (callback_id, kind, since, due_at)
  values ($1, 'failing', to_timestamp($2::float8 / 1000), clock_timestamp())
  on conflict (callback_id, kind) do update set since = excluded.since, due_at = excluded.due_at,
    received_by = '{}'
  where excluded.since > m.since`

/** A mail about a callback that has done nothing but fail since then, in epoch milliseconds. */
export async function queueFailingMail(
  client: pg.ClientBase,
  callback: string,
  since: number,
): Promise<void> {
  await client.query(FAILING, [callback, since])
}
