/** Scopes of member tokens at the API (contract.md 2.4). */
import t from 'tap'
import { rawExamples } from '../../../api/document/examples/raw-segments.js'
import { authorise, makeFeedSupplier, sendFeed } from '../../support/api/feed-client.js'
import type { HttpAnswer } from '../../support/api/request.js'
import { startWebhookIngress } from '../../support/api/webhook-ingress.js'
import { until } from '../../support/until.js'

const { ingress, ...stack } = await startWebhookIngress(t, { fold: true })
const member = await ingress.createMember()
const tokenWith = async (scope: string): Promise<string> => await ingress.token(member, 'partner', { scope })

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
  const types = async (scope: string, query = ''): Promise<unknown[]> => {
    const { json } = await ingress.request(`/v2/events${query}`, { token: await tokenWith(scope) })
    return [...new Set((json as Array<{ type: string }>).map(({ type }) => type.split('.')[0]))].sort()
  }
  // Events are listed once no older transaction of the shared database is open.
  await until('both events', async () => (await types('profile:read accounts')).length === 2)
  t.same(await types('trips:read'), ['batch', 'segment', 'trip'])
  t.same(await types('trips:write'), ['batch'])
  t.same(await types('profile:read accounts'), ['account', 'member'])
  const refused = await ingress.request('/v2/events?type=trip.updated', {
    token: await tokenWith('accounts'),
  })
  t.equal(refused.status, 403)
  t.match(refused.headers.get('www-authenticate'), /^Bearer error="insufficient_scope", scope="trips:read", /)
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
