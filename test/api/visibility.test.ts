import t from 'tap'
import { SEGMENT_TYPES } from '../../schemas/segment/fields/segment-types.js'
import { rawExamples } from '../../api/document/examples/raw-segments.js'
import { openApiContract } from '../support/api/openapi-contract.js'
import { authorise, sendFeed, makeFeedSupplier } from '../support/api/feed-client.js'
import { startWebhookIngress } from '../support/api/webhook-ingress.js'

t.setTimeout(240_000)

/**
 * Operations that cannot show another member's or application's data: public ones, and those that only
 * create.
 */
const SHARED = new Set([
  'listSources',
  'searchCities',
  'searchAirports',
  'getDocument',
  'readDocument',
  'updateMe',
  'createTrip',
  'submitSegments',
  'createAccount',
  'createCalendarFeed',
  'createCallback',
  'listCallbacks',
  'getSource',
  ...Object.keys(rawExamples).map((kind) => `create${kind}Segment`),
])

/** Two members, two applications: to one member, resources of the other look as if they did not exist. */
t.test('nothing of a member is visible to another', async (t) => {
  const { ingress } = await startWebhookIngress(t, { fold: true })
  const { operations } = openApiContract(
    (await ingress.request('/openapi.json')).json as Record<string, unknown>,
  )
  const [mine, foreign] = [await ingress.createMember(), await ingress.createMember()]
  const ids: Record<string, string> = {}
  const make = async (path: string, body: unknown): Promise<string> => {
    const answer = await ingress.request(path, {
      method: 'POST',
      token: await ingress.token(mine, 'app-one'),
      body,
      headers: { prefer: 'wait=10' },
    })
    t.ok(answer.status < 300, `${path}: ${answer.status}`)
    const { id } = answer.json as { id?: string }
    return id ?? answer.headers.get('location')!.split('/').at(-1)!
  }
  ids['segment_id'] = await make('/v2/segments/air', rawExamples['Air'])
  ids['segment'] = ids['segment_id']
  ids['trip_id'] = await make('/v2/trips', { headline: 'Mine', segment_ids: [ids['segment_id']] })
  ids['account_id'] = await make('/v2/accounts', { source: 'airline_dl', account_id: '42' })
  ids['feed_id'] = await make('/v2/calendar-feeds', {})
  ids['batch_id'] = await make('/v2/segments', { segments: [rawExamples['Hotel']] })
  /** An unused id, too old to be in flight. */
  const nowhere = '4711'

  const own = operations.filter((one) => one.names.some((name) => ids[name] !== undefined))
  t.ok(own.length > 40, `${own.length} operations on what belongs to a member`)
  for (const operation of own) {
    const path = (of: Record<string, string>): string =>
      operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => of[name] ?? nowhere)
    for (const client of ['app-one', 'app-two']) {
      const token = await ingress.token(foreign, client)
      const ask = async (of: Record<string, string>) =>
        await ingress.request(path(of), {
          method: operation.method,
          token,
          ...(operation.body === undefined ? {} : { body: operation.body }),
        })
      const [theirs, nobodys] = [await ask(ids), await ask({})]
      // A recent batch id may be in flight, whichever member asks: that reveals nothing.
      const young = /^get(Batch|\w*Segment)$/.test(operation.id)
      t.equal(theirs.status, young ? 200 : nobodys.status, `${operation.id} for ${client}`)
      if (operation.id === 'getBatch') t.match(theirs.json, { status: 'pending', segments: [] })
      else if (young) t.match(theirs.json, { status: 'Processing' })
      else t.match(theirs.status, /40[04]/, `${operation.id} is refused`)
      t.notMatch(theirs.text, mine)
    }
  }
  /** Ids in bodies do not give access either. */
  const theirToken = await ingress.token(foreign)
  const { id: theirTrip } = (
    await ingress.request('/v2/trips', { method: 'POST', token: theirToken, body: { headline: 'Theirs' } })
  ).json as { id: string }
  for (const [path, body] of [
    ['/v2/trips', (of: Record<string, string>) => ({ segment_ids: [of['segment_id'] ?? nowhere] })],
    [
      `/v2/trips/${theirTrip}/merge`,
      (of: Record<string, string>) => ({ trip_ids: [of['trip_id'] ?? nowhere] }),
    ],
    [
      `/v2/trips/${theirTrip}/split`,
      (of: Record<string, string>) => ({ segment_ids: [of['segment_id'] ?? nowhere] }),
    ],
    [
      '/v2/segments/meeting',
      (of: Record<string, string>) => ({ ...rawExamples['Meeting'], trip_id: of['trip_id'] ?? nowhere }),
    ],
  ] as const)
    for (const of of [ids, {}])
      t.equal(
        (await ingress.request(path, { method: 'POST', token: theirToken, body: body(of) })).status,
        404,
        path,
      )
  await ingress.request(`/v2/trips/${theirTrip}`, { method: 'DELETE', token: theirToken })

  /** Lists, and endpoints about the member itself, show nothing of another member. */
  const listOfAll = operations.find(({ id }) => id === 'listSegments')!
  const lists = [
    ...operations.filter(
      (one) =>
        one.method === 'GET' &&
        one.names.length === 0 &&
        one.ways.some((way) => way.includes('memberToken')) &&
        !SHARED.has(one.id),
    ),
    ...SEGMENT_TYPES.map((type) => ({ ...listOfAll, path: `/v2/segments/${type.toLowerCase()}` })),
  ]
  t.ok(lists.length > 15, `${lists.length} lists and records of a member`)
  for (const operation of lists) {
    const since = operation.parameters.includes('since') ? '?since=2020-01-01T00:00:00Z' : ''
    const answer = await ingress.request(operation.path + since, {
      token: await ingress.token(foreign),
      headers: operation.path.endsWith('.ics') ? { accept: 'text/calendar' } : {},
    })
    t.match(answer.status, operation.id === 'getCurrentTrip' ? 404 : 200, operation.id)
    for (const id of [mine, ...Object.values(ids)])
      t.notMatch(answer.text, id, `${operation.id} shows nothing of another member`)
  }
  const token = await ingress.token(mine, 'app-two')
  t.equal(
    (await ingress.request(`/v2/segments/${ids['segment_id']}`, { token })).status,
    200,
    'another application of the member sees it',
  )
  t.equal(
    (await ingress.request(`/v2/segments/${ids['segment_id']}`, { method: 'DELETE', token })).status,
    403,
    'but cannot withdraw what it did not submit',
  )

  /** Resources of an application are invisible to another. */
  const secret = { url: 'https://a.example/hook' }
  const { id: callback } = (
    await ingress.request('/v2/callbacks', {
      method: 'POST',
      token: await ingress.appToken('partner'),
      body: secret,
    })
  ).json as { id: string }
  const ofApps = operations.filter(
    (one) => one.names.includes('callback_id') || one.names.includes('event_id'),
  )
  t.ok(ofApps.length >= 9, `${ofApps.length} operations on what belongs to an application`)
  for (const operation of ofApps) {
    const path = operation.path
      .replace('{callback_id}', callback)
      .replace('{event_id}', '00000000-0000-5000-8000-000000000000')
    const answer = await ingress.request(path, {
      method: operation.method,
      token: await ingress.appToken('other'),
      ...(operation.body === undefined ? {} : { body: operation.body }),
    })
    t.equal(answer.status, 404, `${operation.id} for another application`)
  }
  t.same((await ingress.request('/v2/callbacks', { token: await ingress.appToken('other') })).json, [])
  t.same(
    (await ingress.request('/v2/events', { token: await ingress.appToken('other') })).json,
    [],
    'no event is visible without a grant',
  )

  /** A feed reaches members who authorised its application, and reveals nothing about others. */
  await makeFeedSupplier(ingress)
  await authorise(ingress, mine, 'partner')
  const denied = await sendFeed(
    ingress,
    [mine, nowhere].map((member) => ({ member_id: member, segments: [rawExamples['Air']] })),
  )
  t.match(denied, [
    { status: 403, error: 'access_denied' },
    { status: 403, error: 'access_denied' },
  ])
  t.equal(denied[0]?.error_description, denied[1]?.error_description)
  const answers = await sendFeed(
    ingress,
    ['42', '43'].map((number) => ({
      account: { source: 'airline_dl', account_id: number },
      segments: [rawExamples['Air']],
    })),
  )
  t.same(
    answers.map((one) => Object.keys(one)),
    [
      ['line', 'status', 'batch_id', 'segments'],
      ['line', 'status', 'batch_id', 'segments'],
    ],
    'a number that is registered is answered like one that is not',
  )

  const looked = new Set(['feedSegments', ...[...own, ...lists, ...ofApps].map((one) => one.id)])
  t.same(
    operations.filter((one) => !looked.has(one.id) && !SHARED.has(one.id)).map((one) => one.id),
    [],
    'every operation of the document was checked or is public',
  )
})
