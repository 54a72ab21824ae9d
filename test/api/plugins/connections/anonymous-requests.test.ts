/** Requests without a credential are bounded by network, and those of an account by account (contract.md 7.4). */
import t from 'tap'
import {
  aMember,
  anApp,
  appTokenRequest,
  memberTokens,
  signedInMember,
  tokensOf,
} from '../../../support/auth/auth-fixtures.js'
import { authNode } from '../../../support/auth/auth-node.js'
import type { Answer } from '../../../support/https-site.js'

const AT_ONCE = 30
const MOST = AT_ONCE * 8
/** Its clock stands: on a slow machine a budget would refill between two floods. */
const started = Date.now()
const node = await authNode(t, {
  trustedProxies: ['loopback'],
  perNetwork: AT_ONCE * 4,
  now: () => started,
})
const app = await anApp(node)

let networks = 0
/** Sends more requests than a network has at once; how many were answered before the first refusal, and that one. */
async function flood(
  path: string,
  headers: Record<string, string> = {},
  from = `198.51.100.${(networks += 1)}`,
): Promise<{ answered: number; refused: Answer | null }> {
  for (let answered = 0; answered < MOST; answered += 1) {
    const answer = await node.call(path, { headers: { 'x-forwarded-for': from, ...headers } })
    if (answer.status === 429) return { answered, refused: answer }
  }
  return { answered: MOST, refused: null }
}

t.test('pages, documents and keys: a budget of the network', async (t) => {
  for (const path of ['/oauth/login', '/docs', '/openapi.json', '/oauth/jwks', '/console', '/shared/shr_x']) {
    const { answered, refused } = await flood(path)
    t.ok(refused !== null && (path.startsWith('/shared') || answered >= AT_ONCE), `${path}: ${answered}`)
    t.ok(Number(refused?.headers['retry-after']) >= 1, path)
  }
  const { refused } = await flood('/oauth/login', {}, '192.0.2.1')
  t.match(refused?.headers['content-type'], /^text\/html/)
  t.match(refused?.text, /Please wait a little/)
  t.equal((await flood('/docs', {}, '192.0.2.1')).answered, 0, 'one budget for all')
  t.ok((await flood('/docs', {}, '192.0.2.2')).answered >= AT_ONCE, 'but not of another network')
})

t.test('an address with a port is the same network', async (t) => {
  await flood('/docs', {}, '192.0.2.3:1234')
  t.equal((await flood('/docs', {}, '192.0.2.3:1235')).answered, 0)
  t.equal((await flood('/docs', {}, '192.0.2.3')).answered, 0)
  await flood('/docs', {}, '[2001:db8::1]:443')
  t.equal((await flood('/docs', {}, '2001:db8::2')).answered, 0, 'of the same /64')
})

t.test('many networks of one customer share the budget of their /48', async (t) => {
  let answered = 0
  for (let n = 0; n < 8; n += 1) answered += (await flood('/docs', {}, `2001:db8:7:${n}::1`)).answered
  t.ok(answered >= 4 * AT_ONCE && answered < 6 * AT_ONCE, `${answered} of ${8 * AT_ONCE}`)
})

t.test('credentials that this node does not know count until they are proven', async (t) => {
  const wrong = { authorization: `Bearer ${'a'.repeat(20)}.${'b'.repeat(20)}.${'c'.repeat(20)}` }
  const signatures = await flood('/v2/sources', wrong)
  t.ok(signatures.refused !== null && signatures.answered >= 5 * AT_ONCE, `${signatures.answered}`)
  t.ok((await flood('/v2/sources', { client_id: app.clientId, client_secret: 'x' })).answered < AT_ONCE * 2)
  const { accessToken } = tokensOf(await appTokenRequest(node, app))
  const from = '192.0.2.9'
  t.equal((await flood('/v2/sources', { authorization: `Bearer ${accessToken}` }, from)).refused, null)
  const pair = { client_id: app.clientId, client_secret: app.clientSecret }
  t.equal((await flood('/v2/sources', pair, from)).refused, null)
  t.ok((await flood('/docs', {}, from)).answered >= AT_ONCE, 'and cost the network nothing')
})

t.test('token requests count until the secret was right', async (t) => {
  const ask = async (secret: string, from: string): Promise<number> =>
    (
      await node.post(
        '/oauth/token',
        { grant_type: 'client_credentials', client_id: app.clientId, client_secret: secret },
        { 'x-forwarded-for': from },
      )
    ).status
  const statuses = new Set<number>()
  for (let n = 0; n < AT_ONCE * 2; n += 1) statuses.add(await ask(app.clientSecret, '192.0.2.11'))
  t.same([...statuses], [200])
  for (let n = 0; n < AT_ONCE * 2; n += 1) statuses.add(await ask('wrong', '192.0.2.12'))
  t.same([...statuses], [200, 401, 429])
})

t.test('pages of a session count for its account', async (t) => {
  const member = await aMember(node)
  const who = await signedInMember(node, member)
  await memberTokens(node, app, who)
  const cookie = [...who.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const first = await flood('/account/security', { cookie }, '192.0.2.21')
  t.ok(first.answered >= AT_ONCE / 2, `${first.answered}`)
  t.ok(first.refused !== null)
  t.ok((await flood('/docs', {}, '192.0.2.22')).answered >= AT_ONCE)
  t.ok((await flood('/account/security', { cookie }, '192.0.2.23')).answered < AT_ONCE / 2, 'elsewhere too')
})

t.test('what is refused anyway costs nothing', async (t) => {
  for (const path of ['/nothing', '/v2/sources']) t.equal((await flood(path)).refused, null, path)
})
