/** Scopes of member tokens at the API (contract.md 2.4). */
import t from 'tap'
import { rawExamples } from '../../../api/document/examples/raw-segments.js'
import { SEGMENT_TYPES } from '../../../schemas/segment/fields/segment-types.js'
import { openApiContract } from '../../support/api/openapi-contract.js'
import { SCOPES } from '../../../schemas/oauth/scope.js'
import { authorise, makeFeedSupplier, sendFeed } from '../../support/api/feed-client.js'
import type { HttpAnswer } from '../../support/api/request.js'
import { startWebhookIngress } from '../../support/api/webhook-ingress.js'

const { ingress, ...stack } = await startWebhookIngress(t, { fold: true })
const member = await ingress.createMember()
const tokenWith = async (scope: string): Promise<string> => await ingress.token(member, 'partner', { scope })

interface Route {
  name: string
  method: string
  path: string
  /** The scopes of which one is enough; none: any token. */
  needed: string[]
}

/** Every operation that accepts a member token, as the document describes it; the lists of one type as that of all. */
async function memberRoutes(): Promise<Route[]> {
  const { json } = await ingress.request('/openapi.json')
  const { paths } = json as {
    paths: Record<string, Record<string, { security: Array<Record<string, string[]>> }>>
  }
  const { operations } = openApiContract(json as Record<string, unknown>)
  const lists = SEGMENT_TYPES.map((type) => ({
    method: 'GET',
    path: `/v2/segments/${type.toLowerCase()}`,
    template: '/v2/segments',
  }))
  return [...operations, ...lists].flatMap(({ method, path, template }) => {
    const { security } = paths[template]![method.toLowerCase()]!
    const ways = security.filter((way) => way['memberToken'] !== undefined)
    if (ways.length === 0) return []
    return [
      {
        name: `${method.toLowerCase()} ${path}`,
        method,
        path: path.replaceAll(/\{\w+\}/g, '1'),
        needed: ways.flatMap((way) => way['memberToken'] ?? []),
      },
    ]
  })
}

t.test('every endpoint for members names its scope, and holds to it', async (t) => {
  const routes = await memberRoutes()
  t.ok(routes.length > 60, `${routes.length} endpoints`)
  t.same(
    routes
      .filter(({ needed }) => needed.length === 0)
      .map(({ name }) => name)
      .sort(),
    [
      'get /v2/locations/airports',
      'get /v2/locations/cities',
      'get /v2/sources',
      'get /v2/sources/{source_id}',
    ],
    'only reference data needs none',
  )
  const named = new Set(routes.flatMap(({ needed }) => needed))
  t.same([...named].sort(), [...SCOPES].sort(), 'every scope is needed somewhere')
  const wrong: string[] = []
  for (const scope of [...SCOPES, 'none']) {
    const token = await tokenWith(scope)
    const check = async ({ name, method, path, needed }: Route): Promise<void> => {
      const { status, headers } = await ingress.request(path, { method, token })
      const expected = needed.length > 0 && !needed.includes(scope)
      if ((status === 403) !== expected) wrong.push(`${name} with ${scope}: ${status}`)
      const challenge = headers.get('www-authenticate')
      if (expected && challenge !== `Bearer error="insufficient_scope", scope="${needed[0]}"`)
        wrong.push(`${name} with ${scope}: ${String(challenge)}`)
    }
    await Promise.all(routes.map(check))
  }
  t.same(wrong, [])
})

t.test('what a scope gives is what its name says', async (t) => {
  const reader = await tokenWith('trips:read profile:read accounts calendar')
  const routes = await memberRoutes()
  const writes = routes.filter(({ method, needed }) => method !== 'GET' && needed.includes('trips:write'))
  t.ok(writes.length > 25, `${writes.length} writes of trips and segments`)
  for (const { name, method, path } of writes)
    t.equal((await ingress.request(path, { method, token: reader })).status, 403, name)
})

t.test('a claim that is no text is no token', async (t) => {
  const odd = await ingress.token(member, 'partner', { scope: ['trips:read'] })
  t.equal((await ingress.request('/v2/trips', { token: odd })).status, 401)
  t.equal(
    (await ingress.request('/v2/trips', { token: await tokenWith('') })).status,
    403,
    'empty is nothing',
  )
})

t.test('a token that may write and not read does not read by writing', async (t) => {
  const writer = await tokenWith('trips:write profile:write')
  const send = async (method: string, path: string, body: unknown): Promise<HttpAnswer> =>
    await ingress.request(path, { method, token: writer, body })
  const made = await send('POST', '/v2/segments/air', rawExamples['Air'])
  t.equal(made.status, 202)
  t.match(made.json, { id: /^\d+$/, status: 'processed', segments: [{ action: 'created' }] })
  const { segments } = made.json as { segments: Array<{ segment_id: string; trip_id: string }> }
  t.equal(made.headers.get('location'), `/v2/segments/${segments[0]!.segment_id}`, 'where it is')
  const batch = `/v2/batches/${(made.json as { id: string }).id}`
  t.match((await ingress.request(batch, { token: writer })).json, { status: 'processed' })
  const trip = `/v2/trips/${segments[0]!.trip_id}`
  const changed = await send('PUT', trip, { headline: 'Changed unseen' })
  t.equal(changed.status, 202)
  t.notMatch(changed.text, /Changed unseen/)
  t.equal((await ingress.request(trip, { token: writer })).status, 403)
  const reader = await tokenWith('trips:read')
  t.match((await ingress.request(trip, { token: reader })).json, { headline: 'Changed unseen' }, 'applied')
  const profile = await send('PUT', '/v2/me', {})
  t.equal(profile.status, 202)
  t.notMatch(profile.text, /email/)
  const both = await tokenWith('trips:read trips:write')
  const seen = await ingress.request(trip, { method: 'PUT', token: both, body: { headline: 'Seen' } })
  t.match(seen, { status: 200, json: { headline: 'Seen' } })
})

t.test('a member token sees the events that its scopes cover', async (t) => {
  await stack.member(member)
  await stack.commit([member], 'account.created')
  await stack.commit([member], 'member.updated')
  const types = async (scope: string, query = ''): Promise<unknown> => {
    const { json } = await ingress.request(`/v2/events${query}`, { token: await tokenWith(scope) })
    return [...new Set((json as Array<{ type: string }>).map(({ type }) => type.split('.')[0]))].sort()
  }
  t.same(await types('trips:read'), ['batch', 'segment', 'trip'])
  t.same(await types('trips:write'), ['batch'])
  t.same(await types('profile:read accounts'), ['account', 'member'])
  const refused = await ingress.request('/v2/events?type=trip.updated', {
    token: await tokenWith('accounts'),
  })
  t.equal(refused.status, 403)
  t.equal(refused.headers.get('www-authenticate'), 'Bearer error="insufficient_scope", scope="trips:read"')
})

t.test('a feed reaches only members who let the application add segments', async (t) => {
  const [reading, writing] = [await ingress.createMember(), await ingress.createMember()]
  await makeFeedSupplier(ingress)
  await authorise(ingress, reading)
  await authorise(ingress, writing)
  const scopes: Array<[string, string]> = [
    [reading, '{trips:read}'],
    [writing, '{trips:write}'],
  ]
  for (const [id, scope] of scopes)
    await ingress.database.pool.query('update oauth_grant set scope = $2 where member_id = $1', [id, scope])
  const answers = await sendFeed(
    ingress,
    [reading, writing].map((id) => ({ member_id: id, segments: [rawExamples['Air']] })),
  )
  t.match(answers, [{ status: 403, error: 'access_denied' }, { status: 202 }])
})
