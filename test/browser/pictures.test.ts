/**
 * The pictures of the README: a member's itinerary and a webhook in the developer console, with made-up
 * data. `SCREENSHOTS=1 npm run test:browser -- test/browser/pictures.test.ts` writes them to api/docs;
 * otherwise the test only checks that they can be made and are small enough.
 */
import t from 'tap'
import { writeFileSync } from 'node:fs'
import { aMember, signedInMember } from '../support/auth/auth-fixtures.js'
import { openBrowser } from '../support/auth/browser.js'
import { insertTrip, PARIS } from '../support/auth/sample-trip.js'
import type { Visitor } from '../support/auth/visitor.js'
import { backdateAttempts, webhookConsole } from '../support/auth/webhook-console.js'
import { logSettled } from '../support/log-settled.js'
import { until } from '../support/until.js'

const MAX_BYTES = 150_000
/** From one hour ago to 22 hours ago. */
const DELIVERED_PER_HOUR = [24, 18, 27, 21, 15, 12, 20, 26, 30, 22, 17, 9, 6, 4, 3, 2, 4, 8, 13, 19, 23, 16]
const isWanted = (process.env['SCREENSHOTS'] ?? '') !== ''

const { node, hooks, who, hookPath } = await webhookConsole(t, 'Trip Planner')
const browser = await openBrowser(t)

async function picture(visitor: Visitor, cookie: string, path: string, height: number): Promise<Uint8Array> {
  const page = await browser.newPage()
  await page.setViewport({ width: 1_100, height })
  await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: 'light' }])
  await page.setCookie({
    name: cookie,
    value: visitor.cookies.get(cookie)!,
    url: node.url,
    path: '/',
    secure: true,
    httpOnly: true,
  })
  const response = await page.goto(node.url + path)
  if (response?.status() !== 200) throw new Error(`${path} answered ${response?.status()}`)
  return await page.screenshot({ type: 'png' })
}

function keep(name: string, png: Uint8Array): void {
  if (isWanted) writeFileSync(new URL(`../../api/docs/${name}.png`, import.meta.url), png)
}

t.test('the itinerary of a member', async (t) => {
  const member = await aMember(node)
  await insertTrip(node.knex, member.id, PARIS)
  const png = await picture(await signedInMember(node, member), '__Host-sid', '/account/trips/1', 720)
  t.ok(png.length < MAX_BYTES, `${png.length} bytes`)
  keep('itinerary', png)
})

t.test('a webhook in the developer console', async (t) => {
  for (const type of ['trip.created', 'segment.created', 'segment.updated'])
    await hooks.emit(['11', '11'], type)
  await hooks.emit(
    Array.from({ length: 30 }, () => '11'),
    'trip.updated',
  )
  await until('delivered', async () => (await hooks.count('attempt', "state = 'delivered'")) === 36)
  for (const [i, count] of DELIVERED_PER_HOUR.entries())
    await backdateAttempts(hooks, { hours: i + 1, state: 'delivered', addedMs: 60 + ((i * 37) % 50), count })
  await backdateAttempts(hooks, { hours: 7, state: 'failed', addedMs: 200, count: 6 })
  await logSettled(hooks.count)
  await node.knex('callback').update({ url: 'https://hooks.partner.example/tripfold' })
  const png = await picture(who, '__Host-dev', hookPath, 720)
  t.ok(png.length < MAX_BYTES, `${png.length} bytes`)
  keep('console', png)
})
