/** The API reference in a real browser: no foreign requests, no console errors, no axe violations. */
import t from 'tap'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { authNode } from '../support/auth/auth-node.js'
import { openBrowser } from '../support/auth/browser.js'

const node = await authNode(t)
const browser = await openBrowser(t)
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const shots = process.env['SCREENSHOT_DIR'] ?? ''

t.test('the API reference', async (t) => {
  const page = await browser.newPage()
  const requests: string[] = []
  const complaints: string[] = []
  page.on('request', (request) => {
    requests.push(request.url())
  })
  page.on('console', (message) => {
    complaints.push(`${message.type()}: ${message.text()}`)
  })
  page.on('pageerror', (error) => {
    complaints.push(String(error))
  })
  page.on('requestfailed', (request) => {
    complaints.push(`failed: ${request.url()}`)
  })
  await page.setViewport({ width: 1280, height: 900 })
  const answer = await page.goto(`${node.url}/docs`, { waitUntil: 'networkidle0' })
  t.equal(answer?.status(), 200)
  t.same(
    requests.filter((url) => !url.startsWith(`${node.url}/`) && !url.startsWith('data:')),
    [],
    'no request to anywhere else',
  )
  t.same(complaints, [], 'nothing complains')

  const layout = (await page.evaluate(`(() => {
    const box = selector => { const { x, y, width, height } = document.querySelector(selector).getBoundingClientRect(); return { x, y, width, height } }
    return { nav: box('nav'), main: box('main'), font: getComputedStyle(document.querySelector('h1')).fontFamily, wide: document.documentElement.scrollWidth }
  })()`)) as {
    nav: { x: number; width: number }
    main: { x: number; width: number; height: number }
    font: string
    wide: number
  }
  t.ok(
    layout.nav.width > 200 && layout.main.x >= layout.nav.x + layout.nav.width - 1,
    'the list of endpoints is next to the text: the stylesheet is applied',
  )
  t.ok(layout.main.height > 2_000, 'there is something to read')
  t.ok(layout.wide <= 1280, 'nothing is cut off')
  if (shots !== '') await page.screenshot({ path: join(shots, 'docs.png') as `${string}.png` })

  await page.click('nav a[href="#submitSegments"]')
  await page.click('#submitSegments > summary')
  const shown = await page.$eval('#submitSegments', (element) => element.textContent ?? '')
  t.match(shown, /Idempotency-Key/)
  t.match(shown, /"airline": "DL"/, 'with an example')
  t.ok(
    await page.$eval('#submitSegments .body', (element) => element.getBoundingClientRect().height > 100),
    'an endpoint opens without a script of ours',
  )
  if (shots !== '') await page.screenshot({ path: join(shots, 'docs-open.png') as `${string}.png` })

  await page.setViewport({ width: 320, height: 700 })
  t.ok(
    ((await page.evaluate('document.documentElement.scrollWidth')) as number) <= 320,
    '320 pixels are enough',
  )
  if (shots !== '') await page.screenshot({ path: join(shots, 'docs-narrow.png') as `${string}.png` })
})

t.test('axe finds nothing', async (t) => {
  const page = await browser.newPage()
  await page.setBypassCSP(true)
  await page.goto(`${node.url}/docs`)
  await page.evaluate(axe)
  const violations = (await page.evaluate(
    "axe.run(document, { resultTypes: ['violations'] }).then(found => found.violations.map(one => one.id + ': ' + one.nodes.slice(0, 3).map(node => node.target.join(' ')).join(', ')))",
  )) as string[]
  t.same(violations, [])
})
