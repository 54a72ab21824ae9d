/** The member's pages in a real browser: links, calendars and home, with and without scripts (oauth.md 6). */
import t from 'tap'
import type { Page } from 'puppeteer-core'
import { signedInNode } from '../support/auth/auth-fixtures.js'
import { openBrowser } from '../support/auth/browser.js'
import { pageOf, press } from '../support/auth/page-inspection.js'
import { insertTrip, PARIS_WITHOUT_STAY } from '../support/auth/sample-trip.js'

const { node, member, who } = await signedInNode(t)
const browser = await openBrowser(t)
await insertTrip(node.knex, member.id, PARIS_WITHOUT_STAY)

async function open({ scripts = true, signedIn = true } = {}): Promise<Page> {
  const page = await pageOf(browser, node, signedIn ? who : null)
  await page.setBypassCSP(false)
  await page.setJavaScriptEnabled(scripts)
  return page
}

/** Makes a link of the trip and returns its address. */
async function share(page: Page): Promise<string> {
  await page.goto(`${node.url}/account/trips/1`)
  await page.click('#share summary')
  await press(page, '#share form[action$="/share"] button')
  return await page.$eval('#link', (link) => link.textContent ?? '')
}

t.test('without scripts a trip is shared, read by anyone, and no longer shared', async (t) => {
  const page = await open({ scripts: false })
  const url = await share(page)
  t.equal(await page.$('button.copy:not([hidden])'), null, 'no button that needs a script')
  const reader = await open({ scripts: false, signedIn: false })
  t.equal((await reader.goto(url))?.status(), 200)
  t.match(await reader.$eval('main', (main) => main.textContent ?? ''), /Heathrow/)
  await page.goto(`${node.url}/account/trips/1`)
  await press(page, '#share form[action$="/unshare"] button')
  t.equal((await reader.goto(url))?.status(), 404)
})

t.test('with scripts the booking number is copied', async (t) => {
  const page = await open()
  await browser.defaultBrowserContext().overridePermissions(node.url, ['clipboard-write'])
  await page.goto(`${node.url}/account/trips/1`)
  await page.waitForSelector('button.copy:not([hidden])')
  await page.click('button[data-copy="TF4D7K"]')
  await page.waitForFunction('document.querySelector("button.copy").textContent !== "Copy"')
  t.match(await page.$eval('button.copy', (button) => button.textContent ?? ''), /Copied|Not copied/)
})

/** What the Tab key can reach, in the order of the document. */
const REACHABLE = `[...document.querySelectorAll('a[href], button, input, select, textarea, summary, [tabindex="0"]')]
  .filter((one) => one.type !== 'hidden' && !one.disabled && one.checkVisibility())`

interface Focus {
  /** Place among what can be reached; -1 for anything else. */
  at: number
  outline: string
  hasSize: boolean
  html: string
}

const FOCUS = `(() => {
  const one = document.activeElement
  const box = one.getBoundingClientRect()
  return {
    at: ${REACHABLE}.indexOf(one),
    outline: getComputedStyle(one).outlineStyle,
    hasSize: box.width > 0 && box.height > 0,
    html: one.outerHTML.slice(0, 120),
  }
})()`

t.test('with a keyboard alone everything is reached, in order, and the focus is seen', async (t) => {
  const page = await open({ scripts: true })
  for (const path of ['/account/trips/1', '/account/home?q=Paris', '/account/security', '/oauth/signup']) {
    await page.goto(node.url + path)
    await page.evaluate('document.querySelectorAll("details").forEach((one) => { one.open = true })')
    // Radio buttons of one question are one stop: the arrow keys choose among them.
    await page.evaluate(
      `document.querySelectorAll('[type=radio]:not(:checked)').forEach((one) => one.remove())`,
    )
    const count = Number(await page.evaluate(`${REACHABLE}.length`))
    const stops: number[] = []
    while (stops.length < count) {
      await page.keyboard.press('Tab')
      const found = (await page.evaluate(FOCUS)) as Focus
      // The parts of a date are stops of their own in one field; the browser marks its button.
      if (found.at === stops.at(-1)) continue
      stops.push(found.at)
      t.match(found, { outline: 'solid', hasSize: true }, `${path}: ${found.html}`)
    }
    t.same(
      stops,
      Array.from({ length: count }, (_, at) => at),
      path,
    )
  }
})
