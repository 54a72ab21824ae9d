/** Refresh tokens (oauth.md 5.3). The numbers are its rows. */
import t from 'tap'
import type { Test } from 'tap'
import { tokenHash } from '../../../../api/oauth/random-token.js'
import {
  aMember,
  anApp,
  api,
  memberTokens,
  PASSWORD,
  signedInMember,
  tokensOf,
  refreshed,
  appTokenRequest,
  signedInNode,
} from '../../../support/auth/auth-fixtures.js'
import type { TestApp, Tokens } from '../../../support/auth/auth-fixtures.js'
import type { Answer } from '../../../support/https-site.js'
import { until } from '../../../support/until.js'

const { node, app, member, who } = await signedInNode(t)
const refresh = async (token: string, by: TestApp = app): Promise<Answer> => await refreshed(node, by, token)
const age = async (token: string, column: string, interval: string): Promise<void> => {
  await node.knex.raw(
    `update oauth_refresh set ${column} = ${column} - interval '${interval}' where hash = ?`,
    [tokenHash(token)],
  )
}
const isInvalid = (t: Test, answer: Answer): void => {
  t.equal(answer.status, 400, answer.text)
  t.equal(answer.json()['error'], 'invalid_grant')
}
/** Within a second of now. */
const ends = async (t: Test, tokens: Tokens): Promise<void> => {
  await until(
    'the access token is refused',
    async () => (await api(node, tokens.accessToken)).status === 401,
    1_000,
  )
  t.pass('401 within a second')
}

t.test('53 and 61 a new refresh token and a new access token each time', async (t) => {
  const first = await memberTokens(node, app, who)
  const second = tokensOf(await refresh(first.refreshToken))
  t.not(second.refreshToken, first.refreshToken)
  t.not(second.accessToken, first.accessToken)
  const own = tokensOf(await appTokenRequest(node, app))
  for (const token of [first.refreshToken, second.refreshToken, own.refreshToken])
    t.match(token, /^rt_[\w-]{43}$/)
  t.notMatch(first.refreshToken, /\./, 'no JWT')
  t.equal((await api(node, second.accessToken)).status, 200)
})

t.test('54 the refresh token of an application gives a token of the application', async (t) => {
  const first = tokensOf(await appTokenRequest(node, app))
  const second = tokensOf(await refresh(first.refreshToken))
  t.equal((await api(node, second.accessToken)).status, 403)
  t.equal((await api(node, second.accessToken, '/v2/sources')).status, 200)
})

t.test('55 bound to the client', async (t) => {
  const tokens = await memberTokens(node, app, who)
  isInvalid(t, await refresh(tokens.refreshToken, await anApp(node)))
  t.equal((await refresh(tokens.refreshToken)).status, 200, 'and it was not used up')
})

t.test('56 a retry within 30 seconds gets the same successor', async (t) => {
  const { refreshToken } = await memberTokens(node, app, who)
  const once = tokensOf(await refresh(refreshToken))
  const again = tokensOf(await refresh(refreshToken))
  t.equal(again.refreshToken, once.refreshToken)
  t.not(again.accessToken, once.accessToken)
})

t.test('57 no fork under concurrency', async (t) => {
  const { refreshToken } = await memberTokens(node, app, who)
  const answers = await Promise.all(Array.from({ length: 20 }, async () => await refresh(refreshToken)))
  t.same(
    answers.map((answer) => answer.status),
    Array.from({ length: 20 }, () => 200),
  )
  t.equal(new Set(answers.map((answer) => tokensOf(answer).refreshToken)).size, 1)
})

t.test('58 reuse after the window ends the family', async (t) => {
  const first = await memberTokens(node, app, who)
  const second = tokensOf(await refresh(first.refreshToken))
  await age(first.refreshToken, 'rotated_at', '31 seconds')
  isInvalid(t, await refresh(first.refreshToken))
  await ends(t, second)
  isInvalid(t, await refresh(second.refreshToken))
})

t.test(
  '59 a parent used again after its child was used ends the family, even within the window',
  async (t) => {
    const first = await memberTokens(node, app, who)
    const second = tokensOf(await refresh(first.refreshToken))
    const third = tokensOf(await refresh(second.refreshToken))
    isInvalid(t, await refresh(first.refreshToken))
    await ends(t, third)
    isInvalid(t, await refresh(third.refreshToken))
  },
)

t.test('60 a refresh token lives for a year from its own issue', async (t) => {
  const tokens = await memberTokens(node, app, who)
  const next = tokensOf(await refresh(tokens.refreshToken))
  const { rows } = (await node.knex.raw(
    "select expires_at = issued_at + interval '1 year' as year from oauth_refresh where hash = ?",
    [tokenHash(next.refreshToken)],
  )) as { rows: Array<{ year: boolean }> }
  t.same(rows, [{ year: true }], 'a year from its own issue, not from the first one')
  await age(next.refreshToken, 'expires_at', '1 year')
  await node.knex.raw(
    "update oauth_refresh set expires_at = expires_at + interval '1 minute' where hash = ?",
    [tokenHash(next.refreshToken)],
  )
  const last = tokensOf(await refresh(next.refreshToken))
  t.ok(last.refreshToken, 'a year less a minute: accepted')
  await age(last.refreshToken, 'expires_at', '1 year 1 second')
  isInvalid(t, await refresh(last.refreshToken))
})

t.test('an application can end its token families after some days', async (t) => {
  const short = await anApp(node)
  await node.auth.deps.developerApps.change(short.clientId, { familyDays: 30 })
  const tokens = await memberTokens(node, short, who)
  const next = tokensOf(await refresh(tokens.refreshToken, short))
  await node.knex.raw(
    "update oauth_grant set created_at = created_at - interval '31 days' where client_id = ?",
    [short.clientId],
  )
  isInvalid(t, await refresh(next.refreshToken, short))
})

/** Makes the grants of an application older. */
const ageGrants = async ({ clientId }: TestApp, interval: string): Promise<void> => {
  await node.knex.raw(
    `update oauth_grant set created_at = created_at - interval '${interval}' where client_id = ?`,
    [clientId],
  )
}

t.test('146 the end of a family ends the whole grant, without another request', async (t) => {
  const [short, other] = [await anApp(node), await anApp(node)]
  await node.auth.deps.developerApps.change(short.clientId, { familyDays: 30 })
  const [tokens, others] = [await memberTokens(node, short, who), await memberTokens(node, other, who)]
  const addressOf = async (of: Tokens): Promise<string> => {
    const made = await node.call('/v2/calendar-feeds', {
      method: 'POST',
      headers: { authorization: `Bearer ${of.accessToken}`, 'content-type': 'application/json' },
      body: '{}',
    })
    return String(made.json()['url'])
  }
  const [address, otherAddress] = [await addressOf(tokens), await addressOf(others)]
  await ageGrants(short, '29 days')
  for (const url of [address, otherAddress]) t.equal((await node.call(url)).status, 200)
  t.equal((await api(node, tokens.accessToken)).status, 200)
  await ageGrants(short, '1 day')
  await ageGrants(other, '1000 days')
  t.equal((await node.call(address)).status, 404, 'the calendar address ends at once')
  await until(
    'the access token is refused',
    async () => (await api(node, tokens.accessToken)).status === 401,
    10_000,
  )
  t.notMatch((await who.get('/account/apps')).text, short.clientId, 'it is not connected any more')
  t.same(
    await node.knex('event').where({ client_id: short.clientId }).pluck('type'),
    ['member.deauthorized'],
    'and learns why',
  )
  t.same(await node.knex('calendar_feed').where({ client_id: short.clientId }), [])
  isInvalid(t, await refresh(tokens.refreshToken, short))
  t.equal((await api(node, others.accessToken)).status, 200, 'another application has no end')
  t.equal((await node.call(otherAddress)).status, 200)
})

t.test('146 an access token lives no longer than its grant', async (t) => {
  const short = await anApp(node)
  await node.auth.deps.developerApps.change(short.clientId, { familyDays: 1 })
  const tokens = await memberTokens(node, short, who)
  await ageGrants(short, '23 hours 59 minutes')
  const body = (await refresh(tokens.refreshToken, short)).json()
  const { iat, exp } = JSON.parse(
    Buffer.from(String(body['access_token']).split('.')[1]!, 'base64url').toString(),
  ) as { iat: number; exp: number }
  t.equal(body['expires_in'], exp - iat)
  t.ok(exp - iat > 0 && exp - iat <= 60, `${exp - iat} s`)
})

t.test("family ends apply to grants of members, not to the application's own grant", async (t) => {
  const short = await anApp(node)
  await node.auth.deps.developerApps.change(short.clientId, { familyDays: 1 })
  const own = async (): Promise<Tokens> => tokensOf(await appTokenRequest(node, short))
  await own()
  await node.knex.raw(
    "update oauth_grant set created_at = created_at - interval '25 hours' where client_id = ?",
    [short.clientId],
  )
  const next = tokensOf(await refresh((await own()).refreshToken, short))
  t.equal((await refresh(next.refreshToken, short)).status, 200)
})

t.test('62 a disabled application, a password reset and a closed account end refresh tokens', async (t) => {
  const off = await anApp(node)
  const ofOff = await memberTokens(node, off, who)
  t.equal((await api(node, ofOff.accessToken)).status, 200)
  await node.auth.deps.developerApps.setEnabled(off.clientId, false)
  await ends(t, ofOff)
  t.equal((await refresh(ofOff.refreshToken, off)).status, 401, 'a disabled application is no client')
  await node.auth.deps.developerApps.setEnabled(off.clientId, true)
  isInvalid(t, await refresh(ofOff.refreshToken, off))

  const ofReset = await memberTokens(node, app, who)
  t.equal((await api(node, ofReset.accessToken)).status, 200)
  await node.auth.deps.members.revokeGrants(member.id, 'password reset')
  await ends(t, ofReset)
  isInvalid(t, await refresh(ofReset.refreshToken))

  const leaving = await aMember(node)
  const leaver = await signedInMember(node, leaving)
  const ofLeaving = await memberTokens(node, app, leaver)
  t.equal((await api(node, ofLeaving.accessToken)).status, 200)
  t.equal(
    (
      await leaver.fillAt('/account/security', '/account/close', {
        close_password: 'wrong',
      })
    ).status,
    422,
    'the password is needed',
  )
  t.equal(
    (
      await leaver.fillAt('/account/security', '/account/close', {
        close_password: PASSWORD,
      })
    ).headers['location'],
    '/oauth/login?m=closed',
  )
  await ends(t, ofLeaving)
  isInvalid(t, await refresh(ofLeaving.refreshToken))
  t.match((await leaver.get('/account/trips')).headers['location'], /^\/oauth\/login/, 'and the session')
})
