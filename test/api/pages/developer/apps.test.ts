/** Applications in the developer console (oauth.md 5.9). The numbers are its rows. */
import t from 'tap'
import { appNameError } from '../../../../api/pages/developer/app-name.js'
import { anApp, appTokenRequest } from '../../../support/auth/auth-fixtures.js'
import { authNode } from '../../../support/auth/auth-node.js'
import { aDeveloper, signedInDeveloper } from '../../../support/auth/developer-fixtures.js'
import { unescaped, visitor } from '../../../support/auth/visitor.js'
import type { Visitor } from '../../../support/auth/visitor.js'

const node = await authNode(t)
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
    const answer = await who.fill('/console/apps/new', {
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
    const answer = await who.fill(`${at}/settings`, { redirect_uri })
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
      await who.fill('/console/apps/new', {
        ...loopback,
        environment: 'production',
      })
    ).status,
    422,
  )
  t.equal(
    (
      await who.fill('/console/apps/new', {
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
    const answer = await who.fillAt(
      `/console/apps/${mine.clientId}/webhooks`,
      `/console/apps/${mine.clientId}/webhook`,
      { webhook_url },
    )
    t.equal(answer.status, 422, webhook_url)
    t.match(answer.text, /id="webhook_url-error"/)
    t.match(answer.text, `value="${webhook_url}"`, 'to be corrected, not typed again')
  }
  const good = await who.fillAt(
    `/console/apps/${mine.clientId}/webhooks`,
    `/console/apps/${mine.clientId}/webhook`,
    { webhook_url: 'https://partner.example/hooks' },
  )
  t.equal(good.status, 200)
  t.match(good.text, /whsec_/, 'its signing secret is shown')
  const page = await who.get(`/console/apps/${mine.clientId}/webhooks`)
  t.match(page.text, /https:\/\/partner\.example\/hooks/)
  t.notMatch(page.text, /whsec_/, 'once')
})

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
    'Trip Planner (verified)',
    'V e r i f i e d Trips',
    'Ver\u0131f1ed-by-airlines',
    'Trips \u2714',
    'Das offizielle Portal',
    'Voyages vérifiés',
    'Проверено Путешествия',
    '旅行 公式',
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
    'Oficina de Viajes',
    'Very Fine Trips',
  ]
  for (const name of good) t.equal(appNameError(name), null, name)
  const answer = await who.fill('/console/apps/new', {
    name: 'Trip\u202eSupport',
    environment: 'production',
    redirect_uri: 'https://partner.example/cb',
  })
  t.equal(answer.status, 422)
  for (const organisation of ['Tripfold', `Tripfold ${'and so on '.repeat(6)}`, 'Tripf\u0585ld']) {
    const stranger = visitor(node)
    const refused = await stranger.fill('/console/signup', {
      name: 'New Dev',
      organisation,
      email: 'alike@mail.example',
      password: 'a fine long password',
    })
    t.equal(refused.status, 422, organisation)
    t.match(refused.text, /id="organisation-error"/)
    const developer = await stranger.fill('/console/signup', {
      name: organisation,
      organisation: 'Travel',
      email: 'alike@mail.example',
      password: 'a fine long password',
    })
    t.match(developer.text, /id="name-error"/)
  }
})

t.test('refused requests show their reason to the developer', async (t) => {
  const mine = await make(who)
  await visitor(node).get(
    `/oauth/authenticate?client_id=${mine.clientId}&response_type=code&state=x&redirect_uri=https%3A%2F%2Felsewhere.example`,
  )
  const page = await who.get(`/console/apps/${mine.clientId}`)
  const requests = `/console/apps/${mine.clientId}/requests`
  t.match((await who.get(requests)).text, /redirect_uri is not the registered one/)
  t.match(page.text, `0 token requests for travellers granted, <a href="${requests}#refused">1 refused`)
  await appTokenRequest(node, { ...mine, clientSecret: 'an older one' })
  const strict = await authNode(t, { joins: node, settings: { clientFailures: 1 } })
  for (let i = 0; i < 2; i++) await appTokenRequest(strict, { ...mine, clientSecret: 'x' })
  const { text } = await who.get(requests)
  t.match(
    text,
    /Token request refused(, 2 times within an hour)?<\/td><td[^>]*>The client secret is not a live one/,
  )
  t.match(text, /Too many attempts: slowed down/)
  t.match((await who.get('/console/apps')).text, new RegExp(`last used: not yet[\\s\\S]*${mine.clientId}`))
  await appTokenRequest(node, mine)
  t.notMatch(
    (await who.get('/console/apps')).text,
    new RegExp(`last used: not yet</p>\\s*<p[^>]*>client_id <code>${mine.clientId}`),
    'and when it was last used',
  )
  t.ok((await anApp(node)).clientId)
})
