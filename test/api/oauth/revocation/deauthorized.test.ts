/**
 * What ends with a member's last grant to an application, and the event the application receives
 * (webhooks.md 1).
 */
import t from 'tap'
import type { Test } from 'tap'
import { cleanUpOauth } from '../../../../db/oauth/cleanup.js'
import { disconnect } from '../../../../db/oauth/connected-apps.js'
import { revokeAllTokens, switchApp } from '../../../../db/oauth/app-lifecycle.js'
import { revokeGrant, revokeGrants } from '../../../../db/oauth/grants.js'
import {
  aMember,
  anApp,
  authorizePath,
  decide,
  freshCode,
  memberTokens,
  signedInMember,
  tokenRequest,
  tokensOf,
  refreshed,
} from '../../../support/auth/auth-fixtures.js'
import type { TestApp, TestMember, Tokens } from '../../../support/auth/auth-fixtures.js'
import { authNode } from '../../../support/auth/auth-node.js'
import type { AuthNode } from '../../../support/auth/auth-node.js'
import { until } from '../../../support/until.js'
import type { Visitor } from '../../../support/auth/visitor.js'

interface Joined {
  node: AuthNode
  app: TestApp
  member: TestMember
  who: Visitor
  tokens: Tokens
}

const node = await authNode(t)

async function joined(app?: TestApp): Promise<Joined> {
  const own = app ?? (await anApp(node))
  const member = await aMember(node)
  const who = await signedInMember(node, member)
  return { node, app: own, member, who, tokens: await memberTokens(node, own, who) }
}

async function eventsOf(
  member: TestMember,
): Promise<Array<{ client: string; body: Record<string, unknown> }>> {
  const { rows } = (await node.knex.raw(
    "select client_id, body from event where type = 'member.deauthorized' and member_id = ? order by client_id",
    [member.id],
  )) as {
    rows: Array<{ client_id: string; body: string }>
  }
  return rows.map((row) => ({ client: row.client_id, body: JSON.parse(row.body) as Record<string, unknown> }))
}

const WAYS: Array<[name: string, end: (of: Joined) => Promise<unknown>]> = [
  [
    'the member disconnects it',
    async ({ who }) => {
      const page = await who.get('/account/apps/disconnect')
      await who.submit(page, '/account/apps/disconnect', {})
    },
  ],
  [
    'the member closes the account',
    async ({ node, member }) => {
      await node.auth.deps.members.close(member.id)
    },
  ],
  [
    'the password is reset',
    async ({ node, member }) => {
      await node.auth.deps.members.revokeGrants(member.id, 'password reset')
    },
  ],
  [
    'a code is replayed',
    async ({ node, app, who }) => {
      await disconnectQuietly(node)
      const code = await freshCode(who, app)
      for (let i = 0; i < 2; i++)
        await tokenRequest(node, app, {
          grant_type: 'authorization_code',
          redirect_uri: app.redirectUri,
          code,
        })
    },
  ],
  [
    'a refresh token is reused',
    async ({ node, app, tokens }) => {
      const again = async (token: string) => await refreshed(node, app, token)
      await again(tokensOf(await again(tokens.refreshToken)).refreshToken)
      await again(tokens.refreshToken)
    },
  ],
  [
    'the application revokes its token',
    async ({ node, app, tokens }) => {
      await node.post('/oauth/revoke', {
        client_id: app.clientId,
        client_secret: app.clientSecret,
        token: tokens.refreshToken,
      })
    },
  ],
  [
    'its developer ends all tokens',
    async ({ node, app }) => {
      await node.knex.transaction(async (trx) => {
        await revokeAllTokens(trx, app.clientId, 'test')
      })
    },
  ],
  [
    'an operator disables it',
    async ({ node, app }) => {
      await switchApp(node.knex, app.clientId, false, 'operator')
    },
  ],
  [
    'the code was never exchanged',
    async ({ node, app, who }) => {
      await disconnectQuietly(node)
      await decide(who, authorizePath(app), 'allow')
      await node.knex.raw("update oauth_code set expires_at = expires_at - interval '2 hours'")
      await node.knex.raw(
        "update oauth_grant set created_at = created_at - interval '2 hours' where revoked_at is null",
      )
      await cleanUpOauth(node.knex)
      await cleanUpOauth(node.knex)
    },
  ],
]

/** Removes all grants without a trace, so that the next one is the only one. */
async function disconnectQuietly(of: AuthNode): Promise<void> {
  await of.knex.raw(
    'update oauth_grant set revoked_at = now() where revoked_at is null and member_id is not null',
  )
}

for (const [name, end] of WAYS) {
  t.test(`sent once when ${name}`, async (t) => {
    const of = await joined()
    await end(of)
    const events = await eventsOf(of.member)
    t.match(events, [
      {
        client: of.app.clientId,
        body: {
          type: 'member.deauthorized',
          member_id: of.member.id,
          resource_id: of.member.id,
          sequence: null,
        },
      },
    ])
    t.equal(events.length, 1)
    t.same(
      events[0]?.body['data'],
      {
        object: { id: of.member.id },
        previous_attributes: null,
        changed_fields: [],
        material: null,
        moved: [],
      },
      'no more than the id',
    )
  })
}

t.test('closing the account notifies every application, but not one with another live grant', async (t) => {
  const one = await joined()
  const two = await anApp(node)
  await memberTokens(node, two, one.who)
  await memberTokens(node, two, one.who)
  const [, later] = await grants(two, one.member)
  await revokeGrant(node.knex, later!, 'test')
  t.same(await eventsOf(one.member), [], 'another grant is live')
  await node.auth.deps.members.close(one.member.id)
  t.same(
    (await eventsOf(one.member)).map((event) => event.client),
    [one.app.clientId, two.clientId].sort(),
  )
})

t.test('the last two grants end at the same time: sent once', async (t) => {
  const { app, member, who } = await joined()
  await memberTokens(node, app, who)
  const [first, second] = await grants(app, member)
  const trx = await node.knex.transaction()
  await revokeGrants(trx, 'id = ?', [first!], 'test')
  let over = false
  const other = revokeGrant(node.knex, second!, 'test').then(() => {
    over = true
  })
  const waits = async (): Promise<boolean> =>
    (
      (await node.knex.raw(
        "select from pg_locks where locktype = 'advisory' and not granted and database = (select oid from pg_database where datname = current_database())",
      )) as { rows: unknown[] }
    ).rows.length > 0
  await until('the other one to get as far', async () => over || (await waits()))
  await trx.commit()
  await other
  t.equal((await eventsOf(member)).length, 1)
})

async function grants(app: TestApp, member: TestMember): Promise<string[]> {
  const rows = await node
    .knex('oauth_grant')
    .where({ client_id: app.clientId, member_id: member.id })
    .whereNull('revoked_at')
    .orderBy('id')
    .select<Array<{ id: number }>>('id')
  return rows.map((row) => String(row.id))
}

t.test('calendar addresses end with the application that made them', async (t) => {
  const { app, member, who, tokens } = await joined()
  const other = await anApp(node)
  const address = async (of: Tokens): Promise<string> => {
    const made = await node.call('/v2/calendar-feeds', {
      method: 'POST',
      headers: { authorization: `Bearer ${of.accessToken}`, 'content-type': 'application/json' },
      body: '{}',
    })
    return String(made.json()['url'])
  }
  const mine = await address(tokens)
  const theirs = await address(await memberTokens(node, other, who))
  const again = await memberTokens(node, app, who)
  const statuses = async (): Promise<number[]> =>
    await Promise.all([mine, theirs].map(async (url) => (await node.call(url)).status))
  await node.post('/oauth/revoke', {
    client_id: app.clientId,
    client_secret: app.clientSecret,
    token: tokens.refreshToken,
  })
  t.same(await statuses(), [200, 200], 'another grant of the application is live')
  await node.post('/oauth/revoke', {
    client_id: app.clientId,
    client_secret: app.clientSecret,
    token: again.refreshToken,
  })
  t.same(await statuses(), [404, 200])
  await memberTokens(node, app, who)
  t.same(await statuses(), [404, 200], 'a new authorization does not bring it back')
  await switchApp(node.knex, other.clientId, false, 'operator')
  t.same(await statuses(), [404, 404])
  await late(t, app, member, who)
})

/** An address created by a request that was admitted just before the grant ended. */
async function late(t: Test, app: TestApp, member: TestMember, who: Visitor): Promise<void> {
  const secret = `cal_${'x'.repeat(43)}`
  await memberTokens(node, app, who)
  await disconnect(node.knex, member.id, app.clientId)
  await node.apiDeps.calendars.create(
    { id: '4711', member: member.id, client: app.clientId, name: null, secret },
    20,
  )
  t.equal((await node.call(`/v2/trips.ics?feed=${secret}`)).status, 404, 'made too late')
}
