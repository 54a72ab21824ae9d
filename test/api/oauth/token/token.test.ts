/** The token endpoint (oauth.md 5.2). The numbers are its rows. */
import t from 'tap'
import type { Test } from 'tap'
import { Client } from 'undici'
import {
  aMember,
  anApp,
  freshCode,
  signedInMember,
  tokenRequest,
  tokensOf,
  refreshed,
} from '../../../support/auth/auth-fixtures.js'
import { authNode } from '../../../support/auth/auth-node.js'
import type { Answer } from '../../../support/auth/auth-node.js'
import { proxy } from '../../../support/proxy.js'
import { testDatabase } from '../../../support/servers.js'

const node = await authNode(t)
const app = await anApp(node)
const who = await signedInMember(node, await aMember(node))
const appToken = { grant_type: 'client_credentials' }

const codeForm = async (more: Record<string, string> = {}): Promise<Record<string, string>> => ({
  grant_type: 'authorization_code',
  redirect_uri: app.redirectUri,
  code: await freshCode(who, app, more),
})

const isError = (t: Test, answer: Answer, status: number, error: string): void => {
  t.equal(answer.status, status, answer.text)
  t.equal(answer.json()['error'], error, answer.text)
  t.equal(answer.headers['cache-control'], 'no-store')
  t.equal(answer.headers['pragma'], 'no-cache')
  t.equal(answer.headers['content-type'], 'application/json; charset=utf-8')
  t.match(
    String(answer.json()['error_description']),
    /^[\x20-\x21\x23-\x5b\x5d-\x7e]+$/,
    '49 plain description',
  )
}

t.test('25, 26 and 27 each grant returns exactly the five fields, never cached, as JSON', async (t) => {
  const first = await tokenRequest(node, app, await codeForm())
  const refresh = await refreshed(node, app, tokensOf(first).refreshToken)
  for (const answer of [first, refresh, await tokenRequest(node, app, appToken)]) {
    t.equal(answer.status, 200, answer.text)
    const body = answer.json()
    t.same(Object.keys(body).sort(), ['access_token', 'expires_in', 'refresh_token', 'scope', 'token_type'])
    t.match(body, { expires_in: 86_400, token_type: 'bearer', scope: '' })
    t.equal(answer.headers['cache-control'], 'no-store')
    t.equal(answer.headers['pragma'], 'no-cache')
    t.equal(answer.headers['content-type'], 'application/json; charset=utf-8')
  }
})

t.test('35 an unknown grant', async (t) => {
  isError(t, await tokenRequest(node, app, { grant_type: 'password' }), 400, 'unsupported_grant_type')
})

t.test('36 grant_type absent or repeated', async (t) => {
  const absent = [
    await tokenRequest(node, app, {}),
    await node.post('/oauth/token', 'a=b'),
    await node.call('/oauth/token', { method: 'POST' }),
  ]
  for (const answer of absent) {
    isError(t, answer, 400, 'invalid_request')
    t.match(answer.json()['error_description'], /grant_type is missing; .*application\/x-www-form-urlencoded/)
  }
  const twice = `client_id=${app.clientId}&client_secret=${app.clientSecret}&grant_type=client_credentials&grant_type=client_credentials`
  isError(t, await node.post('/oauth/token', twice), 400, 'invalid_request')
})

t.test('37 another content type', async (t) => {
  const body = JSON.stringify({ ...appToken, client_id: app.clientId, client_secret: app.clientSecret })
  const json = await node.post('/oauth/token', body, { 'content-type': 'application/json' })
  isError(t, json, 400, 'invalid_request')
  t.match(json.json()['error_description'], /form .* with the parameter grant_type; .* application\/json/)
  isError(t, await node.post('/oauth/token', body, { 'content-type': 'nonsense' }), 400, 'invalid_request')
})

t.test('149 the path may end in a slash, that of revocation may not', async (t) => {
  const form = { ...appToken, client_id: app.clientId, client_secret: app.clientSecret }
  const slash = await node.post('/oauth/token/', form)
  t.match([slash.status, slash.json()], [200, { token_type: 'bearer', expires_in: 86_400 }])
  isError(t, await node.post('/oauth/token/', { ...form, client_secret: 'no' }), 401, 'invalid_client')
  const get = await node.call('/oauth/token/')
  t.match([get.status, get.headers['allow']], [405, 'POST'])
  t.equal((await node.post('/oauth/token//', form)).status, 404)
  t.equal((await node.post('/oauth/revoke/', form)).status, 404)
})

t.test('38 another method', async (t) => {
  for (const method of ['GET', 'PUT', 'DELETE'] as const) {
    const answer = await node.call('/oauth/token', { method })
    isError(t, answer, 405, 'method_not_allowed')
    t.equal(answer.headers['allow'], 'POST')
  }
  t.equal((await node.call('/oauth/token', { method: 'HEAD' })).status, 405)
})

t.test('39 a body over 16 KB', async (t) => {
  const big = await tokenRequest(node, app, { ...appToken, filler: 'x'.repeat(17 * 1024) })
  isError(t, big, 413, 'payload_too_large')
  const line = new Client(node.url, { connect: { ca: node.ca } })
  t.teardown(async () => {
    await line.destroy()
  })
  let connections = 0
  line.on('connect', () => {
    connections += 1
  })
  const post = async (filler: string): Promise<number> => {
    const body = new URLSearchParams({
      ...appToken,
      client_id: app.clientId,
      client_secret: app.clientSecret,
      filler,
    }).toString()
    const answer = await line.request({
      path: '/oauth/token',
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body,
    })
    await answer.body.dump()
    return answer.statusCode
  }
  t.same([await post(''), await post('x'.repeat(17 * 1024)), await post('')], [200, 413, 200])
  t.equal(connections, 1, 'the connection stays up')
  const huge = await tokenRequest(node, app, { ...appToken, filler: 'x'.repeat(2 ** 18) }).catch(
    (error: unknown) => (error instanceof Error ? error.message : ''),
  )
  t.ok(typeof huge === 'string' || huge.status === 413, 'what is far too much is not read')
})

t.test('49 descriptions are plain ASCII', async (t) => {
  const { OauthError } = await import('../../../../api/oauth/oauth-error.js')
  t.equal(new OauthError('invalid_request', 'a "quoted" \\ thing\n').message, 'a ?quoted? ? thing?')
})

t.test('52 a requested scope is ignored', async (t) => {
  const answer = await tokenRequest(node, app, { ...appToken, scope: 'admin' })
  t.equal(answer.status, 200)
  t.equal(answer.json()['scope'], '')
})

t.test('a client has a limit of requests per minute', async (t) => {
  const strict = await authNode(t, { joins: node, settings: { tokenRequestsPerMinute: 5 } })
  const target = await anApp(node)
  const statuses: number[] = []
  for (let i = 0; i < 12; i++) {
    const answer = await tokenRequest(strict, target, appToken)
    statuses.push(answer.status)
    t.equal(answer.headers['ratelimit-policy'], '"token";q=5;w=60', 'each answer tells of the limit')
    t.equal(answer.headers['x-ratelimit-limit'], '5')
    t.equal(answer.status === 429, Number(answer.headers['retry-after']) > 0)
    if (answer.status === 429) t.equal(answer.headers['x-ratelimit-remaining'], '0')
  }
  t.ok(statuses.includes(429))
  t.ok(statuses.indexOf(429) >= 5)
})

t.test('51 an internal failure shows no internals', async (t) => {
  const broken = await authNode(t)
  const lost = await anApp(broken)
  await broken.knex.raw('alter table oauth_refresh rename to gone')
  const answer = await tokenRequest(broken, lost, appToken)
  isError(t, answer, 500, 'server_error')
  t.notMatch(answer.text, /oauth_refresh|relation|select|\.ts|at /i)
  t.ok(
    broken.log.lines.some((line) => line.level === 'error'),
    'the log has it',
  )
})

t.test('51 nor does a database that is gone', async (t) => {
  const real = new URL(await testDatabase(t))
  const line = await proxy({ host: real.hostname, port: Number(real.port) })
  const through = new URL(real.href)
  through.port = String(line.port)
  const lone = await authNode(t, { databaseUrl: through.href })
  const lost = await anApp(lone)
  const { accessToken } = tokensOf(await tokenRequest(lone, lost, appToken))
  await line.close()
  for (const answer of [
    await tokenRequest(lone, lost, appToken),
    await lone.post('/oauth/revoke', {
      client_id: lost.clientId,
      client_secret: lost.clientSecret,
      token: accessToken,
    }),
  ]) {
    isError(t, answer, 503, 'temporarily_unavailable')
    t.match(answer.headers['retry-after'], /^\d+$/)
    t.notMatch(answer.text, /ECONN|postgres|knex|select|127\.0\.0\.1|\.ts|at /i)
  }
  const page = await lone.call('/oauth/login', { headers: { cookie: `__Host-sid=${'x'.repeat(43)}` } })
  t.equal(page.status, 503, 'a page')
  t.match(page.headers['retry-after'], /^\d+$/)
  t.match(page.headers['content-type'], /^text\/html/)
  t.notMatch(page.text, /ECONN|postgres|knex|select |127\.0\.0\.1|\.ts/i)
})

t.test(
  'a request that waits too long for a busy database is 503, at the endpoint and on a page',
  async (t) => {
    const url = new URL(await testDatabase(t))
    url.searchParams.set('options', '-c lock_timeout=100ms')
    const busy = await authNode(t, { databaseUrl: url.href })
    const known = await anApp(busy)
    const lock = await busy.knex.transaction()
    t.teardown(async () => {
      await lock.rollback()
    })
    await lock.raw('lock table oauth_refresh, web_session')
    const answer = await tokenRequest(busy, known, appToken)
    isError(t, answer, 503, 'temporarily_unavailable')
    t.match(answer.headers['retry-after'], /^\d+$/)
    const page = await busy.call('/oauth/login', { headers: { cookie: `__Host-sid=${'x'.repeat(43)}` } })
    t.equal(page.status, 503)
    t.match(page.text, /We cannot answer right now/)
  },
)
