import t from 'tap'
import { startWebhookIngress } from '../../support/api/webhook-ingress.js'
import { receiver, status } from '../../support/delivery/receiver.js'
import { until } from '../../support/until.js'

type Doc = Record<string, unknown>

t.test('a replay sends what happened to other callbacks while this one was disabled', async (t) => {
  const { request: ask, member, emit, worker, count } = await startWebhookIngress(t)
  const [partner, gone] = [await receiver(t), await receiver(t)]
  gone.reply(status(410))
  await member('11')
  const create = async (url: string): Promise<string> =>
    String(((await ask('/v2/callbacks', { method: 'POST', body: { url } })).json as Doc)['id'])
  const watching = await create(partner.url)
  const other = await create(gone.url)
  const replay = async (body: Doc): Promise<unknown> =>
    (await ask(`/v2/callbacks/${watching}/replay`, { method: 'POST', body })).json
  await worker()
  await ask(`/v2/callbacks/${watching}`, { method: 'PATCH', body: { status: 'Disabled' } })
  await ask(`/v2/callbacks/${watching}/ping`, { method: 'POST' })
  const [event] = await emit(['11'])
  await until(
    'the other one is disabled',
    async () => (await count('event', "type = 'callback.disabled'")) === 1,
  )
  await until('both are skipped', async () => (await count('delivery', 'due_at is null')) === 2)
  t.match(await replay({ only: 'undelivered', dry_run: true }), { count: 2 })
  await ask(`/v2/callbacks/${watching}`, { method: 'PATCH', body: { status: 'Active' } })
  t.match(await replay({ only: 'undelivered' }), { count: 2 })
  const replayed = await until('both are replayed', () => {
    const later = partner.got.filter((one) => one.event.type !== 'callback.ping')
    return later.length === 2 ? later : null
  })
  t.same(
    replayed.map((one) => one.event.type).sort(),
    ['callback.disabled', 'trip.updated'],
    'the member event and the one about the other callback',
  )
  const notice = replayed.find((one) => one.event.type === 'callback.disabled')
  t.match(JSON.parse(notice?.body ?? '{}'), { resource_id: other, data: { object: { id: other } } })
  t.ok(partner.ids().includes(event?.id ?? ''))
  t.match(await replay({ types: ['callback.disabled', 'callback.ping'], dry_run: true }), { count: 1 })
})
