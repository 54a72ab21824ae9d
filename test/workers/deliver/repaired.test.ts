/** An endpoint that was out for hours is repaired: its backlog comes within seconds of the first success, or on request. */
import t from 'tap'
import type { Test } from 'tap'
import { findCallback } from '../../../db/webhooks/callbacks.js'
import { listDeliveries } from '../../../db/webhooks/delivery-log.js'
import { resumeCallback } from '../../../db/webhooks/resume.js'
import { callbackHealth } from '../../../schemas/webhooks/callback-health.js'
import { receiver, status } from '../../support/delivery/receiver.js'
import { webhookStack } from '../../support/delivery/webhooks.js'
import { until } from '../../support/until.js'

const stack = await webhookStack(t)
const { pool } = stack.database
await stack.worker()
let members = 100

/** As if nothing had been sent for hours: the breaker is open for an hour more, or no longer. */
const openUntil = (mine: string, hours: number): string => `
  update callback_due set claim = claim + 1, not_before = now() + interval '${hours} hours',
    ready_at = now() + interval '${hours} hours',
    state = jsonb_set(state::jsonb, '{breaker,until}', to_jsonb(extract(epoch from now()) * 1000 + ${hours * 3_600_000}))::text
  where ${mine} and worker is null and state::jsonb #>> '{breaker,is}' = 'open'`

/** Twelve events fail at an endpoint, one of them by 429, and wait for hours; three more wait for its breaker. */
async function brokenPartner(t: Test) {
  members += 1
  const [member, client] = [String(members), `partner ${members}`]
  const endpoint = await receiver(t)
  endpoint.reply((got, response) => {
    void status(got.event.id === endpoint.got[0]?.event.id ? 429 : 503)(got, response)
  })
  await stack.member(member, client)
  const { id } = await stack.callback({ url: endpoint.url, client })
  const mine = `callback_id = ${id}`
  await stack.emit(Array.from({ length: 12 }, () => member))
  await until('failed', async () => (await stack.count('delivery', `${mine} and retry_index > 0`)) === 12)
  await until('paused', async () => (await pool.query(openUntil(mine, 1))).rowCount === 1)
  await pool.query(`update delivery set due_at = now() + interval '2 hours' where ${mine}`)
  await stack.emit([member, member, member])
  await until('fanned out', async () => (await stack.count('delivery', mine)) === 15)
  const health = async () => callbackHealth((await findCallback(pool, client, id))!)
  const waits = async (): Promise<string[]> => {
    const all = { state: null, status: null, since: null, until: null, types: null, resource: null }
    const rows = await listDeliveries(pool, id, { ...all, limit: 100, after: null })
    return rows.map((row) => row.waits_for ?? 'ended').sort()
  }
  return { endpoint, id, client, member, mine, health, waits }
}

const DELIVERED_MS = 5_000

t.test('at its first success', async (t) => {
  const { endpoint, mine, health } = await brokenPartner(t)
  endpoint.reply(status(200))
  await pool.query(openUntil(mine, 0))
  await until('all but the throttled', async () => (await stack.count('delivery', mine)) === 1)
  const { rows } = await pool.query<{ ms: number }>(
    `select extract(epoch from max(at) - min(at))::float8 * 1000 as ms from attempt where ${mine} and state = 'delivered'`,
  )
  t.ok(rows[0]!.ms < DELIVERED_MS, `${rows[0]!.ms} ms after the first success`)
  t.equal(await stack.count('delivery', `${mine} and due_at > now() + interval '1 hour'`), 1, '429 said when')
  await until('healthy', async () => (await health()).state === 'healthy')
})

t.test('on request, whatever the breaker says; and what is shown meanwhile', async (t) => {
  const { endpoint, id, client, mine, health, waits } = await brokenPartner(t)
  const { state, reason, next_attempt: next } = await health()
  t.equal(state, 'paused')
  t.match(reason, /^\d+ of \d+ attempts within 5 minutes failed\.$/)
  t.ok(Math.abs(Date.parse(next!) - Date.now() - 3_600_000) < 60_000, `the next attempt is at ${next}`)
  const shown = await waits()
  t.equal(shown.filter((one) => one === 'retry').length, 12, 'twelve wait for their next attempt')
  t.equal(shown.filter((one) => one === 'endpoint').length, 3, 'three for the endpoint')
  endpoint.reply(status(200))
  t.not(await resumeCallback(pool, client, id), null)
  await until('all but the throttled', async () => (await stack.count('delivery', mine)) === 1)
  t.same(
    (await waits()).filter((one) => one !== 'ended'),
    ['retry'],
  )
})

t.test('not while it is disabled, nor for another application', async (t) => {
  const { id, client, mine, waits } = await brokenPartner(t)
  await pool.query(`update callback set status = 'Disabled' where id = ${id}`)
  t.equal((await resumeCallback(pool, client, id))?.status, 'Disabled')
  t.equal(await resumeCallback(pool, 'somebody else', id), null)
  t.equal(await stack.count('delivery', `${mine} and due_at > now() + interval '1 hour'`), 12)
  t.ok((await waits()).every((one) => one === 'enabling'))
})
