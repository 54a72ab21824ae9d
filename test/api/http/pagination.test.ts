/** A forged cursor is an invalid parameter like any other (contract.md 1). */
import t from 'tap'
import { deliveryCursor } from '../../../api/pages/developer/webhooks/delivery-page.js'
import { readParameters } from '../../../api/oauth/parameters.js'
import { startWebhookIngress } from '../../support/api/webhook-ingress.js'

const UNKNOWN = '00000000-0000-0000-0000-000000000000'
const NUMBERS = ['', 'x', '\0', '-1\n0', '1.5', '1e9', 'NaN', 'Infinity', `1${'0'.repeat(40)}`]
const PLACES = [
  '2026-99-99 00:00:00+00',
  '2026-02-29 00:00:00+00',
  '2026-02-01 25:00:00+00',
  '2026-02-01 00:60:00+00',
  '2026-02-01 00:00:00+99',
  '2026-02-01 00:00:00+00:99',
  '2026-02-01 ::::+00',
  '2026-02-01 1.1.1+00',
  '2026-02-01 00:00:00.1234567890+00',
  '0000-00-00 00:00:00+00',
  '9999-12-31 00:00:00+00',
  '-infinity',
  'now',
  '\0',
  '',
]

t.test('forged cursors', async (t) => {
  const { ingress, request: ask, callback } = await startWebhookIngress(t)
  const member = await ingress.createMember()
  const { id } = await callback({ url: 'http://127.0.0.1:9/' })
  const deliveries = `/v2/callbacks/${id}/deliveries`
  const crafted: Array<[path: string, order: string | null, places: string[]]> = [
    ...[
      ['/v2/segments', 'segments.start'],
      ['/v2/segments?since=2026-01-01', 'segments.updated'],
      ['/v2/trips', 'trips.list'],
      ['/v2/trips?since=2026-01-01', 'trips.updated'],
      ['/v2/trips/upcoming', 'trips.upcoming'],
      ['/v2/trips/past', 'trips.past'],
      ['/v2/accounts', 'accounts'],
    ].map(([path = '', order = '']): [string, string, string[]] => [
      path,
      order,
      NUMBERS.flatMap((at) => [`${at}\n1`, `1\n${at}`]),
    ]),
    ['/v2/sources', 'sources', ['\0', 'a\0b']],
    ['/v2/locations/cities?q=paris', 'cities', NUMBERS],
    ['/v2/locations/airports?q=paris', 'airports', NUMBERS],
    [
      '/v2/events',
      null,
      [
        ...NUMBERS.map((at) => `${at}\n1\n${UNKNOWN}`),
        ...NUMBERS.map((at) => `1\n${at}\n${UNKNOWN}`),
        '1\n1\nnobody',
        '1\n1\n\0',
        `${'9'.repeat(20)}\n1\n${UNKNOWN}`,
      ],
    ],
    [
      deliveries,
      null,
      [
        ...PLACES.map((at) => `${at}\n${UNKNOWN}`),
        '2026-02-01 00:00:00+00\nnobody',
        `infinity\n${UNKNOWN.slice(1)}`,
      ],
    ],
  ]
  for (const [path, order, places] of crafted) {
    const token =
      path.startsWith('/v2/callbacks') || path === '/v2/events' ? undefined : await ingress.token(member)
    for (const place of places) {
      const cursor = Buffer.from(['1', ...(order === null ? [] : [order]), place].join('\n')).toString(
        'base64url',
      )
      const answer = await ask(
        `${path}${path.includes('?') ? '&' : '?'}cursor=${cursor}`,
        token === undefined ? {} : { token },
      )
      t.match(
        [answer.status, answer.json],
        [400, { error: 'invalid_request', error_description: /"cursor"/ }],
        `${path} ${JSON.stringify(place)}`,
      )
    }
  }
  for (const place of ['infinity', '2026-02-01 00:00:00+00', '2026-02-28 23:59:59.123456-03:30']) {
    const cursor = Buffer.from(`1\n${place}\n${UNKNOWN}`).toString('base64url')
    t.equal((await ask(`${deliveries}?cursor=${cursor}`)).status, 200, place)
  }
})

t.test('on the developer pages such a position counts as absent', async (t) => {
  const of = (place: string): unknown =>
    deliveryCursor(readParameters(new URLSearchParams({ place, event: UNKNOWN }).toString()))
  for (const place of PLACES) t.equal(of(place), null, place)
  t.same(of('infinity'), { place: 'infinity', event: UNKNOWN })
})
