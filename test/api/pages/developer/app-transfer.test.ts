/** Settings of an application, and transferring it to another developer (oauth.md 6.3). */
import t from 'tap'
import { changeApp } from '../../../../db/oauth/apps.js'
import type { CallbackChanged } from '../../../../schemas/webhooks/delivery.js'
import {
  aMember,
  api,
  freshCode,
  memberTokens,
  PASSWORD,
  signedInMember,
  tokenRequest,
  tokensOf,
  appTokenRequest,
} from '../../../support/auth/auth-fixtures.js'
import { authNode } from '../../../support/auth/auth-node.js'
import type { AuthNode } from '../../../support/auth/auth-node.js'
import { aDeveloper, signedInDeveloper } from '../../../support/auth/developer-fixtures.js'
import type { TestDeveloper } from '../../../support/auth/developer-fixtures.js'
import { until } from '../../../support/until.js'
import { formTo, unescaped, visitor } from '../../../support/auth/visitor.js'
import type { Visitor } from '../../../support/auth/visitor.js'

const announced: CallbackChanged[] = []
const node = await authNode(t, {
  onCallbackChanged: (change) => {
    announced.push(change)
  },
})
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

/** Offers an application to another developer; returns the path of the mailed link. */
const offer = async (app: { clientId: string }, to: TestDeveloper): Promise<string> => {
  const at = `/console/apps/${app.clientId}`
  await who.fillAt(`${at}/danger`, `${at}/transfer`, { transfer_email: to.email })
  return /https:\/\/\S+/
    .exec(node.mails.filter((mail) => mail.to === to.email).at(-1)!.text)![0]
    .slice(node.url.length)
}

t.test('settings, transfer, audit log and closing an account', async (t) => {
  const receiver = await aDeveloper(node)
  const mine = await make(who, 'Keepsake')
  const at = `/console/apps/${mine.clientId}`
  const saved = await who.fill(`${at}/settings`, {
    home_url: 'https://partner.example',
    family_days: '90',
    pkce_required: '1',
    redirect_uri: 'https://partner.example/new',
  })
  t.equal(saved.headers['location'], `${at}/settings?m=saved`)
  t.match((await who.get(`${at}/settings`)).text, /value="https:\/\/partner\.example\/new"/)
  const refused = await who.fill(`${at}/settings`, {
    home_url: 'ftp://x',
    family_days: 'ninety',
  })
  t.equal(refused.status, 422)
  for (const typed of ['ftp://x', 'ninety'])
    t.match(refused.text, `value="${typed}"`, 'what was typed is kept')
  t.equal((await who.fillAt(`${at}/credentials`, `${at}/rotate`, { overlap: '0' })).status, 200)
  const asReceiver = await signedInDeveloper(node, receiver)
  t.equal(
    (await asReceiver.fillAt(await offer(mine, receiver), '/console/transfer', {})).headers['location'],
    `${at}?m=received`,
  )
  t.equal((await who.get(at)).status, 404)
  t.equal((await asReceiver.get(at)).status, 200)
  const audit = await who.get('/console/audit')
  for (const what of [
    'Application created',
    'Application changed',
    'Application offered to another developer',
    'Secret rotated',
  ])
    t.match(audit.text, what)
  t.match((await asReceiver.get('/console/audit')).text, 'Application transferred')
  t.equal(
    (
      await asReceiver.fillAt('/console/security', '/console/close', {
        close_password: PASSWORD,
      })
    ).status,
    422,
    'applications first',
  )
  await asReceiver.fillAt(`${at}/danger`, `${at}/delete`, { delete_name: 'Keepsake' })
  t.equal(
    (
      await asReceiver.fillAt('/console/security', '/console/close', {
        close_password: PASSWORD,
      })
    ).status,
    303,
  )
  t.match((await asReceiver.get('/console/apps')).headers['location'], /^\/console\/login/)
  const mail = node.mails.findLast((one) => one.to === receiver.email)
  t.match(
    mail?.text,
    /closed as you asked\. Your sign-in and all sessions have ended\./,
    'applications are not mentioned: there are none left',
  )
})

t.test('an application is offered, and changes hands when the other developer accepts', async (t) => {
  const receiver = await aDeveloper(node)
  const mine = await make(who, 'On offer')
  const at = `/console/apps/${mine.clientId}`
  await changeApp(node.knex, mine.clientId, { verified: true })
  t.equal((await appTokenRequest(far, mine)).status, 200)
  const headers = { client_id: mine.clientId, client_secret: mine.clientSecret }
  for (const one of [node, far]) t.equal((await one.call('/v2/sources', { headers })).status, 200)
  const link = await offer(mine, receiver)
  t.equal((await who.get(at)).status, 200, 'it still belongs to its owner')

  // The link works for the receiver only, signed in.
  t.match(
    (await visitor(node).get(link)).headers['location'],
    /^\/console\/login\?q=%2Fconsole%2Ftransfer%3Ftoken%3D/,
  )
  for (const by of [who, await signedInDeveloper(node, await aDeveloper(node))]) {
    t.match((await by.get(link)).text, /This offer is not open/)
    const { form_token: token } = formTo((await by.get('/console/security')).text, '/console/close').fields
    t.equal(
      (await by.post('/console/transfer', { form_token: token!, token: link.split('=')[1]! })).status,
      400,
    )
  }
  const asReceiver = await signedInDeveloper(node, receiver)
  const page = await asReceiver.get(link)
  t.match(
    page.text,
    /Dev Example<\/strong> \(.*\) offers you the application <strong>On offer<\/strong> of <strong>Example Travel/,
  )
  t.equal((await asReceiver.get(at)).status, 404, 'opening the link accepts nothing')
  t.equal((await asReceiver.submit(page, '/console/transfer', {})).headers['location'], `${at}?m=received`)

  t.equal((await who.get(at)).status, 404)
  const received = await asReceiver.get(`${at}?m=received`)
  t.match(received.text, /Its old secrets, tokens and webhooks have ended: create a new secret\./)
  t.match(received.text, /Not verified</)
  for (const one of [node, far]) {
    t.equal((await appTokenRequest(one, mine)).status, 401, "the old owner's secret has ended")
    await until(
      'in headers too',
      async () => (await one.call('/v2/sources', { headers })).status === 401,
      1_000,
    )
  }
  const clientSecret = /tfs_[\w-]{43}/.exec(
    (await asReceiver.fillAt(`${at}/credentials`, `${at}/rotate`, {})).text,
  )![0]
  t.equal((await appTokenRequest(node, { ...mine, clientSecret })).status, 200)
  t.match(node.mails.at(-1), { to: developer.email, subject: 'Your application was transferred' })
  t.match(node.mails.at(-1)?.text, receiver.email)
  t.equal((await asReceiver.submit(page, '/console/transfer', {})).status, 400, 'an offer is accepted once')
})

t.test(
  "147 accepting an application ends the old owner's tokens, webhooks and addresses at once",
  async (t) => {
    const receiver = await aDeveloper(node)
    const mine = await make(who, 'Handed over')
    const at = `/console/apps/${mine.clientId}`
    const traveller = await signedInMember(node, await aMember(node))
    const tokens = await memberTokens(node, mine, traveller)
    const own = tokensOf(await appTokenRequest(node, mine))
    const made = await node.call('/v2/calendar-feeds', {
      method: 'POST',
      headers: { authorization: `Bearer ${tokens.accessToken}`, 'content-type': 'application/json' },
      body: '{}',
    })
    const address = String(made.json()['url'])
    await who.fillAt(`${at}/webhooks`, `${at}/webhook`, {
      webhook_url: 'https://hooks.partner.example/in',
    })
    const pending = await freshCode(traveller, mine)
    const statuses = async (one: AuthNode): Promise<number[]> => [
      (await api(one, tokens.accessToken)).status,
      (await api(one, own.accessToken, '/v2/sources')).status,
      (await one.call(address.slice(node.url.length))).status,
    ]
    for (const one of [node, far]) t.same(await statuses(one), [200, 200, 200])
    const [hook] = await node.knex('callback').where({ client_id: mine.clientId }).pluck<number[]>('id')

    const asReceiver = await signedInDeveloper(node, receiver)
    const page = await asReceiver.get(await offer(mine, receiver))
    t.match(page.text, /all its secrets and tokens end/, 'the page says so')
    t.equal((await asReceiver.submit(page, '/console/transfer', {})).headers['location'], `${at}?m=received`)
    for (const one of [node, far])
      await until(
        'everything has ended',
        async () => (await statuses(one)).join(' ') === '401 401 404',
        1_000,
      )
    t.notMatch(
      (await asReceiver.get(`${at}/webhooks`)).text,
      'hooks.partner.example',
      'nor is there a webhook of the old owner',
    )
    t.same(announced, [{ callback: String(hook), version: null }], 'which the delivery workers hear at once')
    t.notMatch((await traveller.get('/account/apps')).text, 'Handed over', 'its travellers connect again')

    const clientSecret = /tfs_[\w-]{43}/.exec(
      (await asReceiver.fillAt(`${at}/credentials`, `${at}/rotate`, {})).text,
    )![0]
    const now = { ...mine, clientSecret }
    const old: Array<Record<string, string>> = [
      { grant_type: 'refresh_token', refresh_token: tokens.refreshToken },
      { grant_type: 'refresh_token', refresh_token: own.refreshToken },
      { grant_type: 'authorization_code', redirect_uri: mine.redirectUri, code: pending },
    ]
    for (const form of old) t.match((await tokenRequest(node, now, form)).json(), { error: 'invalid_grant' })
    const again = await memberTokens(node, now, traveller)
    t.equal((await api(node, again.accessToken)).status, 200, 'the new owner can be authorised')
  },
)

t.test(
  'an offer does not reveal whether an address has an account, and ends when the application changes hands',
  async (t) => {
    const receiver = await aDeveloper(node)
    const mine = await make(who, 'On offer')
    const at = `/console/apps/${mine.clientId}`
    const answers = []
    for (const email of [receiver.email, 'nobody@mail.example']) {
      const answer = await who.fillAt(`${at}/danger`, `${at}/transfer`, {
        transfer_email: email,
      })
      answers.push([
        answer.status,
        answer.headers['location'],
        (await who.get(String(answer.headers['location']))).text.replaceAll(
          /name="form_token" value="[^"]*"/g,
          '',
        ),
      ])
    }
    t.same(answers[0], answers[1])
    t.notOk(node.mails.some((mail) => mail.to === 'nobody@mail.example'))
    for (const email of ['', 'no address', developer.email])
      t.equal(
        (await who.fillAt(`${at}/danger`, `${at}/transfer`, { transfer_email: email })).status,
        422,
        email,
      )

    const [first, second] = [await offer(mine, receiver), await offer(mine, receiver)]
    const asReceiver = await signedInDeveloper(node, receiver)
    const late = await asReceiver.get(second)
    await asReceiver.fillAt(first, '/console/transfer', {})
    t.equal((await asReceiver.submit(late, '/console/transfer', {})).status, 400)
    const gone = await make(who, 'Gone')
    const open = await asReceiver.get(await offer(gone, receiver))
    await who.fillAt(`/console/apps/${gone.clientId}/danger`, `/console/apps/${gone.clientId}/delete`, {
      delete_name: 'Gone',
    })
    t.equal((await asReceiver.submit(open, '/console/transfer', {})).status, 400)
    t.equal(
      await node.auth.deps.developerApps.transfer(mine.clientId, receiver.id, '1'),
      false,
      'nor to a closed account',
    )
  },
)
