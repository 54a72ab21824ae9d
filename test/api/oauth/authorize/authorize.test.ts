/** The authorization endpoint (oauth.md 5.1). The numbers are its rows. */
import t from 'tap'
import type { Test } from 'tap'
import { randomToken, tokenHash } from '../../../../api/oauth/random-token.js'
import {
  aMember,
  anApp,
  authorizePath,
  decide,
  freshCode,
  location,
  signedInMember,
  tokenRequest,
} from '../../../support/auth/auth-fixtures.js'
import type { TestApp } from '../../../support/auth/auth-fixtures.js'
import { authNode } from '../../../support/auth/auth-node.js'
import type { Answer } from '../../../support/auth/auth-node.js'

const node = await authNode(t)
const app = await anApp(node)
const other = await anApp(node, { redirectUri: 'https://other.example/back' })
const member = await aMember(node)
const who = await signedInMember(node, member)

const isPage = (t: Test, answer: Answer, what: string): void => {
  t.equal(answer.status, 400, what)
  t.match(String(answer.headers['content-type']), /^text\/html/, what)
  t.equal(answer.headers['location'], undefined, `${what}: no redirect`)
}

const isError = (
  t: Test,
  answer: Answer,
  error: string,
  state: string | null = 'xyz',
  to: TestApp = app,
): void => {
  t.equal(answer.status, 303)
  t.ok(String(answer.headers['location']).startsWith(to.redirectUri), 'goes back to the client')
  const parameters = location(answer)
  t.equal(parameters.get('error'), error)
  t.equal(parameters.get('state'), state)
  t.ok(parameters.get('error_description'))
  t.equal(parameters.get('iss'), node.url)
  t.equal(parameters.get('code'), null)
}

t.test('1 client_id is required, no redirect without it', async (t) => {
  isPage(
    t,
    await who.get(authorizePath(app, { client_id: null, redirect_uri: 'https://evil.example' })),
    'no client',
  )
})

t.test('2 an unknown or disabled client gets a page', async (t) => {
  isPage(t, await who.get(authorizePath(app, { client_id: 'nobody' })), 'unknown')
  const off = await anApp(node)
  await node.auth.deps.developerApps.setEnabled(off.clientId, false)
  isPage(t, await who.get(authorizePath(off)), 'disabled')
})

t.test('148 the path may end in a slash, and the query is kept', async (t) => {
  const path = authorizePath(app).replace('?', '/?')
  const page = await who.get(path)
  t.match([page.status, page.headers['location']], [200, undefined])
  t.notMatch(String(page.headers['content-security-policy']), /form-action/)
  const allowed = await decide(who, path, 'allow')
  t.equal(location(allowed).get('state'), 'xyz')
  t.ok(location(allowed).get('code'))
  const signIn = await node.call(path)
  t.equal(signIn.status, 200)
  t.match(signIn.text, encodeURIComponent(app.clientId))
})

t.test('3 redirect_uri is required', async (t) => {
  isPage(t, await who.get(authorizePath(app, { redirect_uri: null })), 'absent')
})

t.test('4 the redirect URL is matched as text', async (t) => {
  const variants = [
    `${app.redirectUri}/more`,
    `${app.redirectUri}?a=1`,
    'https://partner.example/Callback',
    `${app.redirectUri}/`,
    'https://partner.example:443/callback',
    other.redirectUri,
    'https://user@partner.example/callback',
    'https://partner.example/%63allback',
  ]
  for (const variant of variants)
    isPage(t, await who.get(authorizePath(app, { redirect_uri: variant })), variant)
})

t.test('5 a repeated redirect_uri or client_id gets a page', async (t) => {
  isPage(
    t,
    await who.get(`${authorizePath(app)}&redirect_uri=${encodeURIComponent(app.redirectUri)}`),
    'redirect_uri twice',
  )
  isPage(t, await who.get(`${authorizePath(app)}&client_id=${app.clientId}`), 'client_id twice')
})

t.test('6 state is required', async (t) => {
  isError(t, await who.get(authorizePath(app, { state: null })), 'invalid_request', null)
})

t.test('7 state returns unchanged', async (t) => {
  const state = 'a b+c%20%&=?#"\'/\\<é漢😀'
  const answer = await decide(who, authorizePath(app, { state }), 'allow')
  t.equal(location(answer).get('state'), state)
  t.notMatch(String(answer.headers['location']), /\+/, 'a decoder that knows only %20 reads it too')
})

t.test('7 state that cannot return unchanged is refused', async (t) => {
  for (const odd of ['%00', 'a%00b', '%ff', '%ed%a0%bd', '%ef%bf%bd']) {
    const answer = await who.get(`${authorizePath(app, { state: null })}&state=${odd}`)
    isError(t, answer, 'invalid_request', null)
    t.match(location(answer).get('error_description'), /state/)
  }
})

t.test('8 response_type is required', async (t) => {
  isError(t, await who.get(authorizePath(app, { response_type: null })), 'invalid_request')
})

t.test('9 other response types are refused, in the query', async (t) => {
  for (const type of ['token', 'id_token', 'code token']) {
    const answer = await who.get(authorizePath(app, { response_type: type }))
    isError(t, answer, 'unsupported_response_type')
    t.notMatch(String(answer.headers['location']), /#/)
  }
})

t.test('10 repeated parameters are refused', async (t) => {
  isError(t, await who.get(`${authorizePath(app)}&state=zyx`), 'invalid_request', null)
  isError(t, await who.get(`${authorizePath(app)}&response_type=code`), 'invalid_request')
  const challenge = 'x'.repeat(43)
  isError(
    t,
    await who.get(
      `${authorizePath(app, { code_challenge: challenge, code_challenge_method: 'S256' })}&code_challenge=${challenge}`,
    ),
    'invalid_request',
  )
})

t.test('11 an empty value counts as absent, unknown parameters are ignored', async (t) => {
  isError(t, await who.get(authorizePath(app, { state: '' })), 'invalid_request', null)
  t.equal((await who.get(authorizePath(app, { foo: '1' }))).status, 200)
})

t.test('14 and 17 approval returns code, state and iss', async (t) => {
  const answer = await decide(who, authorizePath(app), 'allow')
  t.equal(answer.status, 303)
  t.same([...location(answer).keys()].sort(), ['code', 'iss', 'state'])
  t.equal(location(answer).get('iss'), node.url)
})

t.test('15 and 17 refusal returns access_denied with a description and the state', async (t) => {
  const answer = await decide(who, authorizePath(app), 'cancel')
  t.equal(answer.status, 303)
  t.same([...location(answer).keys()].sort(), ['error', 'error_description', 'iss', 'state'])
  t.equal(location(answer).get('error'), 'access_denied')
  t.equal(location(answer).get('state'), 'xyz')
  t.match(location(answer).get('error_description'), /^[\x20-\x21\x23-\x5b\x5d-\x7e]+$/)
  t.equal(location(answer).get('iss'), node.url)
})

t.test('16 the query of the registered URL is kept', async (t) => {
  const tenant = await anApp(node, { redirectUri: 'https://partner.example/cb?tenant=7&x=%20y' })
  for (const decision of ['allow', 'cancel'] as const) {
    const answer = await decide(who, authorizePath(tenant), decision)
    t.ok(String(answer.headers['location']).startsWith(`${tenant.redirectUri}&`), 'byte for byte')
    const ours =
      decision === 'allow' ? ['code', 'iss', 'state'] : ['error', 'error_description', 'iss', 'state']
    t.same([...location(answer).keys()].sort(), [...ours, 'tenant', 'x'].sort())
    t.equal(location(answer).get('tenant'), '7')
    t.equal(location(answer).get('x'), ' y')
    t.equal(location(answer).get('state'), 'xyz')
  }
})

t.test('18 a post is answered with 303', async (t) => {
  t.equal((await decide(who, authorizePath(app), 'allow')).status, 303)
  t.equal((await decide(who, authorizePath(app), 'cancel')).status, 303)
})

t.test('19 the member is named and has to act each time', async (t) => {
  await freshCode(who, app)
  const again = await who.get(authorizePath(app))
  t.equal(again.status, 200)
  t.equal(again.headers['location'], undefined)
  t.match(again.text, member.email)
})

t.test('20 the error page echoes nothing', async (t) => {
  const answer = await who.get(authorizePath(app, { redirect_uri: '"><script>alert(1)</script>' }))
  isPage(t, answer, 'script')
  const rest = await who.get(
    authorizePath(app, { client_id: '"><script>alert(2)</script>', state: '<script>alert(3)</script>' }),
  )
  isPage(t, rest, 'script in the others')
  for (const { text } of [answer, rest]) {
    t.notMatch(text, /<script/)
    t.notMatch(text, /alert/)
  }
})

t.test('21 no CORS', async (t) => {
  for (const path of [
    authorizePath(app),
    authorizePath(app, { client_id: 'nobody' }),
    authorizePath(app, { state: null }),
  ]) {
    t.equal(
      (await who.get(path, { origin: 'https://evil.example' })).headers['access-control-allow-origin'],
      undefined,
    )
  }
  const preflight = await node.call(authorizePath(app), {
    method: 'OPTIONS',
    headers: { origin: 'https://evil.example', 'access-control-request-method': 'GET' },
  })
  t.equal(preflight.headers['access-control-allow-origin'], undefined)
})

t.test('22 a code has 256 bits', async (t) => {
  const page = await who.get(authorizePath(app))
  const codes: string[] = []
  for (let i = 0; i < 500; i += 20) {
    codes.push(
      ...(await Promise.all(
        Array.from({ length: 20 }, async () =>
          location(await who.submit(page, '/oauth/authenticate', { decision: 'allow' })).get('code')!,
        ),
      )),
    )
  }
  for (const code of codes) if (!/^[\x21-\x7e]{43,}$/.test(code)) t.fail(code)
  t.equal(new Set(codes).size, 500, 'all codes are distinct')
  for (let at = 0; at < 43; at++)
    if (new Set(codes.map((code) => code[at])).size < 12) t.fail(`character ${at} hardly varies`)
  t.equal(
    new Set(Array.from({ length: 10_000 }, () => randomToken(''))).size,
    10_000,
    'so are ten thousand random tokens',
  )
})

t.test('23 a code lives for a minute by the database clock', async (t) => {
  const code = await freshCode(who, app)
  const { rows } = (await node.knex.raw(
    'select extract(epoch from expires_at - clock_timestamp())::float8 as left from oauth_code order by expires_at desc limit 1',
  )) as { rows: Array<{ left: number }> }
  t.ok(rows[0]!.left > 50 && rows[0]!.left <= 60, `${rows[0]!.left} s are left`)
  const early = await freshCode(who, app)
  await node.knex.raw(
    "update oauth_code set expires_at = expires_at - interval '45 seconds' where hash = ?",
    [tokenHash(early)],
  )
  t.equal(
    (
      await tokenRequest(node, app, {
        grant_type: 'authorization_code',
        redirect_uri: app.redirectUri,
        code: early,
      })
    ).status,
    200,
    'accepted until then',
  )
  await node.knex.raw(
    "update oauth_code set expires_at = expires_at - interval '61 seconds' where hash = ?",
    [tokenHash(code)],
  )
  const late = await tokenRequest(node, app, {
    grant_type: 'authorization_code',
    redirect_uri: app.redirectUri,
    code,
  })
  t.equal(late.status, 400)
  t.equal(late.json()['error'], 'invalid_grant')
})

t.test('24 HEAD creates nothing, POST needs the form', async (t) => {
  const count = async (): Promise<number> =>
    Number((await node.knex('oauth_code').count<Array<{ count: number }>>('* as count'))[0]!.count)
  const before = await count()
  const head = await node.call(authorizePath(app), {
    method: 'HEAD',
    headers: { cookie: [...who.cookies].map((pair) => pair.join('=')).join('; ') },
  })
  t.equal(head.status, 200)
  t.equal(head.text, '')
  t.equal((await who.get(authorizePath(app))).status, 200, 'GET works')
  const bare = await who.post('/oauth/authenticate', {
    query: authorizePath(app).split('?')[1]!,
    decision: 'allow',
  })
  t.equal(bare.status, 403)
  t.equal(await count(), before)
})
