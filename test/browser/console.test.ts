/**
 * The pages of an application in a real browser: empty, working, failing and with errors; with axe, light and
 * dark, at 1280 and 390 pixels.
 */
import t from 'tap'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { Page } from 'puppeteer-core'
import { anApp } from '../support/auth/auth-fixtures.js'
import { openBrowser } from '../support/auth/browser.js'
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
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
/** The folder named by SCREENSHOT_DIR receives a screenshot of every page, to look at. */
const shots = process.env['SCREENSHOT_DIR'] ?? ''

const open = async (scheme = 'light'): Promise<Page> => {
  const context = await browser.createBrowserContext()
  const page = await context.newPage()
  await page.setBypassCSP(true)
  await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }])
  await page.setCookie({
    name: '__Host-dev',
    value: who.cookies.get('__Host-dev')!,
    url: node.url,
    path: '/',
    secure: true,
    httpOnly: true,
  })
  return page
}

const judge = async (page: Page, name: string): Promise<string[]> => {
  const findings: string[] = []
  for (const width of [1_280, 390]) {
    await page.setViewport({ width, height: 800 })
    if (shots !== '')
      await page.screenshot({ path: join(shots, `${name}-${width}.png`) as `${string}.png`, fullPage: true })
    await page.evaluate(axe)
    const violations = (await page.evaluate(
      'axe.run().then(result => result.violations.map(one => one.id + ": " + one.nodes[0].html))',
    )) as string[]
    findings.push(...violations.map((one) => `${name} at ${width}: ${one}`))
    if (Number(await page.evaluate('document.documentElement.scrollWidth')) > width)
      findings.push(`${name} is wider than ${width}`)
  }
  return findings
}

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
  for (const scheme of ['light', 'dark']) {
    const page = await open(scheme)
    for (const [name, path] of pages) {
      t.equal((await page.goto(node.url + path))?.status(), 200, path)
      t.same(await judge(page, `${name}-${scheme}`), [])
    }
  }
})

t.test('forms with errors, a test event, and a webhook that fails or is disabled', async (t) => {
  const page = await open()
  const press = async (selector: string): Promise<void> => {
    await Promise.all([page.waitForNavigation(), page.click(selector)])
  }
  await page.goto(`${node.url}${at}/settings`)
  await page.evaluate("document.querySelector('#max_in_flight').value = '0'")
  await page.click('#events_chosen')
  await press(`form[action="${at}/settings"] button`)
  t.same(await judge(page, 'error-webhook-settings'), [])
  await page.goto(`${node.url}${home}/settings`)
  await page.evaluate("document.querySelector('#redirect_uri').value = 'http://x/#y'")
  await press(`form[action="${home}/settings"] button`)
  t.same(await judge(page, 'error-settings'), [])
  await page.goto(`${node.url}${home}/danger`)
  await press(`form[action="${home}/delete"] button`)
  t.same(await judge(page, 'error-danger'), [])

  partner.reply(status(503))
  await page.goto(node.url + at)
  await page.select('#test_type', 'segment.created')
  await press(`form[action="${at}/ping"] button`)
  t.match(
    await page.$eval('main', (main) => main.textContent ?? ''),
    /Delivery of segment\.created[\s\S]*503/,
  )
  t.same(await judge(page, 'test-event'), [])
  partner.reply(status(410))
  await hooks.emit(['11'])
  await until('disabled', async () => (await hooks.count('callback', "status = 'Disabled'")) === 1)
  for (const [name, path] of [
    ['disabled-overview', home],
    ['disabled-webhooks', `${home}/webhooks`],
    ['disabled-webhook', at],
  ] as const) {
    await page.goto(node.url + path)
    t.same(await judge(page, name), [])
  }
})
