/**
 * Every page and state at 1280 and 390 pixels, light and dark: axe finds nothing and nothing scrolls sideways. The pages of
 * the reference, which are long, are in docs.test.ts.
 */
import t from 'tap'
import type { Page } from 'puppeteer-core'
import { connect } from '../../db/pg/connect.js'
import { feedReportStore } from '../../db/feeds/feed-reports.js'
import { requestLogStore } from '../../db/request-log/save-requests.js'
import { readGuides } from '../../api/document/page/guides.js'
import { guidePath } from '../../api/document/page/site-map.js'
import {
  aMember,
  anApp,
  authorizePath,
  memberTokens,
  PASSWORD,
  signedInMember,
  appTokenRequest,
} from '../support/auth/auth-fixtures.js'
import { authNode } from '../support/auth/auth-node.js'
import { openBrowser } from '../support/auth/browser.js'
import { aDeveloper, signedInDeveloper } from '../support/auth/developer-fixtures.js'
import { loggedDay, REFUSED } from '../support/auth/logged-requests.js'
import { inspectPage, pageOf, press } from '../support/auth/page-inspection.js'
import { insertReadDocument } from '../support/auth/read-document.js'
import { sentFeeds } from '../support/auth/sent-feeds.js'
import { insertLoyaltyAccount, insertTrip } from '../support/auth/sample-trip.js'
import { TOKYO_TRIP } from '../support/auth/tokyo-trip.js'
import { silentLog } from '../support/silent-log.js'
import { until } from '../support/until.js'

t.setTimeout(480_000)

const node = await authNode(t, { describesWebhooks: true })
const browser = await openBrowser(t)
const developer = await aDeveloper(node)
const dev = await signedInDeveloper(node, developer)
const app = await anApp(node, { developerId: developer.id, redirectUri: 'https://partner.example/cb' })
const home = `/console/apps/${app.clientId}`
const guest = await aDeveloper(node)
const member = await aMember(node)
const who = await signedInMember(node, member)
await insertTrip(node.knex, member.id, TOKYO_TRIP)
await insertLoyaltyAccount(node.knex, member.id)
await insertReadDocument(node.databaseUrl, { member: member.id, id: '1', name: 'Palace' })
await memberTokens(node, app, who)

const mailed = (to: string): string =>
  /https:\/\/\S+/.exec(node.mails.filter((mail) => mail.to === to).at(-1)!.text)![0]
const ready = async (page: Page): Promise<void> => {
  await page.evaluate('document.querySelectorAll("details").forEach((one) => { one.open = true })')
}

await logRequests()
await dev.fillAt(`${home}/team`, `${home}/team/invite`, {
  invite_email: guest.email,
  invite_role: 'developer',
})
const invitation = mailed(guest.email)
await dev.fillAt(`${home}/danger`, `${home}/transfer`, { transfer_email: guest.email })
const offer = mailed(guest.email)

/** Requests and feeds that the API answered, and one that the authorization server refused. */
async function logRequests(): Promise<void> {
  const { pool, close } = connect({ url: node.databaseUrl, name: 'test', log: silentLog() })
  await requestLogStore(pool).save(...loggedDay(app.clientId, member.id))
  await feedReportStore(pool).save(sentFeeds(app.clientId))
  await close()
  await appTokenRequest(node, { ...app, clientSecret: 'wrong' })
}

const guides = readGuides({ baseUrl: node.url, authUrl: node.url })

t.test('pages for everybody', async (t) => {
  const page = await pageOf(browser, node, null)
  const paths = [
    authorizePath(app),
    authorizePath(app, { client_id: 'nobody' }),
    '/oauth/login?m=closed',
    '/oauth/signup',
    '/oauth/forgot',
    '/oauth/reset?token=x',
    '/console/login',
    '/console/signup',
    '/shared/shr_gone',
    '/account/nowhere',
  ]
  for (const path of paths) {
    await page.goto(node.url + path)
    t.same(await inspectPage(page, nameOf(path)), [])
  }
})

t.test('the documentation', async (t) => {
  const page = await pageOf(browser, node, null)
  const paths = ['/docs', ...guides.map(({ name }) => guidePath(name)), '/docs/guides/nowhere']
  for (const path of paths) {
    await page.goto(node.url + path)
    t.same(await inspectPage(page, nameOf(path)), [])
  }
  await page.setViewport({ width: 1_280, height: 800 })
  await page.goto(`${node.url}/docs`)
  await page.type('#search', 'trip')
  await page.waitForSelector('#search-results a')
  t.same(await inspectPage(page, 'docs-search'), [])
})

t.test('pages of a member', async (t) => {
  const page = await pageOf(browser, node, who)
  const paths = [
    authorizePath(app),
    authorizePath(app, { scope: 'trips:read calendar' }),
    '/account/trips',
    '/account/trips?view=past',
    '/account/trips/1',
    '/account/trips/404',
    '/account/documents',
    '/account/documents/1',
    '/account/loyalty',
    '/account/home',
    '/account/home?q=Kyoto',
    '/account/calendar',
    '/account/mail',
    '/account/apps',
    `/account/apps/disconnect?app=${app.clientId}`,
    '/account/security',
    `/account/report?app=${app.clientId}`,
  ]
  for (const path of paths) {
    await page.goto(node.url + path)
    await ready(page)
    t.same(await inspectPage(page, nameOf(path)), [])
  }
  await page.goto(`${node.url}/account/trips/1`)
  await ready(page)
  await press(page, '#share form[action$="/share"] button')
  t.same(await inspectPage(page, 'trip-shared'), [])
  const link = await page.$eval('#link', (one) => one.textContent ?? '')
  await page.goto(`${node.url}/account/calendar`)
  await page.type('#name', 'Phone')
  await press(page, 'form[action="/account/calendar"] button')
  t.same(await inspectPage(page, 'calendar-new'), [])
  await page.goto(`${node.url}/account/calendar`)
  t.same(await inspectPage(page, 'calendar-list'), [])

  await page.goto(`${node.url}/account/mail`)
  await page.type('#name', 'Airlines')
  await press(page, 'form[action="/account/mail"] button')
  t.same(await inspectPage(page, 'mail-new'), [])
  await page.goto(`${node.url}/account/mail`)
  t.same(await inspectPage(page, 'mail-list'), [])

  await page.goto(`${node.url}/account/documents`)
  await press(page, 'form[action="/account/documents"] button')
  t.same(await inspectPage(page, 'documents-nothing'), [])
  await page.goto(`${node.url}/account/documents/1`)
  await ready(page)
  await page.$eval('[id="0-origin"]', (one) => {
    ;(one as unknown as { value: string }).value = 'Q'
  })
  await press(page, 'form[action="/account/documents/1"] button.primary')
  t.same(await inspectPage(page, 'document-faults'), [])

  const stranger = await pageOf(browser, node, null)
  await stranger.goto(link)
  t.same(await inspectPage(stranger, 'shared-trip'), [])
  const fresh = await pageOf(browser, node, await signedInMember(node, await aMember(node)))
  for (const path of ['/account/trips', '/account/apps', '/account/loyalty']) {
    await fresh.goto(node.url + path)
    t.same(await inspectPage(fresh, `${nameOf(path)}-empty`), [])
  }
})

t.test('pages of a developer', async (t) => {
  const page = await pageOf(browser, node, dev)
  const paths = [
    '/console/apps',
    '/console/apps/new',
    `${home}/team`,
    `${home}/requests`,
    `${home}/requests?status=refused`,
    `${home}/requests?status=5xx`,
    `${home}/requests/${REFUSED}`,
    `${home}/feeds`,
    `${home}/feeds/${new Date().toISOString().slice(0, 10)}`,
    `${home}/danger`,
    `${home}/second`,
    '/console/audit',
    '/console/security',
    '/console/nowhere',
  ]
  for (const path of paths) {
    await page.goto(node.url + path)
    await ready(page)
    t.same(await inspectPage(page, nameOf(path)), [])
  }
  await page.goto(`${node.url}/console/apps/new`)
  await page.type('#name', 'Shown once')
  await page.type('#redirect_uri', 'http://localhost:3000/callback')
  await press(page, 'main form button')
  t.same(await inspectPage(page, 'secret'), [])
  // On a slow machine more than the five minutes that a confirmation holds have passed.
  await node.knex('web_session').update({ proven_at: node.knex.fn.now() })
  await page.goto(`${node.url}/console/security`)
  await press(page, 'form[action="/console/recovery-codes"] button')
  t.same(await inspectPage(page, 'recovery-codes'), [])
  await node.knex('web_session').update({ proven_at: new Date(0) })
  await page.goto(`${node.url}${home}/danger`)
  await press(page, 'form[action$="/end-tokens"] button')
  t.same(await inspectPage(page, 'prove'), [])

  const invited = await pageOf(browser, node, await signedInDeveloper(node, guest))
  for (const [name, path] of [
    ['apps-invited', `${node.url}/console/apps`],
    ['invitation', invitation],
    ['transfer', offer],
    ['invitation-gone', `${node.url}/console/invitations/404`],
  ] as const) {
    await invited.goto(path)
    t.same(await inspectPage(invited, name), [])
  }
})

t.test('what forms lead to', async (t) => {
  const page = await pageOf(browser, node, null)
  await page.goto(`${node.url}/oauth/signup`)
  await press(page, 'main button')
  t.same(await inspectPage(page, 'signup-faults'), [])
  await page.type('#first_name', 'Bo')
  await page.type('#last_name', 'Browser')
  await page.type('#email', 'bo@mail.example')
  await page.type('#password', PASSWORD)
  await press(page, 'main button')
  t.same(await inspectPage(page, 'signup-mailed'), [])
  await page.goto(mailed('bo@mail.example'))
  t.same(await inspectPage(page, 'signup-confirm'), [])
  await page.goto(`${node.url}/oauth/login`)
  await page.type('#email', 'nobody@mail.example')
  await page.type('#password', 'not the password')
  await press(page, 'form[action="/oauth/login"] button')
  t.same(await inspectPage(page, 'login-refused'), [])
  await page.goto(`${node.url}/oauth/forgot`)
  await page.type('#email', member.email)
  await press(page, 'main button')
  t.same(await inspectPage(page, 'forgot-mailed'), [])
  await page.goto(await mailedSoon(member.email))
  t.same(await inspectPage(page, 'reset'), [])

  for (const isNew of [false, true]) {
    const other = await aDeveloper(node)
    if (isNew) await node.knex('developer').where({ id: other.id }).update({ totp: null })
    const fresh = await pageOf(browser, node, null)
    await fresh.goto(`${node.url}/console/login`)
    await fresh.type('#email', other.email)
    await fresh.type('#password', PASSWORD)
    await press(fresh, 'form[action="/console/login"] button')
    await ready(fresh)
    t.same(await inspectPage(fresh, isNew ? 'second-factor-new' : 'second-factor'), [])
    await fresh.type('#code', '000000')
    await press(fresh, 'main form button')
    t.same(await inspectPage(fresh, isNew ? 'second-factor-new-wrong' : 'second-factor-wrong'), [])
  }
})

/** The mails of the reset leave after the answer. */
async function mailedSoon(to: string): Promise<string> {
  return await until(
    'a mail',
    () => /https:\/\/\S+/.exec(node.mails.filter((mail) => mail.to === to).at(-1)?.text ?? '')?.[0],
  )
}

/** The path as the name of a file. */
function nameOf(path: string): string {
  return path
    .replace(app.clientId, 'ID')
    .replaceAll(/[^\w]+/g, '-')
    .slice(-60)
}
