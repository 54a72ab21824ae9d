import t from 'tap'
import { productDocument } from '../../checks/product-document.js'
import { invalidExamples } from '../../support/api/openapi-contract.js'
import { startIngress } from '../../support/api/ingress.js'

t.test('the document is served and describes every route', async (t) => {
  const ingress = await startIngress(t)
  const { status, json, headers } = await ingress.request('/openapi.json')
  t.equal(status, 200)
  t.match(json, {
    openapi: '3.1.0',
    paths: { '/v2/segments': { post: { operationId: 'submitSegments' } } },
    webhooks: { 'trip.created': {} },
  })
  t.match(
    json,
    {
      paths: {
        '/v2/trips.ics': { get: { security: [{ memberToken: ['calendar'] }, { calendarAddress: [] }] } },
      },
      components: { securitySchemes: { calendarAddress: { type: 'apiKey', in: 'query', name: 'feed' } } },
    },
    'a calendar address needs no token',
  )
  const { webhooks } = json as {
    webhooks: Record<string, { post: { description: string; parameters: Array<{ $ref: string }> } }>
  }
  for (const [type, { post }] of Object.entries(webhooks))
    t.ok(
      post.parameters.some(({ $ref: ref }) => ref === '#/components/parameters/x_signature'),
      `${type}: every header that is sent`,
    )
  t.match(
    json,
    { components: { parameters: { x_signature: { description: /The key is the newest secret as text/ } } } },
    'its key, which differs from that of webhook-signature',
  )
  t.equal(
    (await ingress.request('/openapi.json', { headers: { 'if-none-match': headers.get('etag') ?? '' } }))
      .status,
    304,
  )
})

t.test('its examples are valid, and it stays small', async (t) => {
  const document = await productDocument('https://api.example.com')
  const size = Buffer.byteLength(JSON.stringify(document))
  t.ok(size < 400_000, `${size} bytes`)
  t.same(invalidExamples(document), [], 'every example matches its schema')
})
