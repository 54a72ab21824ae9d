/** Looks at pages in a real browser: wide and narrow, light and dark, with axe. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { Browser, Page } from 'puppeteer-core'
import type { AuthNode } from './auth-node.js'
import type { Visitor } from './visitor.js'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
/** The folder named by SCREENSHOT_DIR receives screenshots of every page, to look at. */
const shots = process.env['SCREENSHOT_DIR'] ?? ''

/** What depends on colours and widths; everything else is the same however a page is shown. */
const VISUAL_RULES = ['color-contrast', 'link-in-text-block', 'scrollable-region-focusable', 'target-size']

/** A page with a session of its own and the cookies of the visitor. */
export async function pageOf(browser: Browser, node: AuthNode, visitor: Visitor | null): Promise<Page> {
  const page = await (await browser.createBrowserContext()).newPage()
  await page.setBypassCSP(true)
  for (const [name, value] of visitor?.cookies ?? [])
    await page.setCookie({ name, value, url: node.url, path: '/', secure: true, httpOnly: true })
  return page
}

/** Presses what leads to another page. */
export async function press(page: Page, selector: string): Promise<void> {
  await Promise.all([page.waitForNavigation(), page.click(selector)])
}

type View = readonly [scheme: 'light' | 'dark', width: number]

const FIRST: View = ['light', 1_280]
const ALL_VIEWS: readonly View[] = [FIRST, ['light', 390], ['dark', 1_280], ['dark', 390]]
/** Both widths and both schemes, for a further state of a page that is inspected in all. */
const OPPOSITE_VIEWS: readonly View[] = [FIRST, ['dark', 390]]

/** Of the narrowest phones. */
const NARROWEST = 320

/** What is wrong with the page as it is, at 1280 and 390 pixels, light and dark, and whether it fits 320 pixels. */
export async function inspectPage(page: Page, name: string): Promise<string[]> {
  return await inspect(page, name, ALL_VIEWS)
}

/** The same in half the time: wide in light, narrow in dark. Pictures are taken of all four. */
export async function inspectState(page: Page, name: string): Promise<string[]> {
  return await inspect(page, name, shots === '' ? OPPOSITE_VIEWS : ALL_VIEWS)
}

async function inspect(page: Page, name: string, views: readonly View[]): Promise<string[]> {
  const findings: string[] = []
  await page.evaluate(axe)
  for (const view of views) {
    const [scheme, width] = view
    await page.emulateMediaFeatures([
      { name: 'prefers-color-scheme', value: scheme },
      // A colour on its way to another one must not be judged.
      { name: 'prefers-reduced-motion', value: 'reduce' },
    ])
    await page.setViewport({ width, height: 800 })
    const what = `${name}-${width}-${scheme}`
    if (shots !== '') await page.screenshot({ path: join(shots, `${what}.png`) as 'x.png', fullPage: true })
    const found = (await page.evaluate(violationsScript(view === FIRST ? null : VISUAL_RULES))) as string[]
    found.push(...((await page.evaluate(TOO_WIDE)) as string[]))
    findings.push(...found.map((one) => `${what}: ${one}`))
  }
  await page.setViewport({ width: NARROWEST, height: 800 })
  const wide = Number(await page.evaluate('document.documentElement.scrollWidth'))
  return wide > NARROWEST ? [...findings, `${name}: ${wide} pixels wide at ${NARROWEST}`] : findings
}

const violationsScript = (rules: string[] | null): string => {
  const only = rules === null ? '' : `, runOnly: ${JSON.stringify({ type: 'rule', values: rules })}`
  return `axe.run(document, { resultTypes: ['violations']${only} })
    .then(({ violations }) => violations.map(({ id, nodes }) => id + ': ' + nodes[0].html))`
}

/** The page and its tables must not scroll sideways; code, diagrams and rows of links may. */
const TOO_WIDE = `[document.documentElement, ...document.querySelectorAll('body *:not(pre, code, .picture, .hidden, nav ul)')]
  .filter((one) => one.clientWidth > 0 && one.scrollWidth > one.clientWidth + 1 &&
    (one === document.documentElement || ['auto', 'scroll'].includes(getComputedStyle(one).overflowX)))
  .map((one) => one.tagName + '.' + one.className + ' ' + (one.ariaLabel ?? '') + ' scrolls: ' + one.scrollWidth + ' of ' + one.clientWidth)`
