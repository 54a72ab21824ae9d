import t from 'tap'
import { Webhook } from 'standardwebhooks'
import { deliveryStore } from '../../../db/webhooks/delivery-store.js'
import { receiver } from '../../support/delivery/receiver.js'
import type { Received } from '../../support/delivery/receiver.js'
import { until } from '../../support/until.js'
import { startWebhookIngress } from '../../support/api/webhook-ingress.js'

type Doc = Record<string, unknown>

/** A claim is renewed four times per lease; this lease is longer than these tests. */
const LONG = { leaseMs: 120_000 }

function verifies(secret: unknown, one: Received): boolean {
  try {
    new Webhook(String(secret)).verify(one.body, one.headers as Record<string, string>)
    return true
  } catch {
    return false
  }
}

t.test('a change while a worker delivers applies from the next request on', async (t) => {
  const { request: ask, member, emit, worker } = await startWebhookIngress(t)
  const [first, second, other] = [await receiver(t), await receiver(t), await receiver(t)]
  await member('11')
  const steady = { rate_per_second: 20, max_in_flight: 1 }
  const made = (await ask('/v2/callbacks', { method: 'POST', body: { url: first.url, ...steady } }))
    .json as Doc
  await ask('/v2/callbacks', { method: 'POST', body: { url: other.url, ...steady } })
  const path = `/v2/callbacks/${made['id']}`
  await worker({ settings: LONG })
  await emit(Array.from({ length: 300 }, () => '11'))
  await until('deliveries', () => first.got.length >= 25)

  t.equal((await ask(path, { method: 'PATCH', body: { url: second.url } })).status, 200)
  const there = first.got.length
  await until('the new address', () => second.got.length >= 5)
  t.ok(first.got.length <= there + 1, 'the old address gets only what was in flight')

  const rotated = (await ask(`${path}/rotate`, { method: 'POST', body: { overlap_seconds: 0 } })).json as Doc
  const from = second.got.length
  await until('some more', () => second.got.length >= from + 6)
  const later = second.got.slice(from + 1)
  t.ok(
    later.every((one) => verifies(rotated['signing_secret'], one)),
    'signed with the new secret',
  )
  t.ok(
    later.every((one) => verifies(made['signing_secret'], one)),
    'and still with the old one during the overlap',
  )

  t.equal((await ask(path, { method: 'DELETE' })).status, 200)
  const [removed, otherBefore] = [second.got.length, other.got.length]
  await until('more at the other callback', () => other.got.length >= otherBefore + 10)
  t.ok(second.got.length <= removed + 1, 'removed')
})

t.test('a change between the claim and the first request', async (t) => {
  const { request: ask, member, commit, worker, count, database } = await startWebhookIngress(t)
  const [before, after] = [await receiver(t), await receiver(t)]
  await member('11')
  const made = (await ask('/v2/callbacks', { method: 'POST', body: { url: before.url } })).json as Doc
  const events = await commit(['11'])
  await deliveryStore(database.pool).fanOut(events.map(({ id }) => ({ id, created: Date.now() })))
  const client = await database.pool.connect()
  try {
    // The worker that claimed the callback cannot read what to send.
    await client.query('begin; lock table event in access exclusive mode')
    await worker({ settings: LONG, fanOut: false })
    await until('a claim', async () => (await count('callback_due', 'worker is not null')) === 1)
    t.equal(
      (await ask(`/v2/callbacks/${made['id']}`, { method: 'PATCH', body: { url: after.url } })).status,
      200,
    )
    await client.query('commit')
  } finally {
    client.release()
  }
  await until('it', () => before.got.length + after.got.length > 0)
  t.same([before.got.length, after.got.length], [0, 1])
})
