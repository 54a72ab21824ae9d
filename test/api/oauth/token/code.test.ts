/** Exchanging a code (oauth.md 5.2, 40 to 48). The numbers are its rows. */
import t from 'tap'
import type { Test } from 'tap'
import { createHash } from 'node:crypto'
import {
  aMember,
  anApp,
  api,
  freshCode,
  signedInMember,
  tokenRequest,
  tokensOf,
  refreshed,
} from '../../../support/auth/auth-fixtures.js'
import { authNode } from '../../../support/auth/auth-node.js'
import type { Answer } from '../../../support/auth/auth-node.js'

const node = await authNode(t)
const app = await anApp(node)
const other = await anApp(node)
const who = await signedInMember(node, await aMember(node))

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

t.test('40 a code is used once', async (t) => {
  const form = await codeForm()
  t.equal((await tokenRequest(node, app, form)).status, 200)
  isError(t, await tokenRequest(node, app, form), 400, 'invalid_grant')
})

t.test('41 a code is used once under concurrency', async (t) => {
  for (let round = 0; round < 8; round++) {
    const form = await codeForm()
    const answers = await Promise.all(
      Array.from({ length: 20 }, async () => await tokenRequest(node, app, form)),
    )
    const statuses = answers.map((answer) => answer.status)
    t.ok(statuses.filter((status) => status === 200).length <= 1, 'at most one')
    t.ok(
      statuses.every((status) => status === 200 || status === 400),
      'the others are refused',
    )
  }
})

t.test('42 a replay by the right client ends its tokens within a second', async (t) => {
  const form = await codeForm()
  const tokens = tokensOf(await tokenRequest(node, app, form))
  t.equal((await api(node, tokens.accessToken)).status, 200)
  const replayed = Date.now()
  isError(t, await tokenRequest(node, app, form), 400, 'invalid_grant')
  const { until } = await import('../../../support/until.js')
  await until(
    'the access token is refused',
    async () => (await api(node, tokens.accessToken)).status === 401,
    1_000,
  )
  t.ok(Date.now() - replayed < 1_000, `${Date.now() - replayed} ms`)
  isError(t, await refreshed(node, app, tokens.refreshToken), 400, 'invalid_grant')
})

t.test(
  '43 a wrong client, redirect URL or verifier neither uses up the code nor revokes anything',
  async (t) => {
    const form = await codeForm()
    const ended = (await node.knex('revocation').count<Array<{ count: number }>>('* as count'))[0]!.count
    isError(t, await tokenRequest(node, other, form), 400, 'invalid_grant')
    isError(
      t,
      await tokenRequest(node, app, { ...form, redirect_uri: `${app.redirectUri}/` }),
      400,
      'invalid_grant',
    )
    isError(
      t,
      await tokenRequest(node, app, { ...form, code_verifier: 'v'.repeat(43) }),
      400,
      'invalid_grant',
    )
    const tokens = tokensOf(await tokenRequest(node, app, form))
    isError(t, await tokenRequest(node, other, form), 400, 'invalid_grant')
    isError(
      t,
      await tokenRequest(node, app, { ...form, redirect_uri: `${app.redirectUri}/` }),
      400,
      'invalid_grant',
    )
    isError(
      t,
      await tokenRequest(node, app, { ...form, code_verifier: 'v'.repeat(43) }),
      400,
      'invalid_grant',
    )
    t.equal(
      (await node.knex('revocation').count<Array<{ count: number }>>('* as count'))[0]!.count,
      ended,
      'nothing was ended',
    )
    t.equal((await api(node, tokens.accessToken)).status, 200)
    t.equal((await refreshed(node, app, tokens.refreshToken)).status, 200)
  },
)

t.test('44 the code is bound to its redirect URL, which is required', async (t) => {
  const form = await codeForm()
  isError(
    t,
    await tokenRequest(node, app, { ...form, redirect_uri: `${app.redirectUri}/` }),
    400,
    'invalid_grant',
  )
  isError(t, await tokenRequest(node, app, { ...form, redirect_uri: '' }), 400, 'invalid_request')
  const { redirect_uri: _, ...without } = form
  isError(t, await tokenRequest(node, app, without), 400, 'invalid_request')
  t.equal((await tokenRequest(node, app, form)).status, 200, 'with the right one it is accepted')
})

t.test('45 the S256 verifier: right, missing, wrong', async (t) => {
  const verifier = 'a-verifier.of_just~the-right-length-0123456789'
  const challenge = createHash('sha256').update(verifier).digest('base64url')
  const form = await codeForm({ code_challenge: challenge, code_challenge_method: 'S256' })
  isError(t, await tokenRequest(node, app, form), 400, 'invalid_grant')
  isError(t, await tokenRequest(node, app, { ...form, code_verifier: 'w'.repeat(43) }), 400, 'invalid_grant')
  t.equal((await tokenRequest(node, app, { ...form, code_verifier: verifier })).status, 200)
})

t.test('46 a verifier without a challenge', async (t) => {
  isError(
    t,
    await tokenRequest(node, app, { ...(await codeForm()), code_verifier: 'v'.repeat(43) }),
    400,
    'invalid_grant',
  )
})

t.test('47 a verifier does not replace the secret', async (t) => {
  const verifier = 'v'.repeat(43)
  const form = await codeForm({
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  })
  isError(
    t,
    await node.post('/oauth/token', { ...form, client_id: app.clientId, code_verifier: verifier }),
    401,
    'invalid_client',
  )
})

t.test('48 a verifier has 43 to 128 unreserved characters', async (t) => {
  for (const code_verifier of ['v'.repeat(42), 'v'.repeat(129), `${'v'.repeat(42)}!`]) {
    isError(
      t,
      await tokenRequest(node, app, { ...(await codeForm()), code_verifier }),
      400,
      'invalid_request',
    )
  }
})
