/** Client authentication (oauth.md 5.2, 28 to 34 and 50). The numbers are its rows. */
import t from 'tap'
import type { Test } from 'tap'
import { createHash, randomBytes } from 'node:crypto'
import { findMatchingSecret } from '../../../../api/oauth/clients/client-auth.js'
import { sameHash, tokenHash } from '../../../../api/oauth/random-token.js'
import type { AppSecret } from '../../../../schemas/oauth/oauth-app.js'
import { anApp, tokenRequest } from '../../../support/auth/auth-fixtures.js'
import { authNode } from '../../../support/auth/auth-node.js'
import type { Answer } from '../../../support/auth/auth-node.js'

const node = await authNode(t)
const app = await anApp(node)
const other = await anApp(node)
const appToken = { grant_type: 'client_credentials' }

const basic = (id: string, secret: string): Record<string, string> => ({
  authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`,
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

t.test('28 no client authentication', async (t) => {
  isError(t, await node.post('/oauth/token', appToken), 401, 'invalid_client')
  isError(t, await node.post('/oauth/token', { ...appToken, client_id: app.clientId }), 401, 'invalid_client')
})

t.test('29 a wrong secret in the body', async (t) => {
  const answer = await tokenRequest(node, app, { ...appToken, client_secret: 'x' })
  isError(t, answer, 401, 'invalid_client')
  t.match(answer.headers['www-authenticate'], /^Basic/)
})

t.test('30 a wrong secret by Basic', async (t) => {
  const answer = await node.post('/oauth/token', appToken, basic(app.clientId, 'x'))
  isError(t, answer, 401, 'invalid_client')
  t.match(answer.headers['www-authenticate'], /^Basic realm="/)
})

t.test('31 Basic credentials are form-decoded first', async (t) => {
  t.equal((await node.post('/oauth/token', appToken, basic(app.clientId, app.clientSecret))).status, 200)
  const odd = 'a+b%c:d e/ü'
  const hash = createHash('sha256').update(odd).digest()
  await node.auth.deps.developerApps.rotate(
    other.clientId,
    { hash, last4: 'odd!' },
    { overlapSeconds: 3_600, endTokens: false },
  )
  const encoded = new URLSearchParams({ s: odd }).toString().slice(2)
  t.equal(
    (await node.post('/oauth/token', appToken, basic(encodeURIComponent(other.clientId), encoded))).status,
    200,
  )
  isError(t, await node.post('/oauth/token', appToken, basic(other.clientId, odd)), 401, 'invalid_client')
})

t.test('32 an unknown client is answered like a wrong secret', async (t) => {
  const unknown = await tokenRequest(node, { ...app, clientId: 'nobody' }, appToken)
  const wrong = await tokenRequest(node, { ...app, clientSecret: 'x' }, appToken)
  isError(t, unknown, 401, 'invalid_client')
  t.equal(unknown.text, wrong.text)
  t.equal(unknown.headers['www-authenticate'], wrong.headers['www-authenticate'])
})

t.test('32 an unknown client costs one hash comparison, a known one as many as it has secrets', async (t) => {
  const secret = (value: string): AppSecret => ({
    id: value,
    hash: tokenHash(value),
    last4: '',
    created: new Date(),
    expires: null,
    lastUsed: null,
  })
  let compared = 0
  const count = (a: Uint8Array, b: Uint8Array): boolean => {
    compared += 1
    return sameHash(a, b)
  }
  t.equal(findMatchingSecret([], 'x', count), null)
  t.equal(compared, 1, 'unknown')
  compared = 0
  t.equal(findMatchingSecret([secret('first'), secret('second')], 'first', count)?.id, 'first')
  t.equal(compared, 2, 'no early exit')
})

t.test('33 two methods at once', async (t) => {
  isError(
    t,
    await tokenRequest(node, app, appToken, basic(app.clientId, app.clientSecret)),
    400,
    'invalid_request',
  )
})

t.test('34 credentials in the URL', async (t) => {
  isError(
    t,
    await node.post(`/oauth/token?client_secret=${app.clientSecret}`, {
      ...appToken,
      client_id: app.clientId,
    }),
    400,
    'invalid_request',
  )
  isError(
    t,
    await node.post(`/oauth/token?client_id=${app.clientId}&client_secret=${app.clientSecret}`, appToken),
    400,
    'invalid_request',
  )
})

t.test('50 brute force ends in 429, for the right secret too', async (t) => {
  const strict = await authNode(t, { joins: node, settings: { clientFailures: 20 } })
  const target = await anApp(node)
  for (let i = 0; i < 20; i++)
    t.equal((await tokenRequest(strict, { ...target, clientSecret: `wrong ${i}` }, appToken)).status, 401)
  const answer = await tokenRequest(strict, target, appToken)
  isError(t, answer, 429, 'rate_limited')
  t.ok(Number(answer.headers['retry-after']) > 0)
  t.equal((await tokenRequest(strict, await anApp(node), appToken)).status, 200, 'others go on')
  const nobody = { ...target, clientId: randomBytes(5_000).toString('base64url') }
  for (let i = 0; i < 20; i++) t.equal((await tokenRequest(strict, nobody, appToken)).status, 401)
  isError(t, await tokenRequest(strict, nobody, appToken), 429, 'rate_limited')
})
