/**
 * The pages of an application in a real browser: empty, working, failing and with errors; with axe, light and
 * dark, at 1280 and 390 pixels.
 */
import t from 'tap'
import { anApp } from '../support/auth/auth-fixtures.js'
import { openBrowser } from '../support/auth/browser.js'
import { inspectPage, inspectState, pageOf, press } from '../support/auth/page-inspection.js'
import { status } from '../support/delivery/receiver.js'
import { until } from '../support/until.js'
import { deliverForCharts, webhookConsole } from '../support/auth/webhook-console.js'

t.setTimeout(240_000)

const LONG_NAME = 'Donaudampfschifffahrtsgesellschaftsreiseplanung für Gruppen'
const TABS = [
  '',
  '/credentials',
  '/webhooks',
  '/events',
  '/requests',
  '/feeds',
  '/test',
  '/settings',
  '/danger',
]

const {
  node,
  hooks,
  who,
  app,
  partner,
  appPath: home,
  hookPath: at,
} = await webhookConsole(t, 'Trip Planner')
const browser = await openBrowser(t)
const { developer_id: developerId } = (await node
  .knex('app')
  .where({ client_id: app.clientId })
  .first('developer_id')) as { developer_id: string }
const fresh = await anApp(node, { developerId, name: LONG_NAME })
const empty = `/console/apps/${fresh.clientId}`

await node.knex('trip').insert({
  member_id: '11',
  id: '77',
  status: 'Active',
  privacy: 'Private',
  personal: true,
  business: false,
  version: 1,
  updated: new Date(),
  doc: JSON.stringify({ id: '77', display_name: 'Weekend in Paris' }),
  state: '{}',
})
await deliverForCharts(hooks)
await who.fillAt(`${home}/test`, `${home}/test/members`, {})

t.test('every tab of an empty and of a working application, light and dark, wide and narrow', async (t) => {
  const pages: Array<[name: string, path: string]> = [
    ['apps', '/console/apps'],
    ...TABS.map((tab): [string, string] => [`empty${tab.replace('/', '-')}`, `${empty}${tab}`]),
    ...TABS.map((tab): [string, string] => [`used${tab.replace('/', '-')}`, `${home}${tab}`]),
    ['second', `${home}/second`],
    ['webhook', at],
    ['webhook-settings', `${at}/settings`],
    ['delivery', `${at}/deliveries/${partner.got.at(-1)!.event.id}`],
    ['event', `${home}/events/${partner.got[0]!.event.id}`],
  ]
  const page = await pageOf(browser, node, who)
  for (const [name, path] of pages) {
    t.equal((await page.goto(node.url + path))?.status(), 200, path)
    t.same(await inspectPage(page, name), [])
  }
})

t.test('forms with errors, a test event, and a webhook that fails or is disabled', async (t) => {
  const page = await pageOf(browser, node, who)
  await page.goto(`${node.url}${at}/settings`)
  await page.evaluate("document.querySelector('#max_in_flight').value = '0'")
  await page.click('#events_chosen')
  await press(page, `form[action="${at}/settings"] button`)
  t.same(await inspectState(page, 'error-webhook-settings'), [])
  await page.goto(`${node.url}${home}/settings`)
  await page.evaluate("document.querySelector('#redirect_uri').value = 'http://x/#y'")
  await press(page, `form[action="${home}/settings"] button`)
  t.same(await inspectState(page, 'error-settings'), [])
  await page.goto(`${node.url}${home}/danger`)
  await press(page, `form[action="${home}/delete"] button`)
  t.same(await inspectState(page, 'error-danger'), [])

  partner.reply(status(503))
  await page.goto(node.url + at)
  await page.select('#test_type', 'segment.created')
  await press(page, `form[action="${at}/ping"] button`)
  t.match(
    await page.$eval('main', (main) => main.textContent ?? ''),
    /Delivery of segment\.created[\s\S]*503/,
  )
  t.same(await inspectState(page, 'test-event'), [])
  partner.reply(status(410))
  await hooks.emit(['11'])
  await until('disabled', async () => (await hooks.count('callback', "status = 'Disabled'")) === 1)
  for (const [name, path] of [
    ['disabled-overview', home],
    ['disabled-webhooks', `${home}/webhooks`],
    ['disabled-webhook', at],
  ] as const) {
    await page.goto(node.url + path)
    t.same(await inspectState(page, name), [])
  }
})
