/** Scopes from the authorization request to the API (oauth.md 1.1; the numbers are rows of 5). */
import { randomBytes } from 'node:crypto'
import t from 'tap'
import { calendarAddresses } from '../../../../db/oauth/calendar-addresses.js'
import { connect } from '../../../../db/pg/connect.js'
import {
  aMember,
  anApp,
  api,
  authorizePath,
  freshCode,
  memberTokens,
  signedInMember,
  tokenRequest,
  tokensOf,
  appTokenRequest,
  signedInNode,
} from '../../../support/auth/auth-fixtures.js'
import type { TestApp, Tokens } from '../../../support/auth/auth-fixtures.js'
import type { Answer } from '../../../support/https-site.js'
import type { Visitor } from '../../../support/auth/visitor.js'
import { silentLog } from '../../../support/silent-log.js'
import { until } from '../../../support/until.js'

const { node, app, who } = await signedInNode(t)

const refresh = async ({ refreshToken }: Tokens, form: Record<string, string> = {}): Promise<Answer> =>
  await tokenRequest(node, app, { grant_type: 'refresh_token', refresh_token: refreshToken, ...form })
const exchange = async (scope: string, by: TestApp = app, visitor: Visitor = who): Promise<Answer> =>
  await tokenRequest(node, by, {
    grant_type: 'authorization_code',
    redirect_uri: by.redirectUri,
    code: await freshCode(visitor, by, { scope }),
  })
const texts = (page: Answer): string[] =>
  [...page.text.matchAll(/<li>([^<]*)<\/li>/g)].map(([, sentence]) => sentence!.trim())
const claims = (token: string): Record<string, unknown> =>
  JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString()) as Record<string, unknown>

t.test('140 the consent page says exactly what is given', async (t) => {
  const all = texts(await who.get(authorizePath(app)))
  t.same(
    all.filter((sentence) => /change your profile|delete your trips|remove them|addresses/.test(sentence)),
    [
      'delete your trips',
      'change your profile: name, home and time zone',
      'register loyalty accounts for you, and remove them',
      'create and delete calendar addresses, which show your itinerary to anyone who has one',
    ],
    'everything includes what a member may not expect',
  )
  t.same(texts(await who.get(authorizePath(app, { scope: '' }))), all, 'an empty scope is an absent one')
  const some = texts(await who.get(authorizePath(app, { scope: 'profile:write trips:read' })))
  t.same(some, [
    'see your trips and everything on them, past and future, from every source, and be notified of changes',
    'change your profile: name, home and time zone',
    'see or change your password',
    'sign in as you, or close your account',
    'see or change anything that is not listed above',
  ])
  await freshCode(who, app)
  const again = await who.get(authorizePath(app, { scope: 'trips:read' }))
  t.equal(again.status, 200, 'an earlier consent to everything does not replace this one')
})

t.test('25 and 141 the scope is answered, signed, and kept', async (t) => {
  const everything = await exchange('')
  t.equal(everything.json()['scope'], '')
  t.notOk('scope' in claims(tokensOf(everything).accessToken), 'no claim')
  const some = await exchange('accounts trips:read accounts')
  t.equal(some.json()['scope'], 'trips:read accounts', 'in a fixed order')
  t.equal(claims(tokensOf(some).accessToken)['scope'], 'trips:read accounts')
  const next = await refresh(tokensOf(some))
  t.equal(next.json()['scope'], 'trips:read accounts')
  t.equal(
    (await api(node, tokensOf(await exchange('profile:read')).accessToken)).status,
    200,
    'a later grant has its own',
  )
  t.equal(
    (await api(node, tokensOf(await refresh(tokensOf(next))).accessToken)).status,
    403,
    'and the earlier one keeps its own',
  )
})

t.test('the scope is part of what the form confirms', async (t) => {
  const narrow = await who.get(authorizePath(app, { scope: 'trips:read' }))
  const wide = authorizePath(app).split('?')[1]!
  const answer = await who.submit(narrow, '/oauth/authenticate', { decision: 'allow', query: wide })
  t.equal(answer.status, 403)
})

t.test('68 and 142 a missing scope is named', async (t) => {
  const { accessToken } = tokensOf(await exchange('trips:read'))
  const answer = await api(node, accessToken)
  t.equal(answer.status, 403)
  const metadata = `resource_metadata="${node.url}/.well-known/oauth-protected-resource"`
  t.equal(
    answer.headers['www-authenticate'],
    `Bearer error="insufficient_scope", scope="profile:read", ${metadata}`,
  )
  t.match(answer.json(), { error: 'insufficient_scope', error_description: /profile:read/ })
  t.equal((await api(node, accessToken, '/v2/trips')).status, 200)
  t.equal((await api(node, accessToken, '/v2/sources')).status, 200, 'reference data needs none')
  const bought = tokensOf(await appTokenRequest(node, app))
  t.equal(
    (await api(node, bought.accessToken)).headers['www-authenticate'],
    `Bearer error="insufficient_scope", ${metadata}`,
    'no scope helps a token of the application itself',
  )
})

t.test('143 a refresh may narrow the access token, never widen it', async (t) => {
  const first = tokensOf(await exchange('trips:read profile:read'))
  const narrow = await refresh(first, { scope: 'trips:read' })
  t.equal(narrow.json()['scope'], 'trips:read')
  t.equal((await api(node, tokensOf(narrow).accessToken)).status, 403)
  for (const scope of ['trips:read accounts', 'openid', ' ']) {
    const wide = await refresh(tokensOf(narrow), { scope })
    t.equal(wide.status, 400, scope)
    t.equal(wide.json()['error'], 'invalid_scope')
  }
  const back = await refresh(tokensOf(narrow))
  t.equal(back.status, 200, 'a refused refresh spends nothing')
  t.equal(back.json()['scope'], 'trips:read profile:read', 'the refresh token kept all of it')
  t.equal((await api(node, tokensOf(back).accessToken)).status, 200)

  const everything = await memberTokens(node, app, who)
  t.equal((await refresh(everything, { scope: 'calendar' })).json()['scope'], 'calendar')
})

t.test('143 a retry may ask for another scope; a replay is still a replay', async (t) => {
  const first = tokensOf(await exchange('trips:read profile:read'))
  const [one, two] = [await refresh(first, { scope: 'trips:read' }), await refresh(first)]
  t.equal(tokensOf(one).refreshToken, tokensOf(two).refreshToken, 'one successor')
  t.same([one.json()['scope'], two.json()['scope']], ['trips:read', 'trips:read profile:read'])
  await refresh(tokensOf(two))
  t.equal((await refresh(first, { scope: 'accounts' })).json()['error'], 'invalid_grant')
  await until(
    'the grant is revoked',
    async () => (await api(node, tokensOf(two).accessToken)).status === 401,
    1_000,
  )
})

t.test('52 the scope of other token requests is ignored', async (t) => {
  const own = await tokenRequest(node, app, { grant_type: 'client_credentials', scope: 'trips:read' })
  t.equal(own.json()['scope'], '')
  t.equal((await api(node, tokensOf(own).accessToken, '/v2/sources')).status, 200)
  const code = await freshCode(who, app, { scope: 'trips:read' })
  const answer = await tokenRequest(node, app, {
    grant_type: 'authorization_code',
    redirect_uri: app.redirectUri,
    code,
    scope: 'profile:read',
  })
  t.equal(answer.json()['scope'], 'trips:read')
})

t.test('144 members see what each application may do: all its authorizations together', async (t) => {
  const other = await aMember(node)
  const visitor = await signedInMember(node, other)
  const reader = await anApp(node, { name: 'Reader' })
  await exchange('trips:read', reader, visitor)
  const shown = async (): Promise<string[]> => texts(await visitor.get('/account/apps'))
  t.same(await shown(), [
    'see your trips and everything on them, past and future, from every source, and be notified of changes',
  ])
  await exchange('profile:write', reader, visitor)
  t.equal((await shown()).length, 2)
  await exchange('', reader, visitor)
  t.ok((await shown()).includes('delete your trips'), 'everything')
  const { rows } = (await node.knex.raw(
    "select detail from audit where event = 'consent_given' and member_id = ? order by id",
    [other.id],
  )) as { rows: unknown[] }
  t.same(
    rows,
    ['trips:read', 'profile:write', ''].map((scope) => ({ detail: { scope } })),
    'the audit log says what was given',
  )
})

t.test('145 calendar addresses end with the last authorization that includes them', async (t) => {
  const database = connect({ url: node.databaseUrl, name: 'test', log: silentLog() })
  t.teardown(database.close)
  const feeds = calendarAddresses(database.pool)
  const other = await aMember(node)
  const visitor = await signedInMember(node, other)
  const { refreshToken } = tokensOf(await exchange('calendar', app, visitor))
  const secret = `cal_${randomBytes(32).toString('base64url')}`
  await feeds.create({ id: '4711', member: other.id, client: app.clientId, name: null, secret }, 20)
  await exchange('trips:read', app, visitor)
  t.equal((await feeds.find(secret))?.member, other.id)
  await node.post('/oauth/revoke', {
    client_id: app.clientId,
    client_secret: app.clientSecret,
    token: refreshToken,
  })
  t.equal(await feeds.find(secret), null, 'an authorization to read trips does not keep it open')
  t.same(await feeds.list(other.id), [])
  await feeds.create({ id: '4712', member: other.id, client: app.clientId, name: null, secret }, 20)
  t.equal(await feeds.find(secret), null, 'nor one that was created at that moment')
})
