/**
 * The console's pages about webhooks and events in a real browser: without scripts, and how they look.
 */
import t from 'tap'
import type { Test } from 'tap'
import type { Page } from 'puppeteer-core'
import { openBrowser } from '../support/auth/browser.js'
import { inspectPage, pageOf, press } from '../support/auth/page-inspection.js'
import { status } from '../support/delivery/receiver.js'
import { until } from '../support/until.js'
import { deliverForCharts, webhookConsole } from '../support/auth/webhook-console.js'

const { node, hooks, who, partner, appPath: home, hookPath: at } = await webhookConsole(t, 'Trip Planner')

const browser = await openBrowser(t)
const open = async (scripts: boolean): Promise<Page> => {
  const context = await browser.createBrowserContext()
  const page = await context.newPage()
  await page.setJavaScriptEnabled(scripts)
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
const text = async (page: Page, selector = 'main'): Promise<string> =>
  await page.$eval(selector, (element) => element.textContent ?? '')

t.test('without scripts: break, look, fix, replay', async (t) => {
  const page = await open(false)
  await page.goto(node.url + home)
  await press(page, `a[href="${home}/webhooks"]`)
  await press(page, `a[href="${at}"]`)
  partner.reply((_got, response) => {
    response.writeHead(500).end('out of order')
  })
  await press(page, `form[action="${at}/ping"] button`)
  t.match(await text(page), /Attempt 1: 500/)
  t.match(await text(page), /out of order/)
  await page.goto(node.url + at)
  await page.click(`details:has(form[action="${at}/status"]) summary`)
  await press(page, `form[action="${at}/status"] button`)
  t.match(await text(page, '[role="status"]'), /is disabled/)
  await hooks.emit(['11', '11'], 'segment.created')
  await until('kept', async () => (await hooks.count('delivery', 'due_at is null')) === 2)
  partner.reply(status(200))
  await press(page, `form[action="${at}/status"] button`)
  await page.click('details.filter summary')
  await page.select('form[method="get"] #state', 'skipped_disabled')
  await press(page, 'form[method="get"] button')
  t.match(await text(page), /segment\.created/)
  const before = partner.got.length
  await press(page, 'form[action$="/replay#replay"] button')
  t.match(await text(page, '[role="status"]'), /2 events never delivered/)
  await press(page, 'form[action$="/replay#replay"] button')
  await until('both', () => partner.got.length === before + 2)
  t.match(await text(page, '[role="status"]'), /are queued/)
})

t.test('axe finds nothing, wide and narrow, light and dark', async (t) => {
  await deliverForCharts(hooks)
  partner.reply(status(410))
  await hooks.emit(['11'])
  await until('disabled', async () => (await hooks.count('callback', "status = 'Disabled'")) === 1)
  await hooks.database.pool.query("update callback set header_names = '{X-Tenant,Authorization}'")
  const id = partner.got[0]!.event.id
  const paths = [
    home,
    at,
    `${at}/settings`,
    `${at}?state=delivered`,
    `${at}?state=gone`,
    `${at}/deliveries/${id}`,
    `${home}/events`,
    `${home}/events/${id}`,
  ]
  await inspect(t, paths)
  await hooks.database.pool.query("update callback set status = 'Active', disabled_reason = null")
  await hooks.database.pool.query(
    `update callback_due set worker = null, not_before = now() + interval '1 hour',
       ready_at = now() + interval '1 hour',
       state = '{"breaker":{"is":"open","until":9e12,"pause":1,"recent":[],"why":{"since":1e12,"failed":9,"of":10}}}'`,
  )
  await hooks.database.pool.query(
    `insert into delivery (callback_id, event_id, event_at, member_id, sequence, due_at, ordered)
     select c.id, e.id, e.created, e.member_id, e.sequence, now() - interval '1 hour', false
     from callback c, logged_event e where e.member_id = 11 limit 8`,
  )
  await inspect(t, [at, `${at}?type=trip.updated`, `${home}/webhooks`], 'paused-')
})

async function inspect(t: Test, paths: readonly string[], state = ''): Promise<void> {
  const page = await pageOf(browser, node, who)
  for (const [i, path] of paths.entries()) {
    t.equal((await page.goto(node.url + path))?.status(), 200, path)
    t.same(await inspectPage(page, `webhooks-${state}${i}`), [], path)
  }
}
