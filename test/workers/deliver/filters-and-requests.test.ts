/** Filters, thin payloads and custom headers: from the API to the receiver (webhooks.md 2 and 3). */
import t from 'tap'
import type { Test } from 'tap'
import { Webhook } from 'standardwebhooks'
import { startWebhookIngress } from '../../support/api/webhook-ingress.js'
import type { WebhookIngress } from '../../support/api/webhook-ingress.js'
import { receiver } from '../../support/delivery/receiver.js'
import { until } from '../../support/until.js'

type Doc = Record<string, unknown>

async function register(stack: WebhookIngress, body: Doc): Promise<Doc> {
  const { status, json } = await stack.request('/v2/callbacks', { method: 'POST', body })
  if (status !== 201) throw new Error(JSON.stringify(json))
  return json as Doc
}

t.test('filters, payloads and headers', async (t) => {
  const stack = await startWebhookIngress(t)
  await stack.member('11')
  await stack.worker()
  await t.test('a filter leaves out what does not pass, and everything else arrives', async (t) => {
    await filtered(t, stack)
  })
  await t.test('thin payloads and custom headers are sent, signed, and shown without values', async (t) => {
    await thinWithHeaders(t, stack)
  })
})

async function filtered(t: Test, stack: WebhookIngress): Promise<void> {
  const [all, some] = [await receiver(t), await receiver(t)]
  await register(stack, { url: all.url, description: 'all' })
  const filter = { material: true, segment_types: ['Air'] }
  const made = await register(stack, { url: some.url, filter })
  t.match(made, { filter, payload: 'full', header_names: [] })
  const wanted: string[] = []
  const emit = async (type: string, passes: boolean, extra: Doc = {}, data: Doc = {}): Promise<void> => {
    const events = await stack.commit(['11'], type, extra, data)
    await stack.announce(events)
    if (passes) wanted.push(events[0]!.id)
  }
  await emit('segment.created', true, { type: 'Air' })
  await emit('segment.created', false, { type: 'Hotel' })
  await emit('segment.updated', false, { type: 'Air' }, { material: false })
  await emit('trip.updated', false, {}, { material: false })
  await emit('trip.updated', true, {}, { material: true })
  await emit('batch.processed', true, {}, { material: false })
  await until('all are delivered', () => new Set(all.ids()).size === 6)
  await until('those that pass', () => new Set(some.ids()).size === wanted.length)
  t.same([...new Set(some.ids())].sort(), [...wanted].sort())
  await until('nothing waits', async () => (await stack.count('delivery')) === 0)

  const log = '/v2/events?material=1&segment_type=Air'
  // The log stops at the oldest open transaction of the server, which may be another test's.
  await until(
    'the log shows them',
    async () => ((await stack.request(log)).json as Doc[]).length === wanted.length,
  )
  const { json, headers } = await stack.request(log)
  t.same(
    (json as Doc[]).map(({ id }) => id),
    wanted,
    'the log is searched in the same way',
  )
  t.equal(headers.get('x-total-count'), null)
  const path = `/v2/callbacks/${made['id']}`
  const replay = { method: 'POST', body: { dry_run: true } }
  t.match((await stack.request(`${path}/replay`, replay)).json, { count: 3 })
  t.match((await stack.request(`${path}/replay`, { method: 'POST' })).json, { count: 3 })
  await until('the replay', () => some.got.length >= 6)
  t.same([...new Set(some.ids())].sort(), [...wanted].sort(), 'a replay sends what passes')

  await stack.request(path, { method: 'PATCH', body: { filter: null } })
  t.match((await stack.request(`${path}/replay`, replay)).json, { count: 6 }, 'without the filter')
  await stack.request(path, { method: 'PATCH', body: { filter: { changed_fields: ['status'] } } })
  const [last] = await stack.commit(['11'], 'trip.updated', {}, { changed_fields: ['headline'] })
  const again = await stack.request(`/v2/events/${last!.id}/redeliver`, { method: 'POST' })
  t.equal((again.json as { callbacks: string[] }).callbacks.length, 1, 'sent again to who wants it')
  for (const [wrong, field] of [
    [{ materials: true }, 'filter'],
    [{ segment_types: ['Boat'] }, 'filter'],
    [{ changed_fields: ['A b'] }, 'filter'],
  ] as const)
    t.match(await stack.request(path, { method: 'PATCH', body: { filter: wrong } }), {
      status: 400,
      json: { error_description: new RegExp(`"${field}`) },
    })
  const unknown = { events: ['trip.updated'], filter: { changed_fields: ['status', 'headlien'] } }
  t.match(await stack.request(path, { method: 'PATCH', body: unknown }), {
    status: 400,
    json: {
      error_description: 'Field "filter.changed_fields.1" is "headlien", which no trip has.',
      errors: [{ hint: 'Did you mean "headline"?' }],
    },
  })
  t.equal((await stack.request('/v2/events?changed_field=A-b')).status, 400)
  t.equal((await stack.request('/v2/events?segment_type=Boat')).status, 400)
}

async function thinWithHeaders(t: Test, stack: WebhookIngress): Promise<void> {
  const partner = await receiver(t)
  const made = await register(stack, {
    url: partner.url.replace('//', '//us:pw@'),
    events: ['trip.created'],
    payload: 'thin',
    headers: { Authorization: 'Bearer secret-token', 'X-Tenant': 'tenant-seven' },
  })
  t.match(made, { payload: 'thin', header_names: ['Authorization', 'X-Tenant'] })
  const path = `/v2/callbacks/${made['id']}`
  t.notMatch(JSON.stringify([made, (await stack.request(path)).json]), /secret-token|tenant-seven/)
  const [event] = await stack.commit(['11'], 'trip.created')
  await stack.announce([event!])
  const got = await until('the delivery', () => partner.got.find((one) => one.event.id === event!.id))
  t.match(got.headers, { authorization: 'Bearer secret-token', 'x-tenant': 'tenant-seven' })
  t.match(got.event, { type: 'trip.created', member_id: '11', resource_id: '77', url: /\/v2\/trips\/77$/ })
  t.notOk('data' in got.event)
  const verify = new Webhook(String(made['signing_secret']))
  t.same(verify.verify(got.body, got.headers as Record<string, string>), got.event)
  const log = await until('the attempt', async () => {
    const { json } = await stack.request(`${path}/deliveries/${event!.id}`)
    return (json as { attempt_log?: unknown[] }).attempt_log?.[0]
  })
  t.match(log, { request: { headers: { 'webhook-signature': got.headers['webhook-signature'] } } })
  t.match(log, { request: { body: { id: event!.id, url: /\/v2\/trips\/77$/ } } })
  t.notMatch(JSON.stringify(log), /secret-token|tenant-seven|"data"/)
  const { rows } = await stack.database.pool.query<{ row: string }>(
    'select callback::text as row from callback',
  )
  const stored = rows.map(({ row }) => row).join()
  for (const text of ['secret-token', 'tenant-seven'])
    t.notOk(stored.includes(text) || stored.includes(Buffer.from(text).toString('hex')), 'sealed at rest')

  await stack.request(path, { method: 'PATCH', body: { description: 'kept' } })
  t.match((await stack.request(path)).json, { header_names: ['Authorization', 'X-Tenant'] })
  await stack.request(path, { method: 'PATCH', body: { headers: null, payload: 'full' } })
  const sent = (await stack.request(`${path}/ping`, { method: 'POST', body: { type: 'trip.split' } })).json
  const test = partner.got.find((one) => one.event.id === (sent as Doc)['event_id'])
  t.match(test, { headers: { authorization: /^Basic / }, event: { data: { object: {} } } })
  t.notOk(test?.headers['x-tenant'])
  t.match(
    await stack.request(path, { method: 'PATCH', body: { headers: { 'x-a': 'secret-token\r\nhost: b' } } }),
    {
      status: 400,
      json: { error_description: /^Field "headers" has a value of "x-a" that cannot be sent/ },
    },
  )
}
