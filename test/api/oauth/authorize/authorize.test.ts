/** The authorization endpoint (oauth.md 5.1, 116 and 139). The numbers are its rows. */
import t from 'tap'
import type { Test } from 'tap'
import { randomToken, tokenHash } from '../../../../api/oauth/random-token.js'
import {
  anApp,
  authorizePath,
  decide,
  freshCode,
  location,
  tokenRequest,
  signedInNode,
} from '../../../support/auth/auth-fixtures.js'
import type { TestApp } from '../../../support/auth/auth-fixtures.js'
import type { Answer } from '../../../support/https-site.js'
import { unescaped, visitor } from '../../../support/auth/visitor.js'

const { node, app, member, who } = await signedInNode(t)
const other = await anApp(node, { redirectUri: 'https://other.example/back' })
const off = await anApp(node)
await node.auth.deps.developerApps.setEnabled(off.clientId, false)
const strict = await anApp(node)
await node.auth.deps.developerApps.change(strict.clientId, { pkceRequired: true })
const verify = async (verified: boolean): Promise<void> => {
  await node.knex('app').whereIn('client_id', [app.clientId, strict.clientId]).update({ verified })
}
await verify(true)

/** `page`: of ours, with 400 and no redirect. `shown`: the consent page. Otherwise an error that goes to the client. */
type Expected = 'page' | 'shown' | { error: string; state: string | null; says: RegExp }
type Case = [row: string, path: string, expected: Expected]

const refused = (error: string, state: string | null = 'xyz', says = /./): Expected => ({
  error,
  state,
  says,
})
const INVALID = refused('invalid_request')
const STATELESS = refused('invalid_request', null)
const S256 = { code_challenge_method: 'S256' }
const CHALLENGE = { code_challenge: 'x'.repeat(43), ...S256 }
const SCRIPT = '"><script>alert(1)</script>'
const asked = (changes: Record<string, string | null> = {}, more = '', of: TestApp = app): string =>
  authorizePath(of, changes) + more
/** Escaped: NUL, half a surrogate pair (no UTF-8), a byte that starts no character, U+FFFD itself. */
const ODD = ['%00', 'a%00b', '%ff', '%ed%a0%bd', '%ef%bf%bd']

const CASES: Case[] = [
  ['1 no client_id', asked({ client_id: null, redirect_uri: 'https://evil.example' }), 'page'],
  ['2 an unknown client', asked({ client_id: 'nobody' }), 'page'],
  ['2 a disabled client', asked({}, '', off), 'page'],
  ['3 no redirect_uri', asked({ redirect_uri: null }), 'page'],
  ...[
    `${app.redirectUri}/more`,
    `${app.redirectUri}?a=1`,
    'https://partner.example/Callback',
    `${app.redirectUri}/`,
    'https://partner.example:443/callback',
    other.redirectUri,
    'https://user@partner.example/callback',
    'https://partner.example/%63allback',
  ].map((uri): Case => [`4 matched as text: ${uri}`, asked({ redirect_uri: uri }), 'page']),
  ['5 redirect_uri twice', asked({}, `&redirect_uri=${encodeURIComponent(app.redirectUri)}`), 'page'],
  ['5 client_id twice', asked({}, `&client_id=${app.clientId}`), 'page'],
  ...ODD.flatMap((odd): Case[] => [
    [`a client ${odd}`, `/oauth/authenticate?client_id=${odd}`, 'page'],
    [`a redirect ${odd}`, asked({ redirect_uri: null }, `&redirect_uri=${odd}`), 'page'],
    [`7 state ${odd}`, asked({ state: null }, `&state=${odd}`), refused('invalid_request', null, /state/)],
  ]),
  ['20 a script as redirect_uri', asked({ redirect_uri: SCRIPT }), 'page'],
  ['20 a script as client', asked({ client_id: SCRIPT, state: SCRIPT }), 'page'],
  ['6 no state', asked({ state: null }), STATELESS],
  ['11 an empty state', asked({ state: '' }), STATELESS],
  ['8 no response_type', asked({ response_type: null }), INVALID],
  ...['token', 'id_token', 'code token'].map((type): Case => [
    `9 response_type ${type}`,
    asked({ response_type: type }),
    refused('unsupported_response_type'),
  ]),
  ['10 state twice', asked({}, '&state=zyx'), STATELESS],
  ['10 response_type twice', asked({}, '&response_type=code'), INVALID],
  ['10 code_challenge twice', asked(CHALLENGE, `&code_challenge=${CHALLENGE.code_challenge}`), INVALID],
  ['10 scope twice', asked({ scope: 'accounts' }, '&scope=calendar'), INVALID],
  ['11 unknown parameters are ignored', asked({ foo: '1' }), 'shown'],
  ['12 the method plain', asked({ ...CHALLENGE, code_challenge_method: 'plain' }), INVALID],
  ['12 a challenge without a method', asked({ code_challenge: CHALLENGE.code_challenge }), INVALID],
  ['12 a method without a challenge', asked(S256), INVALID],
  ...['abc', 'x'.repeat(42), 'x'.repeat(44), `${'x'.repeat(42)}=`].map((code_challenge): Case => [
    `13 the challenge ${code_challenge}`,
    asked({ code_challenge, ...S256 }),
    INVALID,
  ]),
  ['an application that requires PKCE, without', asked({}, '', strict), INVALID],
  ['an application that requires PKCE, with it', asked(CHALLENGE, '', strict), 'shown'],
  ...['openid', 'trips:read openid', 'trips:read,accounts', ' ', 'trips:read\u0000'].map((scope): Case => [
    `139 the scope ${JSON.stringify(scope)}`,
    asked({ scope }),
    refused('invalid_scope', 'xyz', /trips:read, trips:write,/),
  ]),
]

const PLAIN = /^[\x20-\x21\x23-\x5b\x5d-\x7e]+$/

/** Goes back to the client, in the query, with these parameters alone. */
function returned(t: Test, answer: Answer, to: TestApp, names: string[], what: string): URLSearchParams {
  t.equal(answer.status, 303, what)
  const address = String(answer.headers['location'])
  t.ok(address.startsWith(to.redirectUri) && !address.includes('#'), `${what}: in the query`)
  t.same([...location(answer).keys()].sort(), [...names, 'iss'].sort(), what)
  t.equal(location(answer).get('iss'), node.url, what)
  return location(answer)
}

t.test('each request gets its page, its error or the question to the member', async (t) => {
  for (const [what, path, expected] of CASES) {
    const answer = await who.get(path, { origin: 'https://evil.example' })
    t.equal(answer.headers['access-control-allow-origin'], undefined, `21 no CORS: ${what}`)
    if (typeof expected === 'string') {
      t.equal(answer.status, expected === 'page' ? 400 : 200, what)
      t.match(String(answer.headers['content-type']), /^text\/html/, what)
      t.equal(answer.headers['location'], undefined, what)
      if (expected === 'page') t.notMatch(answer.text, /<script|alert/, `20 nothing is echoed: ${what}`)
      continue
    }
    const { error, state, says } = expected
    const names = ['error', 'error_description', ...(state === null ? [] : ['state'])]
    const to = path.includes(strict.clientId) ? strict : app
    const parameters = returned(t, answer, to, names, what)
    t.same([parameters.get('error'), parameters.get('state')], [error, state], what)
    t.match(parameters.get('error_description'), PLAIN, what)
    t.match(parameters.get('error_description'), says, what)
  }
})

t.test('167 to the URL of an application that is not verified nobody goes without a click', async (t) => {
  const errors = CASES.filter(([, , expected]) => typeof expected !== 'string')
  const verified = await Promise.all(errors.map(async ([, path]) => await who.get(path)))
  await verify(false)
  for (const one of [who, visitor(node)])
    for (const [at, [what, path]] of errors.entries()) {
      const answer = await one.get(path)
      t.same(
        [answer.status, answer.headers['location'], answer.headers['refresh']],
        [400, undefined, undefined],
        what,
      )
      t.notMatch(answer.text, /http-equiv|<script(?![^>]* src="\/)/i, what)
      const [, link = ''] = /<a class="button" href="([^"]*)" rel="noreferrer">/.exec(answer.text) ?? []
      t.equal(unescaped(link), verified[at]?.headers['location'], what)
    }
  await verify(true)
})

t.test('148 the path may end in a slash, and the query is kept', async (t) => {
  const path = authorizePath(app).replace('?', '/?')
  const page = await who.get(path)
  t.match([page.status, page.headers['location']], [200, undefined])
  t.notMatch(String(page.headers['content-security-policy']), /form-action/)
  t.equal(returned(t, await decide(who, path, 'allow'), app, ['code', 'state'], path).get('state'), 'xyz')
  const signIn = await node.call(path)
  t.equal(signIn.status, 200)
  t.match(signIn.text, encodeURIComponent(app.clientId))
})

t.test(
  '7, 14 to 18 the decision goes back with the state, to the registered URL byte for byte',
  async (t) => {
    const tenant = await anApp(node, { redirectUri: 'https://partner.example/cb?tenant=7&x=%20y' })
    const state = 'a b+c%20%&=?#"\'/\\<é漢😀'
    for (const of of [app, tenant]) {
      const own = of === tenant ? ['tenant', 'x'] : []
      const path = authorizePath(of, { state })
      const allowed = await decide(who, path, 'allow')
      t.equal(returned(t, allowed, of, ['code', 'state', ...own], 'allow').get('state'), state)
      t.notMatch(String(allowed.headers['location']), /\+/, 'a decoder that knows only %20 reads it too')
      const names = ['error', 'error_description', 'state', ...own]
      const cancelled = returned(t, await decide(who, path, 'cancel'), of, names, 'cancel')
      t.same([cancelled.get('error'), cancelled.get('state')], ['access_denied', state])
      t.match(cancelled.get('error_description'), PLAIN)
      if (of === tenant) t.same([cancelled.get('tenant'), cancelled.get('x')], ['7', ' y'])
    }
  },
)

t.test('19 the member is named and has to act each time', async (t) => {
  await freshCode(who, app)
  const again = await who.get(authorizePath(app))
  t.same([again.status, again.headers['location']], [200, undefined])
  t.match(again.text, member.email)
})

t.test('21 no preflight is answered for others', async (t) => {
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
    const some = Array.from({ length: 20 }, async () =>
      location(await who.submit(page, '/oauth/authenticate', { decision: 'allow' })).get('code'),
    )
    codes.push(...(await Promise.all(some)).map(String))
  }
  t.ok(codes.every((code) => /^[\x21-\x7e]{43,}$/.test(code)))
  t.equal(new Set(codes).size, 500, 'all codes are distinct')
  for (let at = 0; at < 43; at++)
    if (new Set(codes.map((code) => code[at])).size < 12) t.fail(`character ${at} hardly varies`)
  t.equal(new Set(Array.from({ length: 10_000 }, () => randomToken(''))).size, 10_000)
})

t.test('23 a code lives for a minute by the database clock', async (t) => {
  const exchange = async (code: string, seconds: number): Promise<Answer> => {
    await node.knex.raw(
      `update oauth_code set expires_at = expires_at - interval '${seconds} seconds' where hash = ?`,
      [tokenHash(code)],
    )
    const form = { grant_type: 'authorization_code', redirect_uri: app.redirectUri, code }
    return await tokenRequest(node, app, form)
  }
  t.equal((await exchange(await freshCode(who, app), 45)).status, 200, 'accepted until then')
  const late = await exchange(await freshCode(who, app), 61)
  t.match([late.status, late.json()], [400, { error: 'invalid_grant' }])
})

t.test('24 HEAD creates nothing, POST needs the form', async (t) => {
  const count = async (): Promise<number> =>
    Number((await node.knex('oauth_code').count<Array<{ count: number }>>('* as count'))[0]!.count)
  const before = await count()
  const cookie = [...who.cookies].map((pair) => pair.join('=')).join('; ')
  const head = await node.call(authorizePath(app), { method: 'HEAD', headers: { cookie } })
  t.same([head.status, head.text], [200, ''])
  const query = authorizePath(app).split('?')[1]!
  t.equal((await who.post('/oauth/authenticate', { query, decision: 'allow' })).status, 403)
  t.equal(await count(), before)
})
