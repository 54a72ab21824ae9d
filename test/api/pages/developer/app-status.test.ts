/** Disabling, deleting and verifying applications (oauth.md 5.9, 133). */
import t from 'tap'
import { switchApp } from '../../../../db/oauth/app-lifecycle.js'
import { changeApp } from '../../../../db/oauth/apps.js'
import {
  aMember,
  anApp,
  api,
  authorizePath,
  memberTokens,
  PASSWORD,
  signedInMember,
  refreshed,
  appTokenRequest,
} from '../../../support/auth/auth-fixtures.js'
import type { TestApp } from '../../../support/auth/auth-fixtures.js'
import { authNode } from '../../../support/auth/auth-node.js'
import type { Answer } from '../../../support/auth/auth-node.js'
import { aDeveloper, signedInDeveloper } from '../../../support/auth/developer-fixtures.js'
import { until } from '../../../support/until.js'
import { formTo, unescaped } from '../../../support/auth/visitor.js'
import type { Visitor } from '../../../support/auth/visitor.js'

const node = await authNode(t)
const far = await authNode(t, { joins: node })
const developer = await aDeveloper(node)
const who = await signedInDeveloper(node, developer)

/** Creates an application through the pages; returns its credentials as shown. */
const make = async (
  by: Visitor,
  name = 'Trip Planner',
  redirectUri = 'https://partner.example/callback',
): Promise<{ clientId: string; clientSecret: string; redirectUri: string }> => {
  const answer = await by.fill('/console/apps/new', {
    name,
    environment: 'production',
    redirect_uri: redirectUri,
  })
  const shown = [...answer.text.matchAll(/<span class="secret"[^>]*>([^<]*)<\/span>/g)].map((match) =>
    unescaped(match[1]!),
  )
  return { clientId: shown[0]!, clientSecret: shown[1]!, redirectUri }
}

const signedInConsent = async (app: TestApp): Promise<Answer> =>
  await (await signedInMember(node, await aMember(node))).get(authorizePath(app))

t.test(
  '133 deleting or disabling needs the typed name and ends the tokens everywhere within a second',
  async (t) => {
    const member = await signedInMember(node, await aMember(node))
    for (const what of ['disable', 'delete'] as const) {
      const mine = await make(who, `To ${what}`)
      const tokens = await memberTokens(node, mine, member)
      const at = `/console/apps/${mine.clientId}`
      for (const one of [node, far]) t.equal((await api(one, tokens.accessToken)).status, 200)
      t.equal(
        (await who.fillAt(`${at}/danger`, `${at}/${what}`, { [`${what}_name`]: 'another' })).status,
        422,
      )
      t.equal(
        (await who.fillAt(`${at}/danger`, `${at}/${what}`, { [`${what}_name`]: `To ${what}` })).status,
        303,
      )
      for (const one of [node, far])
        await until(
          'the token is refused',
          async () => (await api(one, tokens.accessToken)).status === 401,
          1_000,
        )
      t.equal((await appTokenRequest(far, mine)).status, 401)
      t.equal((await refreshed(far, mine, tokens.refreshToken)).status, 401)
      for (const one of [node, far])
        t.equal(
          (
            await one.call('/v2/sources', {
              headers: { client_id: mine.clientId, client_secret: mine.clientSecret },
            })
          ).status,
          401,
          'nor in headers',
        )
    }
  },
)

t.test('an account being closed gets no application, and one that just got one is not closed', async (t) => {
  const leaver = await aDeveloper(node)
  const by = await signedInDeveloper(node, leaver)
  const [newApp, security] = [await by.get('/console/apps/new'), await by.get('/console/security')]
  const waiting = async (): Promise<number> => {
    const { rows } = (await node.knex.raw(
      "select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
    )) as { rows: [{ n: number }] }
    return rows[0].n
  }
  // The new application is held up half-way while the account is being closed.
  const gate = await node.knex.transaction()
  await gate.raw('lock table app in share row exclusive mode')
  const making = by.submit(newApp, '/console/apps/new', {
    name: 'Orphan',
    environment: 'production',
    redirect_uri: 'https://partner.example/cb',
  })
  await until('the application waits', async () => (await waiting()) >= 1, 1_000)
  let closed = false
  const closing = by.submit(security, '/console/close', { close_password: PASSWORD }).finally(() => {
    closed = true
  })
  await until('closing waits or is done', async () => closed || (await waiting()) >= 2, 1_500)
  await gate.commit()
  t.equal((await making).status, 200)
  t.equal((await closing).status, 422, 'delete or hand over first')
  const { client_id: clientId } = (await node
    .knex('app')
    .where({ developer_id: leaver.id })
    .first('client_id')) as { client_id: string }
  await by.fillAt(`/console/apps/${clientId}/danger`, `/console/apps/${clientId}/delete`, {
    delete_name: 'Orphan',
  })

  // The other way round: the account is closed before the application is created.
  const [late, end] = [await by.get('/console/apps/new'), await by.get('/console/security')]
  t.equal((await by.submit(end, '/console/close', { close_password: PASSWORD })).status, 303)
  t.match(
    (
      await by.submit(late, '/console/apps/new', {
        name: 'Orphan',
        environment: 'production',
        redirect_uri: 'https://partner.example/cb',
      })
    ).headers['location'],
    /^\/console\/login/,
  )
  t.equal(
    await node.auth.deps.developerApps.create({
      clientId: 'tf_late',
      developerId: leaver.id,
      name: 'Orphan',
      environment: 'production',
      redirectUri: null,
      secret: { hash: Buffer.alloc(32), last4: 'none' },
    }),
    false,
  )
  t.equal((await node.knex('app').where({ developer_id: leaver.id }).whereNull('deleted_at')).length, 0)
})

t.test("an application whose developer is missing is disabled, not the service's own", async (t) => {
  const lost = await aDeveloper(node)
  const app = await anApp(node, { developerId: lost.id })
  const member = await signedInMember(node, await aMember(node))
  await memberTokens(node, app, member)
  await node.knex('developer').where({ id: lost.id }).delete()
  t.equal((await appTokenRequest(node, app)).status, 401)
  t.match((await member.get(authorizePath(app))).text, /We do not know this application/)
  t.notMatch((await member.get('/account/apps')).text, /by Tripfold/)
  t.match(
    (await signedInConsent(await anApp(node))).text,
    /by <strong>Tripfold<\/strong>/,
    'which is for applications without a developer',
  )
})

t.test('a changed application is no longer verified', async (t) => {
  const changes: Array<Record<string, string>> = [
    { name: 'Trip Painter' },
    { redirect_uri: 'https://partner.example/new' },
    { home_url: 'https://partner.example/' },
    { privacy_url: 'https://partner.example/privacy' },
    { support_url: 'https://partner.example/help' },
  ]
  for (const change of changes) {
    const mine = await make(who)
    const at = `/console/apps/${mine.clientId}`
    t.notMatch((await who.get(`${at}/settings`)).text, /We verified this application\. If you change/)
    await changeApp(node.knex, mine.clientId, { verified: true })
    t.equal((await who.fill(`${at}/settings`, { description: 'A note' })).status, 303)
    const page = await who.get(`${at}/settings`)
    t.match(
      page.text,
      /We verified this application\. If you change/,
      'a description changes nothing, and the form says what would',
    )
    t.equal((await who.submit(page, `${at}/settings`, change)).status, 303)
    t.match((await who.get(at)).text, /Not verified</, `with another ${Object.keys(change).join()}`)
  }
  const renamed = await make(who)
  await changeApp(node.knex, renamed.clientId, { verified: true })
  t.match((await signedInConsent(renamed)).text, />Verified</)
  await changeApp(node.knex, renamed.clientId, { name: 'Another Planner' })
  t.match((await signedInConsent(renamed)).text, /Not verified by us/)
})

t.test('a developer cannot enable what an operator disabled', async (t) => {
  const mine = await make(who, 'Held')
  const at = `/console/apps/${mine.clientId}`
  const asks = async (): Promise<number> => (await appTokenRequest(node, mine)).status
  await who.fillAt(`${at}/danger`, `${at}/disable`, { disable_name: 'Held' })
  const stale = await who.get(`${at}/danger`)
  t.equal(
    (await who.submit(stale, `${at}/enable`, {})).headers['location'],
    `${at}/danger?m=enabled`,
    'what the developer disabled it can enable',
  )
  t.equal(await asks(), 200)

  t.equal(await switchApp(node.knex, mine.clientId, false, 'operator'), true)
  const refused = await who.submit(stale, `${at}/enable`, {})
  t.equal(refused.status, 422)
  t.match(refused.text, /We disabled this application\. Write to operator@tripfold\.example/)
  t.equal(await asks(), 401)
  const { form_token: token } = formTo(refused.text, `${at}/end-tokens`).fields
  t.equal((await who.post(`${at}/disable`, { form_token: token!, disable_name: 'Held' })).status, 303)
  t.equal(
    (await who.post(`${at}/enable`, { form_token: token! })).status,
    422,
    'disabling it as well changes nothing',
  )
  t.equal(await asks(), 401)
  const page = await who.get(`${at}/danger`)
  t.match(page.text, /Disabled by us/)
  t.throws(() => formTo(page.text, `${at}/enable`), 'nor is the button shown')
  await switchApp(node.knex, mine.clientId, true, 'operator')
  t.equal(await asks(), 200)
})
