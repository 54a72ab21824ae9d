/**
 * States of the console that few see: its error pages, a viewer's pages, a team, shown secrets, a log with errors. At
 * 1280 and 390 pixels, light and dark, axe finds nothing and nothing scrolls sideways but rows of links.
 */
import t from 'tap'
import type { Page } from 'puppeteer-core'
import { connect } from '../../db/pg/connect.js'
import { requestLogStore } from '../../db/request-log/save-requests.js'
import { anApp } from '../support/auth/auth-fixtures.js'
import { authNode } from '../support/auth/auth-node.js'
import { openBrowser } from '../support/auth/browser.js'
import { aDeveloper, signedInDeveloper } from '../support/auth/developer-fixtures.js'
import { loggedDay, REFUSED } from '../support/auth/logged-requests.js'
import { inspectPage, pageOf, press } from '../support/auth/page-inspection.js'
import { silentLog } from '../support/silent-log.js'

t.setTimeout(480_000)

const PHONE = { width: 390, height: 844 }
/** Of a phone's height, what stands above the content. */
const MAX_HEAD = 230

const node = await authNode(t, { settings: { signInFailures: 2 } })
const browser = await openBrowser(t)
const developer = await aDeveloper(node)
const who = await signedInDeveloper(node, developer)
const app = await anApp(node, { developerId: developer.id, name: 'Trip Planner' })
const home = `/console/apps/${app.clientId}`
const viewer = await aDeveloper(node)
await node.knex('app_team').insert({ client_id: app.clientId, developer_id: viewer.id, role: 'viewer' })

const { pool, close } = connect({ url: node.databaseUrl, name: 'test', log: silentLog() })
t.teardown(close)
await requestLogStore(pool).save(...loggedDay(app.clientId, '11'))

const open = async (page: Page, path: string): Promise<number> =>
  (await page.goto(node.url + path))?.status() ?? 0
const sendInvitation = async (page: Page, email: string): Promise<void> => {
  await page.goto(`${node.url}${home}/team`)
  await page.type('#invite_email', email)
  await press(page, `form[action="${home}/team/invite"] button`)
}

t.test('error pages: 403, 404, 429, 500 and 503', async (t) => {
  const page = await pageOf(browser, node, await signedInDeveloper(node, viewer))
  t.equal(await open(page, `${home}/credentials`), 403)
  t.same(await inspectPage(page, 'error-403-role'), [])

  const own = await pageOf(browser, node, who)
  t.equal(await open(own, '/console/apps/nobody'), 404)
  t.same(await inspectPage(own, 'error-404-app'), [])
  t.equal(await open(own, `${home}/requests/unknown`), 404)
  t.same(await inspectPage(own, 'error-404-request'), [])
  t.equal(await open(own, '/console/nowhere'), 404)
  t.match(await own.$eval('main', (main) => main.textContent), /Go to your applications/)
  t.same(await inspectPage(own, 'error-404'), [])

  await own.goto(`${node.url}${home}/settings`)
  await own.$eval(`form[action="${home}/settings"] [name=form_token]`, (field) => {
    field.setAttribute('value', 'forged')
  })
  await press(own, `form[action="${home}/settings"] button`)
  t.same(await inspectPage(own, 'error-403-form'), [])

  for (let n = 0; n < 3; n++) await sendInvitation(own, 'often@mail.example')
  t.match(await own.$eval('h1', (heading) => heading.textContent), 'Too many attempts')
  t.same(await inspectPage(own, 'error-429'), [])

  const { audit } = node.auth.deps
  const working = audit.forDeveloper
  t.teardown(() => {
    audit.forDeveloper = working
  })
  for (const [status, failure] of [
    [500, new Error('a fault of ours')],
    [503, Object.assign(new Error('the database is away'), { code: 'ECONNREFUSED' })],
  ] as const) {
    audit.forDeveloper = async () => await Promise.reject(failure)
    t.equal(await open(own, '/console/audit'), status)
    t.same(await inspectPage(own, `error-${status}`), [])
  }
})

t.test('a viewer: every tab that the role has', async (t) => {
  const page = await pageOf(browser, node, await signedInDeveloper(node, viewer))
  for (const tab of ['', '/webhooks', '/events', '/requests', '/feeds', '/team']) {
    t.equal(await open(page, home + tab), 200)
    t.same(await inspectPage(page, `viewer${tab.replace('/', '-')}`), [])
  }
})

t.test('a team with members, the log with errors, and secrets that are shown once', async (t) => {
  const page = await pageOf(browser, node, who)
  await open(page, `${home}/requests/${REFUSED}`)
  t.match(await page.$eval('main', (main) => main.textContent), /segments\[1\]\.source[\s\S]*3 more errors/)
  t.same(await inspectPage(page, 'request-errors'), [])
  await open(page, home)
  t.match(await page.$eval('main', (main) => main.textContent), /12\.?\d*% refused|13% refused/)
  t.same(await inspectPage(page, 'overview-refused'), [])

  await sendInvitation(page, 'nobody@@mail.example')
  t.same(await inspectPage(page, 'team-errors'), [])
  await sendInvitation(page, 'new@mail.example')
  t.same(await inspectPage(page, 'team-invited'), [])

  await open(page, `${home}/credentials`)
  await press(page, `form[action="${home}/rotate"] button`)
  t.same(await inspectPage(page, 'secret-rotated'), [])
  await open(page, `${home}/credentials`)
  t.same(await inspectPage(page, 'credentials-two'), [])
  await open(page, '/console/security')
  await page.type('#new_email', 'next@mail.example')
  await page.type('#address_password', 'a guess')
  await press(page, 'form[action="/console/address"] button')
  t.same(await inspectPage(page, 'console-address-errors'), [])
  await open(page, '/console/security')
  await press(page, 'form[action="/console/recovery-codes"] button')
  t.match(await page.$eval('h1', (heading) => heading.textContent), 'Your recovery codes')
  t.same(await inspectPage(page, 'recovery-codes-shown'), [])

  await open(page, `${home}/danger`)
  await page.type('#disable_name', 'Trip Planner')
  await press(page, `form[action="${home}/disable"] button`)
  t.same(await inspectPage(page, 'danger-disabled'), [])
  await open(page, home)
  t.same(await inspectPage(page, 'overview-app-disabled'), [])
  await open(page, '/console/audit')
  t.same(await inspectPage(page, 'audit-full'), [])
})

t.test('on a phone the content starts near the top, and the current tab is in sight', async (t) => {
  const page = await pageOf(browser, node, who)
  await page.setViewport(PHONE)
  await open(page, `${home}/danger`)
  const measured = (await page.evaluate(`(() => {
    const tabs = document.querySelector('.tabs ul').getBoundingClientRect()
    const current = document.querySelector('.tabs [aria-current]').getBoundingClientRect()
    return {
      top: document.querySelector('h1').getBoundingClientRect().top,
      isOneRow: tabs.height < 2 * current.height,
      isInSight: current.left >= 0 && current.right <= innerWidth,
    }
  })()`)) as { top: number; isOneRow: boolean; isInSight: boolean }
  t.ok(measured.top < MAX_HEAD, `the content starts at ${measured.top}`)
  t.match(measured, { isOneRow: true, isInSight: true })
})
