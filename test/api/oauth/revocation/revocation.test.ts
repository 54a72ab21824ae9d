/** Revocation on two nodes (oauth.md 5.5). The numbers are its rows. */
import t from 'tap'
import pg from 'pg'
import {
  anApp,
  api,
  authorizePath,
  decide,
  memberTokens,
  tokenRequest,
  tokensOf,
  refreshed,
  appTokenRequest,
  signedInNode,
} from '../../../support/auth/auth-fixtures.js'
import type { TestApp } from '../../../support/auth/auth-fixtures.js'
import { authNode } from '../../../support/auth/auth-node.js'
import type { AuthNode } from '../../../support/auth/auth-node.js'
import { tokenOn } from '../../../support/auth/token-on.js'
import { until } from '../../../support/until.js'
import { newClientSecret } from '../../../../api/oauth/clients/new-credentials.js'

const { node, app, who } = await signedInNode(t)
const far = await authNode(t, { joins: node })
const both = [node, far]
const { warm, refusedBy } = tokenOn(both)

const headers = async (one: AuthNode, of: TestApp): Promise<number> =>
  (await one.call('/v2/sources', { headers: { client_id: of.clientId, client_secret: of.clientSecret } }))
    .status

t.test('81 and 84 revoking a refresh token ends its access token on every node and returns {}', async (t) => {
  const tokens = await memberTokens(node, app, who)
  await warm(tokens.accessToken)
  const answer = await node.post('/oauth/revoke', {
    client_id: app.clientId,
    client_secret: app.clientSecret,
    token: tokens.refreshToken,
  })
  t.equal(answer.status, 200)
  t.equal(answer.text, '{}')
  t.match(answer.headers['content-type'], /^application\/json/)
  t.comment(`refused everywhere after ${await refusedBy(tokens.accessToken)} ms`)
  t.equal((await refreshed(node, app, tokens.refreshToken)).status, 400)
})

t.test('82 an unknown token and that of another client: 200, and nothing happens', async (t) => {
  const other = await anApp(node)
  const tokens = await memberTokens(node, app, who)
  const by = { client_id: other.clientId, client_secret: other.clientSecret }
  for (const token of ['abc', tokens.refreshToken, tokens.accessToken])
    t.equal((await node.post('/oauth/revoke', { ...by, token })).status, 200)
  // A later revocation has arrived everywhere, so these would have arrived too.
  const later = await memberTokens(node, other, who)
  await warm(later.accessToken)
  await node.post('/oauth/revoke', { ...by, token: later.refreshToken })
  await refusedBy(later.accessToken)
  for (const one of both) t.equal((await api(one, tokens.accessToken)).status, 200, 'the access token lives')
  t.equal((await refreshed(node, app, tokens.refreshToken)).status, 200, 'and the refresh token too')
})

t.test('one access token alone is ended by RFC 7009', async (t) => {
  const tokens = await memberTokens(node, app, who)
  const next = tokensOf(await refreshed(node, app, tokens.refreshToken))
  await warm(tokens.accessToken)
  await node.post('/oauth/revoke', {
    client_id: app.clientId,
    client_secret: app.clientSecret,
    token: tokens.accessToken,
    token_type_hint: 'access_token',
  })
  await refusedBy(tokens.accessToken)
  t.equal((await api(far, next.accessToken)).status, 200, 'the other access token still works')
})

t.test('85 and 112 a member disconnects an application: both nodes refuse within a second', async (t) => {
  const mine = await anApp(node, { name: 'Second Planner' })
  const tokens = await memberTokens(node, mine, who)
  await warm(tokens.accessToken)
  t.match((await who.get('/account/apps')).text, /Second Planner/)
  const page = await who.get(`/account/apps/disconnect?app=${mine.clientId}`)
  t.equal((await who.submit(page, '/account/apps/disconnect', {})).status, 303)
  t.comment(`refused everywhere after ${await refusedBy(tokens.accessToken)} ms`)
  t.notMatch((await who.get('/account/apps')).text, /Second Planner/)
})

t.test('86 a secret rotated without overlap ends within a second, in the form and in headers', async (t) => {
  const mine = await anApp(node)
  for (const one of both) t.equal(await headers(one, mine), 200)
  const next = newClientSecret()
  await node.auth.deps.developerApps.rotate(mine.clientId, next, { overlapSeconds: 0, endTokens: false })
  const begun = Date.now()
  await Promise.all(
    both.map(async (one) => {
      await until('the old secret is refused', async () => (await headers(one, mine)) === 401, 1_000)
    }),
  )
  t.comment(`refused everywhere after ${Date.now() - begun} ms`)
  t.equal((await appTokenRequest(far, mine)).status, 401)
  t.equal(await headers(far, { ...mine, clientSecret: next.value }), 200)
})

t.test('86 a secret rotated with all its tokens', async (t) => {
  const mine = await anApp(node)
  const tokens = await memberTokens(node, mine, who)
  await warm(tokens.accessToken)
  const next = newClientSecret()
  await node.auth.deps.developerApps.rotate(mine.clientId, next, { overlapSeconds: 3_600, endTokens: true })
  await refusedBy(tokens.accessToken)
  t.equal((await refreshed(node, mine, tokens.refreshToken)).status, 400)
  const again = tokensOf(await appTokenRequest(node, { ...mine, clientSecret: next.value }))
  t.equal((await api(far, again.accessToken, '/v2/sources')).status, 200, 'new ones are good')
})

t.test('87 a secret rotated with overlap: both work, then only the new one', async (t) => {
  const mine = await anApp(node)
  const next = newClientSecret()
  await node.auth.deps.developerApps.rotate(mine.clientId, next, { overlapSeconds: 86_400, endTokens: false })
  const ask = async (clientSecret: string): Promise<number> =>
    (await appTokenRequest(node, { ...mine, clientSecret })).status
  t.equal(await ask(mine.clientSecret), 200)
  t.equal(await ask(next.value), 200)
  for (const clientSecret of [mine.clientSecret, next.value])
    t.equal(await headers(far, { ...mine, clientSecret }), 200, 'in headers too')
  await node.knex.raw(
    "update app_secret set expires = clock_timestamp() - interval '1 second' where client_id = ? and expires is not null",
    [mine.clientId],
  )
  t.equal(await ask(mine.clientSecret), 401)
  t.equal(await ask(next.value), 200)
})

t.test('88 a stale view is not trusted', async (t) => {
  const cut = await authNode(t, { joins: node })
  const tokens = await memberTokens(node, app, who)
  t.equal((await api(cut, tokens.accessToken)).status, 200)
  await cut.database.knex.destroy()
  await until('the view is stale', () => !cut.auth.revocations.isFresh(), 6_000)
  await node.post('/oauth/revoke', {
    client_id: app.clientId,
    client_secret: app.clientSecret,
    token: tokens.refreshToken,
  })
  const answer = await api(cut, tokens.accessToken)
  t.ok(answer.status === 503 || answer.status === 401, `${answer.status}`)
  if (answer.status === 503) t.ok(Number(answer.headers['retry-after']) > 0)
  const good = await memberTokens(node, app, who)
  const unsure = await api(cut, good.accessToken)
  t.equal(unsure.status, 503, 'what cannot be known is refused')
  t.ok(Number(unsure.headers['retry-after']) > 0)
})

t.test('89 with listeners cut again and again, the poll keeps revocation under a second', async (t) => {
  const knife = new pg.Client({ connectionString: node.databaseUrl })
  await knife.connect()
  let cuts = 0
  let cutting = true
  const cutter = (async () => {
    while (cutting) {
      const { rows } = await knife.query(
        "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'tripfold revocations' and datname = current_database()",
      )
      cuts += rows.length
      await new Promise((resolve) => {
        setTimeout(resolve, 100)
      })
    }
  })()
  t.teardown(async () => {
    cutting = false
    await cutter
    await knife.end()
  })
  for (let i = 0; i < 3; i++) {
    const tokens = await memberTokens(node, app, who)
    await warm(tokens.accessToken)
    await node.post('/oauth/revoke', {
      client_id: app.clientId,
      client_secret: app.clientSecret,
      token: tokens.refreshToken,
    })
    t.comment(`refused everywhere after ${await refusedBy(tokens.accessToken)} ms, ${cuts} cuts`)
  }
  cutting = false
  await cutter
  t.ok(cuts > 0)
})

t.test('a revocation survives the end of a node', async (t) => {
  const tokens = await memberTokens(node, app, who)
  await warm(tokens.accessToken)
  await node.post('/oauth/revoke', {
    client_id: app.clientId,
    client_secret: app.clientSecret,
    token: tokens.refreshToken,
  })
  const fresh = await authNode(t, { joins: node })
  t.equal((await api(fresh, tokens.accessToken)).status, 401)
})

t.test('128 a changed redirect URL takes effect at once, and codes for the old one are void', async (t) => {
  const mine = await anApp(node)
  const approved = await decide(who, authorizePath(mine), 'allow')
  const code = new URL(String(approved.headers['location'])).searchParams.get('code')!
  await node.auth.deps.developerApps.change(mine.clientId, { redirectUri: 'https://partner.example/new' })
  t.equal((await who.get(authorizePath(mine))).status, 400)
  const late = await tokenRequest(node, mine, {
    grant_type: 'authorization_code',
    redirect_uri: mine.redirectUri,
    code,
  })
  t.equal(late.json()['error'], 'invalid_grant')
})
