/** A code is used once (oauth.md 5.2, 40 to 43). The numbers are its rows; token.test.ts has its other refusals. */
import t from 'tap'
import {
  anApp,
  api,
  freshCode,
  refreshed,
  tokenRequest,
  tokensOf,
  signedInNode,
} from '../../../support/auth/auth-fixtures.js'
import { isTokenError } from '../../../support/auth/token-error.js'
import { until } from '../../../support/until.js'

const { node, app, who } = await signedInNode(t)
const other = await anApp(node)

const codeForm = async (): Promise<Record<string, string>> => ({
  grant_type: 'authorization_code',
  redirect_uri: app.redirectUri,
  code: await freshCode(who, app),
})

t.test('41 once under concurrency', async (t) => {
  for (let round = 0; round < 8; round++) {
    const form = await codeForm()
    const answers = Array.from({ length: 20 }, async () => await tokenRequest(node, app, form))
    const statuses = (await Promise.all(answers)).map((answer) => answer.status)
    t.ok(statuses.filter((status) => status === 200).length <= 1, 'at most one')
    t.ok(statuses.every((status) => status === 200 || status === 400))
  }
})

t.test('40 and 42 a replay by the right client ends its tokens within a second', async (t) => {
  const form = await codeForm()
  const tokens = tokensOf(await tokenRequest(node, app, form))
  t.equal((await api(node, tokens.accessToken)).status, 200)
  isTokenError(t, await tokenRequest(node, app, form), 400, 'invalid_grant')
  const isRefused = async (): Promise<boolean> => (await api(node, tokens.accessToken)).status === 401
  await until('the access token is refused', isRefused, 1_000)
  isTokenError(t, await refreshed(node, app, tokens.refreshToken), 400, 'invalid_grant')
})

t.test('43 a wrong client, redirect URL or verifier uses nothing up and revokes nothing', async (t) => {
  const form = await codeForm()
  const ended = async (): Promise<unknown> => await node.knex('revocation').count('* as count')
  const before = await ended()
  const wrong = async (): Promise<void> => {
    for (const [by, changes] of [
      [other, {}],
      [app, { redirect_uri: `${app.redirectUri}/` }],
      [app, { code_verifier: 'v'.repeat(43) }],
    ] as const)
      isTokenError(t, await tokenRequest(node, by, { ...form, ...changes }), 400, 'invalid_grant')
  }
  await wrong()
  const tokens = tokensOf(await tokenRequest(node, app, form))
  await wrong()
  t.same(await ended(), before, 'nothing was ended')
  t.equal((await api(node, tokens.accessToken)).status, 200)
  t.equal((await refreshed(node, app, tokens.refreshToken)).status, 200)
})
