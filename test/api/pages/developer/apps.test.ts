/** The developer console (oauth.md 5.9, and row 114 of 5.7). The numbers are rows. */
import t from 'tap'
import { appNameError } from '../../../../api/pages/developer/app-name.js'
import { matchTotp, totpCode, totpStep } from '../../../../api/pages/sign-in/totp.js'
import { developerAccounts } from '../../../../db/sign-in/developer-accounts.js'
import { changeApp } from '../../../../db/oauth/apps.js'
import { switchApp } from '../../../../db/oauth/app-lifecycle.js'
import {
  aMember,
  anApp,
  api,
  authorizePath,
  memberTokens,
  PASSWORD,
  signedInMember,
  tokenRequest,
} from '../../../support/auth/auth-fixtures.js'
import type { TestApp } from '../../../support/auth/auth-fixtures.js'
import { authNode } from '../../../support/auth/auth-node.js'
import type { Answer } from '../../../support/auth/auth-node.js'
import { aDeveloper, signedInDeveloper } from '../../../support/auth/developer-fixtures.js'
import type { TestDeveloper } from '../../../support/auth/developer-fixtures.js'
import { routesOf } from '../../../support/api/server-routes.js'
import { fromBase32 } from '../../../support/auth/totp-secret.js'
import { until } from '../../../support/until.js'
import { formTo, unescaped, visitor } from '../../../support/auth/visitor.js'
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
  const answer = await by.submit(await by.get('/console/apps/new'), '/console/apps/new', {
    name,
    environment: 'production',
    redirect_uri: redirectUri,
  })
  const shown = [...answer.text.matchAll(/<span class="secret">([^<]*)<\/span>/g)].map((match) =>
    unescaped(match[1]!),
  )
  return { clientId: shown[0]!, clientSecret: shown[1]!, redirectUri }
}

/** Offers an application to another developer; returns the path of the mailed link. */
const offer = async (app: { clientId: string }, to: TestDeveloper): Promise<string> => {
  const at = `/console/apps/${app.clientId}`
  await who.submit(await who.get(at), `${at}/transfer`, { transfer_email: to.email })
  return /https:\/\/\S+/
    .exec(node.mails.filter((mail) => mail.to === to.email).at(-1)!.text)![0]
    .slice(node.url.length)
}

const signedInConsent = async (app: TestApp): Promise<Answer> =>
  await (await signedInMember(node, await aMember(node))).get(authorizePath(app))

t.test('114 a second factor is set up at the first sign-in, asked for at each, and used once', async (t) => {
  const fresh = visitor(node)
  const form = await fresh.get('/console/signup')
  const answer = await fresh.submit(form, '/console/signup', {
    name: 'New Dev',
    organisation: 'Fresh Travel',
    email: 'fresh@mail.example',
    password: 'a fine long password',
  })
  t.equal(answer.status, 200)
  const link = /https:\/\/\S+/.exec(node.mails.at(-1)!.text)![0].slice(node.url.length)
  t.equal((await fresh.submit(await fresh.get(link), '/console/confirm', {})).status, 303)
  const signIn = async (): Promise<Visitor> => {
    const by = visitor(node)
    await by.submit(await by.get('/console/login'), '/console/login', {
      email: 'fresh@mail.example',
      password: 'a fine long password',
    })
    return by
  }
  const by = await signIn()
  t.equal(
    (await by.get('/console/transfer?token=x')).headers['location'],
    '/console/second-factor?q=%2Fconsole%2Ftransfer%3Ftoken%3Dx',
    'nothing opens before, and the requested page opens after',
  )
  const setUp = await by.get('/console/second-factor')
  const typed = /<span class="secret">([A-Z2-7 ]+)<\/span>/.exec(setUp.text)![1]!.replaceAll(' ', '')
  const secret = fromBase32(typed)
  const code = (steps = 0): string => totpCode(secret, totpStep(node.auth.keys.now()) + steps)
  t.equal(
    (await by.submit(setUp, '/console/second-factor', { code: '000000' === code() ? '111111' : '000000' }))
      .status,
    422,
  )
  const used = code()
  t.equal((await by.submit(setUp, '/console/second-factor', { code: used })).status, 303)
  t.equal((await by.get('/console/apps')).status, 200)

  const again = await signIn()
  const ask = await again.get('/console/second-factor')
  t.notMatch(ask.text, /class="qr"/)
  t.equal(
    (await again.submit(ask, '/console/second-factor', { code: used })).status,
    422,
    'a code is used once',
  )
  t.equal((await again.submit(ask, '/console/second-factor', { code: code(1) })).status, 303)
})

t.test(
  '114 of two set-ups of a second factor at once the first one counts, and the other is asked for it',
  async (t) => {
    const { id, email } = await aDeveloper(node)
    await developerAccounts(node.knex).forgetTotp(id)
    const page = async (): Promise<{ by: Visitor; setUp: Answer; code: string }> => {
      const by = visitor(node)
      await by.submit(await by.get('/console/login'), '/console/login', { email, password: PASSWORD })
      const setUp = await by.get('/console/second-factor')
      const typed = /<span class="secret">([A-Z2-7 ]+)<\/span>/.exec(setUp.text)![1]!.replaceAll(' ', '')
      return { by, setUp, code: totpCode(fromBase32(typed), totpStep(node.auth.keys.now())) }
    }
    const pages = [await page(), await page()]
    const trx = await node.knex.transaction()
    await trx('developer').where({ id }).forUpdate().first('id')
    const submitted = Promise.all(
      pages.map(async ({ by, setUp, code }) => await by.submit(setUp, '/console/second-factor', { code })),
    )
    await until(
      'both are about to set theirs',
      async () =>
        await node
          .knex('pg_stat_activity')
          .where({ wait_event_type: 'Lock' })
          .whereRaw("datname = current_database() and query like '%totp%'")
          .then((rows) => rows.length === 2),
    )
    await trx.commit()
    const answers = await submitted
    t.same(answers.map((answer) => answer.status).sort(), [303, 422])
    const refused = answers.findIndex((answer) => answer.status === 422)
    t.notMatch(answers[refused]?.text, /class="qr"/)
    t.match((await pages[refused]!.by.get('/console/apps')).headers['location'], /^\/console\/second-factor/)
  },
)

t.test('114 the codes are those of RFC 6238', async (t) => {
  const secret = Buffer.from('12345678901234567890')
  t.equal(totpCode(secret, totpStep(59_000)), '287082')
  t.equal(totpCode(secret, totpStep(1_111_111_109_000)), '081804')
  t.equal(totpCode(secret, totpStep(20_000_000_000_000)), '353130')
  t.equal(matchTotp(secret, '287 082', 59_000), 1)
  t.equal(matchTotp(secret, '287082', 200_000), null)
})

t.test('126 an application belongs to its developer alone', async (t) => {
  const mine = await make(who)
  const other = await signedInDeveloper(node, await aDeveloper(node))
  t.equal((await other.get(`/console/apps/${mine.clientId}`)).status, 404)
  const form = await other.get('/console/apps/new')
  const token = /name="form_token" value="([^"]+)"/.exec(form.text)![1]!
  const routes = routesOf(node.app).filter((route) => route.includes('/console/apps/:clientId'))
  t.ok(routes.length >= 20, `${routes.length} routes of an application`)
  for (const route of routes) {
    const [method, pattern] = route.split(' ') as [string, string]
    const path = pattern.replace(':clientId', mine.clientId).replaceAll(/:\w+/g, '1')
    const answer =
      method === 'GET'
        ? await other.get(path)
        : await other.post(path, {
            form_token: token,
            delete_name: 'Trip Planner',
            disable_name: 'Trip Planner',
          })
    t.equal(answer.status, 404, route)
    t.notMatch(answer.text, /Trip Planner/, `${route} tells nothing`)
  }
  t.equal(
    (await tokenRequest(node, mine, { grant_type: 'client_credentials' })).status,
    200,
    'nothing happened to it',
  )
})

t.test('127 a redirect URL is https, absolute, without fragment, user or wildcard', async (t) => {
  const bad = [
    'http://partner.example/cb',
    '/callback',
    'https://partner.example/cb#x',
    'https://user:pw@partner.example/cb',
    'https://*.partner.example/cb',
    'javascript:alert(1)',
    'https://partner.example/c b',
  ]
  for (const redirect_uri of bad) {
    const answer = await who.submit(await who.get('/console/apps/new'), '/console/apps/new', {
      name: 'Planner',
      environment: 'production',
      redirect_uri,
    })
    t.equal(answer.status, 422, redirect_uri)
    t.match(answer.text, /id="redirect_uri-error"/, 'with the reason')
  }
  const mine = await make(who)
  const at = `/console/apps/${mine.clientId}`
  for (const redirect_uri of bad) {
    const answer = await who.submit(await who.get(at), `${at}/settings`, { redirect_uri })
    t.equal(answer.status, 422, `${redirect_uri} in the settings`)
    t.match(answer.text, /id="redirect_uri-error"/)
  }
  t.equal(
    (
      await visitor(node).get(
        `/oauth/authenticate?client_id=${mine.clientId}&response_type=code&state=x&redirect_uri=${encodeURIComponent(mine.redirectUri)}`,
      )
    ).status,
    200,
    'the old one still counts',
  )
  const loopback = { name: 'Planner', redirect_uri: 'http://localhost:3000/cb' }
  t.equal(
    (
      await who.submit(await who.get('/console/apps/new'), '/console/apps/new', {
        ...loopback,
        environment: 'production',
      })
    ).status,
    422,
  )
  t.equal(
    (
      await who.submit(await who.get('/console/apps/new'), '/console/apps/new', {
        ...loopback,
        environment: 'development',
      })
    ).status,
    200,
  )
})

t.test('129 a webhook URL must be public', async (t) => {
  const mine = await make(who)
  for (const webhook_url of [
    'https://10.0.0.1/x',
    'https://[::1]/x',
    'https://2130706433/x',
    'https://intranet/x',
    'https://a.internal/x',
    'https://a.local/x',
    'http://partner.example/x',
  ]) {
    const answer = await who.submit(
      await who.get(`/console/apps/${mine.clientId}`),
      `/console/apps/${mine.clientId}/webhook`,
      { webhook_url },
    )
    t.equal(answer.status, 422, webhook_url)
    t.match(answer.text, /id="webhook_url-error"/)
    t.match(answer.text, `value="${webhook_url}"`, 'to be corrected, not typed again')
  }
  const good = await who.submit(
    await who.get(`/console/apps/${mine.clientId}`),
    `/console/apps/${mine.clientId}/webhook`,
    { webhook_url: 'https://partner.example/hooks' },
  )
  t.equal(good.status, 200)
  t.match(good.text, /whsec_/, 'its signing secret is shown')
  const page = await who.get(`/console/apps/${mine.clientId}`)
  t.match(page.text, /https:\/\/partner\.example\/hooks/)
  t.notMatch(page.text, /whsec_/, 'once')
})

t.test('130 the secret is shown once, never cached', async (t) => {
  const answer = await who.submit(await who.get('/console/apps/new'), '/console/apps/new', {
    name: 'Once',
    environment: 'production',
    redirect_uri: 'https://partner.example/cb',
  })
  const secret = /tfs_[\w-]{43}/.exec(answer.text)![0]
  t.equal(answer.headers['cache-control'], 'no-store')
  const clientId = /tf_[\w-]{22}/.exec(answer.text)![0]
  t.match(answer.text, new RegExp(`client_secret=${secret}`), 'the curl has real values')
  const page = await who.get(`/console/apps/${clientId}`)
  t.notMatch(page.text, /tfs_/)
  t.match(page.text, new RegExp(`ends in <code>${secret.slice(-4)}</code>`))
  t.notOk(page.text.includes(secret.slice(-5)), 'the last four characters, no more')
})

t.test('131 rotating asks for the second factor again after five minutes', async (t) => {
  const mine = await make(who)
  const at = `/console/apps/${mine.clientId}`
  await node.knex.raw(
    "update web_session set proven_at = proven_at - interval '6 minutes' where kind = 'developer'",
  )
  const asked = await who.submit(await who.get(at), `${at}/rotate`, { overlap: '0' })
  t.match(asked.headers['location'], /^\/console\/prove\?q=/)
  t.equal(
    (await tokenRequest(node, mine, { grant_type: 'client_credentials' })).status,
    200,
    'nothing was rotated',
  )
  const prove = await who.get(String(asked.headers['location']))
  t.equal((await who.submit(prove, '/console/prove', { code: 'nonsense' })).status, 422)
  for (const what of ['secrets/revoke', 'transfer', 'webhook/rotate', 'webhook/remove', 'end-tokens']) {
    const page = await who.get(at)
    const { form_token: formToken } = formTo(page.text, `${at}/rotate`).fields
    t.match(
      (
        await who.post(`${at}/${what}`, {
          form_token: formToken!,
          secret: '1',
          transfer_email: 'x@mail.example',
          webhook: '1',
        })
      ).headers['location'],
      /^\/console\/prove/,
      what,
    )
  }
  const back = await who.submit(prove, '/console/prove', { code: developer.code() })
  t.equal(back.headers['location'], at)
  t.match((await who.submit(await who.get(at), `${at}/rotate`, { overlap: '0' })).text, /tfs_/)
})

t.test('132 at most two secrets live', async (t) => {
  const mine = await make(who)
  const at = `/console/apps/${mine.clientId}`
  const secrets = [mine.clientSecret]
  for (let i = 0; i < 3; i++)
    secrets.push(
      /tfs_[\w-]{43}/.exec(
        (await who.submit(await who.get(at), `${at}/rotate`, { overlap: '604800' })).text,
      )![0],
    )
  const live = await Promise.all(
    secrets.map(
      async (clientSecret) =>
        (await tokenRequest(node, { ...mine, clientSecret }, { grant_type: 'client_credentials' })).status,
    ),
  )
  t.same(live, [401, 401, 200, 200])
})

t.test('132 a form sent twice makes one secret and does not end the one that should overlap', async (t) => {
  const mine = await make(who)
  const at = `/console/apps/${mine.clientId}`
  const page = await who.get(at)
  const answers = await Promise.all(
    [1, 2, 3].map(async () => await who.submit(page, `${at}/rotate`, { overlap: '86400' })),
  )
  t.same(answers.map((answer) => answer.status).toSorted(), [200, 422, 422])
  t.equal((await tokenRequest(node, mine, { grant_type: 'client_credentials' })).status, 200)
  const again = answers.find((answer) => answer.status === 422)!
  t.match(again.text, /Another secret was created since this page was shown/)
  await who.submit(again, `${at}/secrets/revoke`, {})
  t.match((await who.submit(await who.get(at), `${at}/rotate`, { overlap: '86400' })).text, /tfs_/)
  t.equal(
    (await tokenRequest(node, mine, { grant_type: 'client_credentials' })).status,
    200,
    'one that nobody stored can be replaced, and the old one still works',
  )
})

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
        (await who.submit(await who.get(at), `${at}/${what}`, { [`${what}_name`]: 'another' })).status,
        422,
      )
      t.equal(
        (await who.submit(await who.get(at), `${at}/${what}`, { [`${what}_name`]: `To ${what}` })).status,
        303,
      )
      for (const one of [node, far])
        await until(
          'the token is refused',
          async () => (await api(one, tokens.accessToken)).status === 401,
          1_000,
        )
      t.equal((await tokenRequest(far, mine, { grant_type: 'client_credentials' })).status, 401)
      t.equal(
        (await tokenRequest(far, mine, { grant_type: 'refresh_token', refresh_token: tokens.refreshToken }))
          .status,
        401,
      )
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

t.test('134 names must be what they look like', async (t) => {
  const bad = [
    'Trip\u202eSupport',
    'Tripfold',
    'TRIPF0LD Login',
    'Тripfоld',
    'Trip fold',
    'a\u200bb',
    '',
    'Tripf\u0585ld',
    '\u1d1bripfold',
    '\u1d1b\u0280\u026a\u1d18\ua730\u1d0f\u029f\u1d05',
    'TripfoId',
    'Tr1pfold',
    'Tr\u00efpfold',
    'Tripfolcl',
    'P\u0430yments',
    'Tr\u03b9p Planner',
  ]
  for (const name of bad) t.ok(appNameError(name), JSON.stringify(name))
  const good = [
    'Trip Planner',
    'Reisebüro Müller',
    '旅行',
    'Trip <b>Planner',
    'Łódź Travel',
    '東京 Trips',
    'Αθήνα',
    'JTB旅行',
    'Путешествия',
    'Trip for old friends',
    'Ørsted Đà Nẵng',
    'Երևան Travel',
    'São Tomé 5★',
    'Scaffold Trips',
  ]
  for (const name of good) t.equal(appNameError(name), null, name)
  const answer = await who.submit(await who.get('/console/apps/new'), '/console/apps/new', {
    name: 'Trip\u202eSupport',
    environment: 'production',
    redirect_uri: 'https://partner.example/cb',
  })
  t.equal(answer.status, 422)
  for (const organisation of ['Tripfold', `Tripfold ${'and so on '.repeat(6)}`, 'Tripf\u0585ld']) {
    const stranger = visitor(node)
    const refused = await stranger.submit(await stranger.get('/console/signup'), '/console/signup', {
      name: 'New Dev',
      organisation,
      email: 'alike@mail.example',
      password: 'a fine long password',
    })
    t.equal(refused.status, 422, organisation)
    t.match(refused.text, /id="organisation-error"/)
  }
})

t.test('settings, transfer, audit log and closing an account', async (t) => {
  const receiver = await aDeveloper(node)
  const mine = await make(who, 'Heirloom')
  const at = `/console/apps/${mine.clientId}`
  const saved = await who.submit(await who.get(at), `${at}/settings`, {
    home_url: 'https://partner.example',
    family_days: '90',
    pkce_required: '1',
    redirect_uri: 'https://partner.example/new',
  })
  t.equal(saved.headers['location'], `${at}?m=saved`)
  t.match((await who.get(at)).text, /value="https:\/\/partner\.example\/new"/)
  const refused = await who.submit(await who.get(at), `${at}/settings`, {
    home_url: 'ftp://x',
    family_days: 'ninety',
  })
  t.equal(refused.status, 422)
  for (const typed of ['ftp://x', 'ninety'])
    t.match(refused.text, `value="${typed}"`, 'what was typed is kept')
  const asReceiver = await signedInDeveloper(node, receiver)
  t.equal(
    (await asReceiver.submit(await asReceiver.get(await offer(mine, receiver)), '/console/transfer', {}))
      .headers['location'],
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
      await asReceiver.submit(await asReceiver.get('/console/security'), '/console/close', {
        close_password: PASSWORD,
      })
    ).status,
    422,
    'applications first',
  )
  await asReceiver.submit(await asReceiver.get(at), `${at}/delete`, { delete_name: 'Heirloom' })
  t.equal(
    (
      await asReceiver.submit(await asReceiver.get('/console/security'), '/console/close', {
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
  t.equal((await tokenRequest(far, mine, { grant_type: 'client_credentials' })).status, 200)
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
  t.match(page.text, /<strong>Example Travel<\/strong> offers you the application <strong>On offer<\/strong>/)
  t.equal((await asReceiver.get(at)).status, 404, 'opening the link accepts nothing')
  t.equal((await asReceiver.submit(page, '/console/transfer', {})).headers['location'], `${at}?m=received`)

  t.equal((await who.get(at)).status, 404)
  const received = await asReceiver.get(`${at}?m=received`)
  t.match(received.text, /Its old secrets have ended: create a new one/)
  t.match(received.text, /Not verified</)
  for (const one of [node, far]) {
    t.equal(
      (await tokenRequest(one, mine, { grant_type: 'client_credentials' })).status,
      401,
      "the old owner's secret has ended",
    )
    await until(
      'in headers too',
      async () => (await one.call('/v2/sources', { headers })).status === 401,
      1_000,
    )
  }
  const clientSecret = /tfs_[\w-]{43}/.exec((await asReceiver.submit(received, `${at}/rotate`, {})).text)![0]
  t.equal(
    (await tokenRequest(node, { ...mine, clientSecret }, { grant_type: 'client_credentials' })).status,
    200,
  )
  t.match(node.mails.at(-1), { to: developer.email, subject: 'Your application was transferred' })
  t.equal((await asReceiver.submit(page, '/console/transfer', {})).status, 400, 'an offer is accepted once')
})

t.test(
  'an offer does not reveal whether an address has an account, and ends when the application changes hands',
  async (t) => {
    const receiver = await aDeveloper(node)
    const mine = await make(who, 'On offer')
    const at = `/console/apps/${mine.clientId}`
    const answers = []
    for (const email of [receiver.email, 'nobody@mail.example']) {
      const answer = await who.submit(await who.get(at), `${at}/transfer`, { transfer_email: email })
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
        (await who.submit(await who.get(at), `${at}/transfer`, { transfer_email: email })).status,
        422,
        email,
      )

    const [first, second] = [await offer(mine, receiver), await offer(mine, receiver)]
    const asReceiver = await signedInDeveloper(node, receiver)
    const late = await asReceiver.get(second)
    await asReceiver.submit(await asReceiver.get(first), '/console/transfer', {})
    t.equal((await asReceiver.submit(late, '/console/transfer', {})).status, 400)
    const gone = await make(who, 'Gone')
    const open = await asReceiver.get(await offer(gone, receiver))
    await who.submit(
      await who.get(`/console/apps/${gone.clientId}`),
      `/console/apps/${gone.clientId}/delete`,
      { delete_name: 'Gone' },
    )
    t.equal((await asReceiver.submit(open, '/console/transfer', {})).status, 400)
    t.equal(
      await node.auth.deps.developerApps.transfer(mine.clientId, receiver.id, '1'),
      false,
      'nor to a closed account',
    )
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
  await by.submit(await by.get(`/console/apps/${clientId}`), `/console/apps/${clientId}/delete`, {
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
  t.equal((await tokenRequest(node, app, { grant_type: 'client_credentials' })).status, 401)
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
    t.notMatch((await who.get(at)).text, /We verified this application\. If you change/)
    await changeApp(node.knex, mine.clientId, { verified: true })
    t.equal((await who.submit(await who.get(at), `${at}/settings`, { description: 'A note' })).status, 303)
    const page = await who.get(at)
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
  const asks = async (): Promise<number> =>
    (await tokenRequest(node, mine, { grant_type: 'client_credentials' })).status
  await who.submit(await who.get(at), `${at}/disable`, { disable_name: 'Held' })
  const stale = await who.get(at)
  t.equal(
    (await who.submit(stale, `${at}/enable`, {})).headers['location'],
    `${at}?m=enabled`,
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
  const page = await who.get(at)
  t.match(page.text, /Disabled by us/)
  t.throws(() => formTo(page.text, `${at}/enable`), 'nor is the button shown')
  await switchApp(node.knex, mine.clientId, true, 'operator')
  t.equal(await asks(), 200)
})

t.test('refused requests show their reason to the developer', async (t) => {
  const mine = await make(who)
  await visitor(node).get(
    `/oauth/authenticate?client_id=${mine.clientId}&response_type=code&state=x&redirect_uri=https%3A%2F%2Felsewhere.example`,
  )
  const page = await who.get(`/console/apps/${mine.clientId}`)
  t.match(page.text, /redirect_uri is not the registered one/)
  t.match(page.text, /0 token requests for travellers granted, <a href="#refused">1 refused/)
  await tokenRequest(node, { ...mine, clientSecret: 'an older one' }, { grant_type: 'client_credentials' })
  const strict = await authNode(t, { joins: node, settings: { clientFailures: 1 } })
  for (let i = 0; i < 2; i++)
    await tokenRequest(strict, { ...mine, clientSecret: 'x' }, { grant_type: 'client_credentials' })
  const { text } = await who.get(`/console/apps/${mine.clientId}`)
  t.match(text, /Token request refused<\/td><td>The client secret is not a live one/)
  t.match(text, /Too many attempts: slowed down/)
  t.match((await who.get('/console/apps')).text, new RegExp(`last used: not yet[\\s\\S]*${mine.clientId}`))
  await tokenRequest(node, mine, { grant_type: 'client_credentials' })
  t.notMatch(
    (await who.get('/console/apps')).text,
    new RegExp(`last used: not yet</p>\\s*<p[^>]*>client_id <code>${mine.clientId}`),
    'and when it was last used',
  )
  t.ok((await anApp(node)).clientId)
})
