/** The token endpoint under load and in trouble (oauth.md 5.2, 39, 50 and 51). */
import t from 'tap'
import { randomBytes } from 'node:crypto'
import { Client } from 'undici'
import { anApp, tokenRequest, tokensOf } from '../../../support/auth/auth-fixtures.js'
import { authNode } from '../../../support/auth/auth-node.js'
import type { Answer } from '../../../support/https-site.js'
import { isTokenError } from '../../../support/auth/token-error.js'
import { proxy } from '../../../support/proxy.js'
import { testDatabase } from '../../../support/servers.js'

const node = await authNode(t)
const app = await anApp(node)
const OWN = { grant_type: 'client_credentials' }
const SIGNED_IN = { headers: { cookie: `__Host-sid=${'x'.repeat(43)}` } }

t.test('39 after a body over 16 KB the connection stays up; far more is not read', async (t) => {
  const line = new Client(node.url, { connect: { ca: node.ca } })
  t.teardown(async () => {
    await line.destroy()
  })
  let connections = 0
  line.on('connect', () => {
    connections += 1
  })
  const post = async (filler: string): Promise<number> => {
    const form = { ...OWN, client_id: app.clientId, client_secret: app.clientSecret, filler }
    const { statusCode, body } = await line.request({
      path: '/oauth/token',
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(form).toString(),
    })
    await body.dump()
    return statusCode
  }
  t.same([await post(''), await post('x'.repeat(17 * 1024)), await post('')], [200, 413, 200])
  t.equal(connections, 1)
  const huge = await tokenRequest(node, app, { ...OWN, filler: 'x'.repeat(2 ** 18) }).catch(() => null)
  t.ok(huge === null || huge.status === 413)
})

t.test('50 brute force ends in 429, for the right secret too', async (t) => {
  const strict = await authNode(t, { joins: node, settings: { clientFailures: 20 } })
  const target = await anApp(node)
  const guess = async (clientId: string): Promise<void> => {
    for (let i = 0; i < 20; i++) {
      const wrong = { ...target, clientId, clientSecret: `wrong ${i}` }
      t.equal((await tokenRequest(strict, wrong, OWN)).status, 401)
    }
    const answer = await tokenRequest(strict, { ...target, clientId }, OWN)
    isTokenError(t, answer, 429, 'rate_limited')
    t.ok(Number(answer.headers['retry-after']) > 0)
  }
  await guess(target.clientId)
  t.equal((await tokenRequest(strict, await anApp(node), OWN)).status, 200, 'others go on')
  await guess(randomBytes(5_000).toString('base64url'))
})

t.test('a client has a limit of requests per minute', async (t) => {
  const strict = await authNode(t, { joins: node, settings: { tokenRequestsPerMinute: 5 } })
  const target = await anApp(node)
  const statuses: number[] = []
  for (let i = 0; i < 12; i++) {
    const { status, headers } = await tokenRequest(strict, target, OWN)
    statuses.push(status)
    t.equal(headers['ratelimit-policy'], '"token";q=5;w=60', 'each answer tells of the limit')
    t.equal(headers['x-ratelimit-limit'], '5')
    t.equal(status === 429, Number(headers['retry-after']) > 0)
    if (status === 429) t.equal(headers['x-ratelimit-remaining'], '0')
  }
  t.ok(statuses.indexOf(429) >= 5, statuses.join())
})

/** 503 with Retry-After, and nothing of what is inside. */
function isUnavailable(t: Parameters<typeof isTokenError>[0], answer: Answer): void {
  if (String(answer.headers['content-type']).includes('json'))
    isTokenError(t, answer, 503, 'temporarily_unavailable')
  else t.match([answer.status, answer.text], [503, /We cannot answer right now/], 'a page')
  t.match(answer.headers['retry-after'], /^\d+$/)
  t.notMatch(answer.text, /ECONN|postgres|knex|select |127\.0\.0\.1|\.ts/i)
}

t.test('51 an internal failure shows no internals', async (t) => {
  const broken = await authNode(t)
  const lost = await anApp(broken)
  await broken.knex.raw('alter table oauth_refresh rename to gone')
  const answer = await tokenRequest(broken, lost, OWN)
  isTokenError(t, answer, 500, 'server_error')
  t.notMatch(answer.text, /oauth_refresh|relation|select|\.ts|at /i)
  t.ok(
    broken.log.lines.some((line) => line.level === 'error'),
    'the log has it',
  )
})

t.test('51 nor does a database that is gone', async (t) => {
  const real = new URL(await testDatabase(t))
  const line = await proxy({ host: real.hostname, port: Number(real.port) })
  real.port = String(line.port)
  const lone = await authNode(t, { databaseUrl: real.href })
  const lost = await anApp(lone)
  const { accessToken } = tokensOf(await tokenRequest(lone, lost, OWN))
  await line.close()
  const credentials = { client_id: lost.clientId, client_secret: lost.clientSecret }
  isUnavailable(t, await tokenRequest(lone, lost, OWN))
  isUnavailable(t, await lone.post('/oauth/revoke', { ...credentials, token: accessToken }))
  isUnavailable(t, await lone.call('/oauth/login', SIGNED_IN))
})

t.test('nor one that is busy for too long', async (t) => {
  const url = new URL(await testDatabase(t))
  url.searchParams.set('options', '-c lock_timeout=100ms')
  const busy = await authNode(t, { databaseUrl: url.href })
  const known = await anApp(busy)
  const lock = await busy.knex.transaction()
  t.teardown(async () => {
    await lock.rollback()
  })
  await lock.raw('lock table oauth_refresh, web_session')
  isUnavailable(t, await tokenRequest(busy, known, OWN))
  isUnavailable(t, await busy.call('/oauth/login', SIGNED_IN))
})
