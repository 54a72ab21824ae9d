/** Deliveries created, held in memory or in flight while a member revokes the authorization (webhooks.md 1). */
import t from 'tap'
import { disconnect } from '../../../db/oauth/connected-apps.js'
import { receiver, status } from '../../support/delivery/receiver.js'
import type { Receiver } from '../../support/delivery/receiver.js'
import { until } from '../../support/until.js'
import { startWebhookIngress } from '../../support/api/webhook-ingress.js'
import { FAST } from '../../support/delivery/test-worker.js'
import { webhookStack } from '../../support/delivery/webhooks.js'

type Doc = Record<string, unknown>

const HOUR_MS = 3_600_000
const SLOWLY = { settings: { policy: { ...FAST, retrySchedule: [HOUR_MS, HOUR_MS] } } }

const receivedTypes = (partner: Receiver): string[] => partner.got.map((one) => one.event.type)

t.test('a delivery created while the authorization ends is not sent', async (t) => {
  const stack = await webhookStack(t)
  const { database, member, callback, commit, worker, emit, count } = stack
  const partner = await receiver(t)
  await member('11')
  const { id } = await callback({ url: partner.url, ordered: 'member' })
  const events = await commit(['11', '11'])
  const late = await database.pool.connect()
  await late.query('begin')
  await late.query(
    `
    insert into delivery (callback_id, event_id, event_at, member_id, sequence, due_at, ordered)
    select $1, id, created, member_id, sequence, case when sequence = 1 then now() else 'infinity' end, true from event`,
    [id],
  )
  await disconnect(database.knex, '11', 'partner')
  await late.query('commit')
  late.release()
  await database.pool.query("insert into oauth_grant (client_id, member_id) values ('partner', 11)")
  await worker()
  const [later] = await emit(['11'])
  await until('the event after the new authorization', () => partner.ids().includes(later?.id ?? ''))
  t.same(
    events.filter((one) => partner.ids().includes(one.id)),
    [],
  )
  t.equal(await count('delivery', 'withdrawn'), 2)
})

t.test('deliveries held in memory are dropped', async (t) => {
  const { database, member, callback, worker, emit, count } = await webhookStack(t)
  const partner = await receiver(t)
  const holding: Array<() => void> = []
  partner.reply((got, response) => {
    holding.push(() => {
      void status(200)(got, response)
    })
  })
  await member('11')
  const { id } = await callback({ url: partner.url, maxInFlight: 1, timeoutMs: 20_000 })
  await worker()
  await emit(Array.from({ length: 20 }, () => '11'))
  await until('the first is in flight', () => holding.length === 1)
  await disconnect(database.knex, '11', 'partner')
  const lease = async (): Promise<string> =>
    (
      await database.pool.query<{ until: string }>(
        'select ready_at::text as until from callback_due where callback_id = $1',
        [id],
      )
    ).rows[0]?.until ?? ''
  for (const when of ['the claim is renewed', 'and once more']) {
    const before = await lease()
    await until(when, async () => (await lease()) !== before)
  }
  partner.reply(status(200))
  for (const go of holding) go()
  await until('the rest is withdrawn', async () => (await count('delivery', 'withdrawn')) === 19)
  await until('the notice', () => partner.got.length === 2)
  t.same(receivedTypes(partner), ['trip.updated', 'member.deauthorized'])
})

t.test('an attempt in flight when the authorization ends is not retried', async (t) => {
  const { database, member, callback, worker, emit, count } = await webhookStack(t)
  const partner = await receiver(t)
  const refusing: Array<() => void> = []
  partner.reply((got, response) => {
    refusing.push(() => {
      void status(500)(got, response)
    })
  })
  await member('11')
  await callback({ url: partner.url, events: ['trip.updated'], ordered: 'member', timeoutMs: 20_000 })
  await worker(SLOWLY)
  await emit(['11'])
  await until('it is in flight', () => refusing.length === 1)
  await disconnect(database.knex, '11', 'partner')
  for (const refuse of refusing) refuse()
  await until('its record', async () => (await count('attempt')) === 1)
  t.equal(await count('delivery', 'withdrawn and due_at is null'), 1)
})

t.test('member.deauthorized goes only to the application concerned', async (t) => {
  const { request: ask, database, member, callback, worker, emit, count } = await startWebhookIngress(t)
  const [partner, picky, off, foreign] = await Promise.all([
    receiver(t),
    receiver(t),
    receiver(t),
    receiver(t),
  ])
  await member('11')
  await member('11', 'other')
  await callback({ url: partner.url })
  await callback({ url: picky.url, events: ['trip.updated'] })
  const skipped = await callback({ url: off.url, events: ['member.deauthorized'], status: 'Disabled' })
  const theirs = await callback({ url: foreign.url, client: 'other' })
  await worker()
  await disconnect(database.knex, '11', 'partner')
  t.notOk(await disconnect(database.knex, '11', 'partner'), 'it was revoked already')
  const notice = await until('the notice', () => partner.got[0])
  const { id } = notice.event
  t.match(JSON.parse(notice.body), {
    type: 'member.deauthorized',
    member_id: '11',
    resource_id: '11',
    sequence: null,
    data: { object: { id: '11' } },
  })
  const log = await until(
    'the log shows it',
    async () => {
      const page = (await ask('/v2/events?member_id=11&type=member.deauthorized')).json as Doc[]
      return page.length > 0 ? page : null
    },
    60_000,
  )
  t.same(
    log.map((one) => one['id']),
    [id],
  )
  t.same((await ask('/v2/events?type=member.deauthorized', { client: 'other' })).json, [])
  t.equal((await ask(`/v2/events/${id}/redeliver`, { method: 'POST', client: 'other' })).status, 404)
  t.match(
    (
      await ask(`/v2/callbacks/${theirs.id}/replay`, {
        method: 'POST',
        client: 'other',
        body: { dry_run: true },
      })
    ).json,
    { count: 0 },
  )

  const path = `/v2/callbacks/${skipped.id}`
  t.match((await ask(`${path}/deliveries/${id}`)).json, { state: 'skipped_disabled', member_id: '11' })
  await ask(path, { method: 'PATCH', body: { status: 'Active' } })
  t.match((await ask(`${path}/replay`, { method: 'POST', body: { only: 'undelivered' } })).json, { count: 1 })
  await until('the replay', () => off.ids().includes(id))
  await until(
    'its record',
    async () => ((await ask(`${path}/deliveries/${id}`)).json as Doc)['state'] === 'delivered',
  )
  t.match((await ask(`${path}/deliveries/${id}`)).json, { attempt_log: [{ request: { body: { id } } }] })

  const [event] = await emit(['11'])
  await until('an event of the other application', () => foreign.ids().includes(event?.id ?? ''))
  await until('no delivery is pending', async () => (await count('delivery')) === 0)
  t.same([partner, picky, off, foreign].map(receivedTypes), [
    ['member.deauthorized'],
    [],
    ['member.deauthorized'],
    ['trip.updated'],
  ])
})
