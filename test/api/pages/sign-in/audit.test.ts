/** Security events are recorded (oauth.md 5.7, 115). */
import t from 'tap'
import {
  aMember,
  anApp,
  authorizePath,
  decide,
  memberTokens,
  PASSWORD,
  appTokenRequest,
} from '../../../support/auth/auth-fixtures.js'
import { authNode } from '../../../support/auth/auth-node.js'
import { aDeveloper, signedInDeveloper } from '../../../support/auth/developer-fixtures.js'
import { signIn } from '../../../support/auth/sign-in-forms.js'
import { visitor } from '../../../support/auth/visitor.js'

const node = await authNode(t)

t.test('115 events of a member are recorded', async (t) => {
  const logged = await aMember(node)
  const app = await anApp(node)
  const who = visitor(node)
  await signIn(who, logged.email, 'wrong one')
  await signIn(who, logged.email, PASSWORD)
  await decide(who, authorizePath(app), 'cancel')
  const { accessToken } = await memberTokens(node, app, who)
  await node.post('/oauth/revoke', {
    client_id: app.clientId,
    client_secret: app.clientSecret,
    token: accessToken,
  })
  await who.fillAt(`/account/apps/disconnect?app=${app.clientId}`, '/account/apps/disconnect', {})
  const rows = await node
    .knex('audit')
    .where('actor_id', logged.id)
    .orWhere({ client_id: app.clientId })
    .orderBy('id')
    .select<
      Array<{
        event: string
        address: string
        at: Date
        client_id: string | null
        actor_kind: string
        actor_id: string | null
        member_id: number | null
      }>
    >('event', 'address', 'at', 'client_id', 'actor_kind', 'actor_id', 'member_id')
  t.same(
    rows.map((row) => row.event),
    [
      'sign_in_failed',
      'signed_in',
      'consent_refused',
      'consent_given',
      'token_granted',
      'token_revoked',
      'app_disconnected',
    ],
  )
  for (const row of rows) {
    t.equal(row.address, '127.0.0.1', `${row.event}: from where`)
    t.ok(Math.abs(Date.now() - row.at.getTime()) < 60_000, `${row.event}: when`)
    const byApp = ['token_granted', 'token_revoked'].includes(row.event)
    t.equal(
      `${row.actor_kind} ${row.actor_id!}`,
      byApp ? `app ${app.clientId}` : `member ${logged.id}`,
      `${row.event}: who`,
    )
    t.equal(
      row.client_id,
      row.event.startsWith('sign') ? null : app.clientId,
      `${row.event}: which application`,
    )
  }
  const granted = rows.find((row) => row.event === 'token_granted')!
  t.equal(String(granted.member_id), logged.id, 'for whom')
})

t.test('115 events of a developer and an application are recorded', async (t) => {
  const developer = await aDeveloper(node)
  const dev = await signedInDeveloper(node, developer)
  const owned = await anApp(node, { developerId: developer.id })
  const home = `/console/apps/${owned.clientId}`
  t.equal((await dev.fillAt(`${home}/credentials`, `${home}/rotate`, { overlap: '0' })).status, 200)
  const strict = await authNode(t, { joins: node, settings: { clientFailures: 2 } })
  for (let i = 0; i < 3; i++) await appTokenRequest(strict, { ...owned, clientSecret: 'x' })
  const more = await node
    .knex('audit')
    .where({ client_id: owned.clientId })
    .orWhere({ actor_kind: 'app', actor_id: owned.clientId })
    .orderBy('id')
    .select('event', 'actor_kind', 'actor_id', 'address', 'count')
  t.same(more, [
    {
      event: 'secret_rotated',
      actor_kind: 'developer',
      actor_id: developer.id,
      address: '127.0.0.1',
      count: 1,
    },
    { event: 'token_refused', actor_kind: 'nobody', actor_id: null, address: '127.0.0.1', count: 2 },
    { event: 'throttled', actor_kind: 'app', actor_id: owned.clientId, address: '127.0.0.1', count: 1 },
  ])
})
