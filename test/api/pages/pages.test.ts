/** The pages (oauth.md 5.8), besides what holds for every page and what needs a browser. The numbers are rows. */
import t from 'tap'
import {
  aMember,
  anApp,
  authorizePath,
  memberTokens,
  signedInMember,
  tokenRequest,
  appTokenRequest,
} from '../../support/auth/auth-fixtures.js'
import { authNode } from '../../support/auth/auth-node.js'
import type { Answer } from '../../support/https-site.js'
import { aDeveloper, signedInDeveloper } from '../../support/auth/developer-fixtures.js'
import { formTo, visitor } from '../../support/auth/visitor.js'

const TABS = ['', '/credentials', '/webhooks', '/events', '/requests', '/settings', '/danger']
const node = await authNode(t)
const developer = await aDeveloper(node)
const app = await anApp(node, { developerId: developer.id })

const member = await aMember(node)
const who = await signedInMember(node, member)
const dev = await signedInDeveloper(node, developer)
const nobody = visitor(node)

t.test('117 a foreign origin is refused', async (t) => {
  const form = formTo((await who.get(authorizePath(app))).text, '/oauth/authenticate')
  const send = async (headers: Record<string, string>): Promise<Answer> =>
    await who.post('/oauth/authenticate', { ...form.fields, decision: 'allow' }, headers)
  t.equal((await send({ origin: 'https://evil.example' })).status, 403)
  t.equal((await send({ origin: 'null' })).status, 403)
  t.equal((await send({ 'sec-fetch-site': 'cross-site' })).status, 403)
  t.equal((await send({ 'sec-fetch-site': 'same-origin' })).status, 303)
})

t.test('120 all other responses carry the security headers too', async (t) => {
  const { accessToken } = await memberTokens(node, app, who)
  const bearer = { authorization: `Bearer ${accessToken}` }
  const answers: Array<[string, Answer, boolean]> = [
    [
      'the way back to the client',
      await who.fillAt(authorizePath(app), '/oauth/authenticate', { decision: 'allow' }),
      true,
    ],
    ['an error sent to the client', await who.get(authorizePath(app, { state: null })), true],
    ['a form without a session', await nobody.post('/oauth/login', {}), true],
    ['tokens', await appTokenRequest(node, app), true],
    ['no tokens', await tokenRequest(node, app, {}), true],
    ['a wrong method', await node.call('/oauth/token'), true],
    [
      'a revocation',
      await node.post('/oauth/revoke', {
        client_id: app.clientId,
        client_secret: app.clientSecret,
        token: 'x',
      }),
      true,
    ],
    ['a member', await node.call('/v2/me', { headers: bearer }), false],
    ['nobody', await node.call('/v2/me'), true],
    ['nothing', await node.call('/nowhere'), true],
    ['an address too long', await node.call(`/v2/me?${'x'.repeat(9_000)}`), true],
    ['keys', await node.call('/oauth/jwks'), false],
    ['metadata', await node.call('/.well-known/oauth-authorization-server'), false],
    ['the document', await node.call('/openapi.json'), false],
    ['its reader', await node.call('/docs'), false],
  ]
  for (const [what, { headers }, secret] of answers) {
    t.equal(headers['x-content-type-options'], 'nosniff', what)
    t.equal(headers['strict-transport-security'], 'max-age=31536000; includeSubDomains', what)
    t.equal(headers['referrer-policy'], 'same-origin', what)
    t.match(headers['content-security-policy'], /frame-ancestors 'none'/, what)
    if (secret) t.equal(headers['cache-control'], 'no-store', what)
    else if (what === 'a member')
      t.equal(headers['cache-control'], 'private, no-cache', 'revalidated each time by its ETag')
  }
})

t.test(
  'errors of a form: 422, a summary, the field described, typed values kept except the password',
  async (t) => {
    const by = visitor(node)
    const answer = await by.fill('/oauth/signup', {
      first_name: 'Bo <i>',
      last_name: '',
      email: 'nonsense',
      password: 'short',
    })
    t.equal(answer.status, 422)
    t.match(answer.text, /<title>Error: /)
    t.match(answer.text, /role="alert"/)
    t.match(answer.text, /href="#email"/)
    t.match(answer.text, /id="email"[^>]*aria-invalid="true"[^>]*aria-describedby="[^"]*email-error/)
    t.match(answer.text, /value="Bo &lt;i(&gt;|>)"/)
    t.notMatch(answer.text, /value="short"/)
  },
)

t.test('the navigation marks the current page, and unknown paths show a page', async (t) => {
  t.match((await who.get('/account/loyalty')).text, /<a href="\/account\/loyalty" aria-current="page">/)
  t.match(
    (await dev.get(`/console/apps/${app.clientId}`)).text,
    /<a href="\/console\/apps" aria-current="true">/,
  )
  t.match(
    (await who.get(`/account/report?app=${app.clientId}`)).text,
    /<a href="\/account\/apps" aria-current/,
    'a page that one of them leads to marks that one',
  )
  for (const tab of TABS) {
    const path = `/console/apps/${app.clientId}${tab}`
    const current = [...(await dev.get(path)).text.matchAll(/<a href="([^"]+)" aria-current="page">/g)]
    t.same(
      current.map((match) => match[1]),
      [path],
      'each tab of an application is marked at its own address',
    )
  }
  const [navigation = ''] = (await who.get('/account/trips')).text.split('</nav>')
  t.equal(navigation.match(/aria-current/g)?.length, 1)
  for (const path of ['/account/nowhere', '/console/nowhere']) {
    const answer = await nobody.get(path)
    t.equal(answer.status, 404)
    t.match(answer.text, /There is nothing here/)
  }
  const front = await nobody.get('/')
  t.equal(front.status, 303)
  t.equal(front.headers['location'], '/docs', 'the bare address leads to the documentation')
  for (const path of ['/account', '/console'])
    t.match(
      await nobody.get(`${path}/`),
      { status: 303, headers: { location: path } },
      'with a trailing slash too',
    )
  t.match((await nobody.get('/oauth/reset?token=x')).text, /<a href="\/oauth\/forgot">Request a new link/)
  t.match((await nobody.get('/console/confirm?token=x')).text, /<a href="\/console\/signup">Sign up again/)
})
