/** Which path was meant by one that does not exist (contract.md 6.1). */
import t from 'tap'
import { addPath, emptyPathTree, likelyPath } from '../../../api/plugins/likely-path.js'
import { startIngress } from '../../support/api/ingress.js'

const TREE = emptyPathTree()
for (const path of [
  '/v2/me',
  '/v2/trips',
  '/v2/trips/upcoming',
  '/v2/trips/:trip_id',
  '/v2/trips/:trip_id/merge',
  '/v2/segments',
  '/v2/segments/hotel',
  '/v2/callbacks',
  '/oauth/token',
  '/openapi.json',
])
  addPath(TREE, path)

t.test('a word, a version, a slash or a prefix that is wrong', async (t) => {
  for (const [sent, meant] of [
    ['/v2/trip', '/v2/trips'],
    ['/v2/Trips/', '/v2/trips'],
    ['/v1/trips', '/v2/trips'],
    ['/trips', '/v2/trips'],
    ['/api/v2/trips/upcomming', '/v2/trips/upcoming'],
    ['/v2/trip/123/merges', '/v2/trips/123/merge'],
    ['/v2/segment/hotels', '/v2/segments/hotel'],
    ['/v2/openapi.json', '/openapi.json'],
    ['/oauth/tokens', '/oauth/token'],
    ['/v2/oauth/token', '/oauth/token'],
    ['/v2/webhooks', '/v2/callbacks'],
    ['/hotels', '/v2/segments/hotel'],
  ] as const)
    t.equal(likelyPath(sent, TREE), meant, sent)
})

t.test('no guess where nothing is close', async (t) => {
  for (const sent of ['/', '/v2', '/v2/invoices', '/v2/trips/1/legs/2', '/v2/%2e', `/v2/${'a'.repeat(99)}`])
    t.equal(likelyPath(sent, TREE), null, sent)
})

t.test('answers name it', async (t) => {
  const ingress = await startIngress(t)
  const answer = await ingress.request('/v1/trips')
  t.match(answer, {
    status: 404,
    json: { error: 'not_found', error_description: 'There is nothing at this path; did you mean /v2/trips?' },
  })
  t.match(await ingress.request('/v2/invoices'), { json: { hint: /openapi\.json/ } })
  t.match(await ingress.request('/v2/me', { method: 'POST' }), {
    json: { error_description: 'This path accepts GET, HEAD, PUT, not POST.' },
  })
})
