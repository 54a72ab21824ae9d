/** `client_id` and `client_secret` headers (oauth.md 5.4, 77 to 79). */
import t from 'tap'
import { anApp, api, tokensOf, appTokenRequest } from '../../support/auth/auth-fixtures.js'
import { authNode } from '../../support/auth/auth-node.js'
import type { Answer } from '../../support/https-site.js'

const node = await authNode(t)
const app = await anApp(node)
const appTokens = tokensOf(await appTokenRequest(node, app))

t.test('77 header credentials: right, wrong, half', async (t) => {
  const ask = async (headers: Record<string, string>): Promise<number> =>
    (await node.call('/v2/sources', { headers })).status
  t.equal(await ask({ client_id: app.clientId, client_secret: app.clientSecret }), 200)
  t.equal(await ask({ client_id: app.clientId, client_secret: 'x' }), 401)
  t.equal(
    await ask({ client_id: app.clientId, client_secret: (await anApp(node)).clientSecret }),
    401,
    'the secret of another application',
  )
  t.equal(await ask({ client_id: app.clientId }), 400)
  t.equal(await ask({ client_secret: app.clientSecret }), 400)
})

t.test(
  'header credentials work where an application token does, and responses announce their sunset',
  async (t) => {
    const headers = { client_id: app.clientId, client_secret: app.clientSecret }
    for (const path of ['/v2/sources', '/v2/locations/airports?q=lon', '/v2/locations/cities?q=lon']) {
      const answer = await node.call(path, { headers })
      t.equal(answer.status, 200, path)
      t.match(answer.headers['deprecation'], /^@\d{10}$/, 'RFC 9745')
      t.ok(Date.parse(String(answer.headers['sunset'])) > Date.now(), 'RFC 8594: taken until then at least')
      const link = /<([^>]+)>; rel="deprecation"/.exec(String(answer.headers['link']))?.[1]
      t.ok(link?.startsWith(`${node.url}/docs/reference/requests#`), 'a link to the documentation')
      t.match(
        (await node.call('/docs/reference/requests')).text,
        new RegExp(`id="${link!.split('#')[1]!}"`),
        'and it leads there',
      )
      const byToken = await api(node, appTokens.accessToken, path)
      t.equal(byToken.status, 200, path)
      for (const name of ['deprecation', 'sunset'])
        t.equal(byToken.headers[name], undefined, 'tokens are not deprecated')
    }
    for (const wrong of [
      { ...headers, client_secret: 'x' },
      { client_id: 'nobody', client_secret: 'x' },
    ]) {
      const answer = await node.call('/v2/sources', { headers: wrong })
      t.equal(answer.status, 401)
      t.equal(answer.json()['error'], 'invalid_token')
    }
  },
)

t.test('78 header credentials and a token together', async (t) => {
  const headers = {
    client_id: app.clientId,
    client_secret: app.clientSecret,
    authorization: `Bearer ${appTokens.accessToken}`,
  }
  t.equal((await node.call('/v2/sources', { headers })).status, 400)
})

t.test('79 header credentials on a member endpoint', async (t) => {
  const answer = await node.call('/v2/me', {
    headers: { client_id: app.clientId, client_secret: app.clientSecret },
  })
  t.equal(answer.status, 403)
  t.equal(answer.json()['error'], 'insufficient_scope')
})

t.test('50 wrong pairs are throttled and audited with those at the token endpoint', async (t) => {
  const limited = await authNode(t, { joins: node, settings: { clientFailures: 5 } })
  const guessed = await anApp(limited)
  const ask = async (client_secret: string): Promise<Answer> =>
    await limited.call('/v2/sources', { headers: { client_id: guessed.clientId, client_secret } })
  t.equal((await ask(guessed.clientSecret)).status, 200)
  for (let i = 0; i < 5; i += 1) t.equal((await ask(`wrong ${i}`)).status, 401)
  const refused = await ask('wrong again')
  t.equal(refused.status, 429)
  t.ok(Number(refused.headers['retry-after']) > 0)
  t.equal((await ask(guessed.clientSecret)).status, 200, 'a pair that was right a moment ago goes on')
  t.equal((await appTokenRequest(limited, guessed)).status, 429, 'one budget for both')
  const rows = await limited.knex('audit').where({ client_id: guessed.clientId }).select('event', 'count')
  const counts = Object.fromEntries(
    rows.map(({ event, count }: { event: string; count: number }) => [event, count]),
  )
  t.same(counts, { token_refused: 5, throttled: 2 })
})
