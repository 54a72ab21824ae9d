/** What the fan-out asks when an event fails by itself: who is at fault, and how to go on without it (webhooks.md 5). */
import type pg from 'pg'
import type { Id } from '../../../schemas/base/ids.js'
import { SUSPENDED, type NotifiedEvent } from '../../../schemas/webhooks/delivery.js'
import { transaction } from '../../pg/transaction.js'
import { ADVANCE, lockProgress, readEvents } from './fan-out.js'
import { memberColumns } from './insert-deliveries.js'

const SAMPLE = `
  insert into delivery (callback_id, event_id, event_at, sequence, due_at, ordered)
  values ($1, gen_random_uuid(), now(), 0, now(), false)`

/** What keeps a made-up delivery to the callback from being saved; null: nothing does. Leaves nothing behind. */
async function failureOfSample(client: pg.PoolClient, callback: number): Promise<unknown> {
  await client.query('savepoint sample')
  const failure = await client.query(SAMPLE, [callback]).then(
    () => null,
    (error: unknown) => error,
  )
  await client.query('rollback to savepoint sample')
  return failure
}

const IN_TIME = "set local statement_timeout = '2s'"
const NO_CALLBACK = 0

/** Rejects while Postgres saves no deliveries, or not in time: nobody is to blame then. Limits what follows, too. */
async function requireSaving(client: pg.PoolClient): Promise<void> {
  await client.query(IN_TIME)
  const failure = await failureOfSample(client, NO_CALLBACK)
  if (failure !== null) throw failure
}

const CALLBACKS = `
  select distinct c.id from oauth_grant g join callback c on c.client_id = g.client_id
  where g.member_id = $1 and g.revoked_at is null and c.disabled_reason is distinct from $2 order by c.id`

/** As `FanOutStore.failingCallbacks`. */
export async function failingCallbacks(
  pool: pg.Pool,
  event: NotifiedEvent,
): Promise<Array<{ callback: Id; error: unknown }>> {
  return await transaction(pool, async (client) => {
    await requireSaving(client)
    const failing: Array<{ callback: Id; error: unknown }> = []
    for (const { member_id: member } of await readEvents(client, [event])) {
      const { rows } = await client.query<{ id: number }>(CALLBACKS, [member, SUSPENDED])
      for (const { id } of rows) {
        const error = await failureOfSample(client, id)
        if (error !== null) failing.push({ callback: String(id), error })
      }
    }
    // Nothing may have been saved since the first one.
    if (failing.length > 0) await requireSaving(client)
    return failing
  })
}

const INSERT = `
  insert into quarantined_event (event_id, created, member_id, sequence, type, error)
  values ($1, $2::timestamptz, $3, $4, $5, $6) on conflict do nothing`

/** As `FanOutStore.quarantine`. Nothing happens if the event was fanned out meanwhile, or has left the log. */
export async function quarantineEvent(pool: pg.Pool, event: NotifiedEvent, error: string): Promise<void> {
  await transaction(pool, async (client) => {
    await requireSaving(client)
    const rows = await readEvents(client, [event])
    const progress = await lockProgress(client, rows)
    const lacking = rows.filter((row) => row.sequence > (progress.get(row.member_id) ?? 0))
    for (const row of lacking)
      await client.query(INSERT, [row.id, row.created, row.member_id, row.sequence, row.type, error])
    await client.query(ADVANCE, [...memberColumns(lacking)])
  })
}
