/**
 * The pictures of the README and the guides, with made-up data: what a member sees, the console, the documentation.
 * `SCREENSHOTS=1 npm test -- test/nightly/pictures.test.ts` writes them to api/docs; otherwise
 * the test only checks that they can be made and are small enough.
 */
import t from 'tap'
import type { Test } from 'tap'
import { writeFileSync } from 'node:fs'
import type { Knex } from 'knex'
import { requestLogStore } from '../../db/request-log/save-requests.js'
import { aMember, authorizePath, signedInMember } from '../support/auth/auth-fixtures.js'
import { openBrowser } from '../support/auth/browser.js'
import { pageOf } from '../support/auth/page-inspection.js'
import { loggedDay } from '../support/auth/logged-requests.js'
import { insertTrip } from '../support/auth/sample-trip.js'
import { TOKYO_TRIP } from '../support/auth/tokyo-trip.js'
import type { Visitor } from '../support/auth/visitor.js'
import { backdateAttempts, webhookConsole } from '../support/auth/webhook-console.js'
import { logSettled } from '../support/log-settled.js'
import { until } from '../support/until.js'

const MAX_BYTES = 150_000
/** From one hour ago to 22 hours ago. */
const DELIVERED_PER_HOUR = [24, 18, 27, 21, 15, 12, 20, 26, 30, 22, 17, 9, 6, 4, 3, 2, 4, 8, 13, 19, 23, 16]
const isWanted = (process.env['SCREENSHOTS'] ?? '') !== ''

const { node, hooks, who, app, appPath, hookPath } = await webhookConsole(t, 'Trip Planner')
const browser = await openBrowser(t)
const member = await aMember(node)
const traveller = await signedInMember(node, member)
await insertTrip(node.knex, member.id, TOKYO_TRIP)
await deliveries(node.knex)
await requestLogStore(hooks.database.pool).save(...loggedDay(app.clientId, member.id))

/** A day of a webhook, with an hour in which the receiver was down. */
async function deliveries(knex: Knex): Promise<void> {
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
  await knex('callback').update({ url: 'https://hooks.partner.example/tripfold' })
  await knex('app')
    .where({ client_id: app.clientId })
    .update({ redirect_uri: 'https://app.partner.example/callback' })
}

/** Each picture: its file, what it shows, and its height. */
const PICTURES: ReadonlyArray<[name: string, visitor: Visitor | null, path: string, height: number]> = [
  ['trip', traveller, '/account/trips/1', 900],
  [
    'consent',
    traveller,
    authorizePath(
      { ...app, redirectUri: 'https://app.partner.example/callback' },
      { scope: 'trips:read calendar' },
    ),
    920,
  ],
  ['console', who, appPath, 760],
  ['webhook', who, hookPath, 1_040],
  ['requests', who, `${appPath}/requests`, 820],
  ['docs', null, '/docs/reference/trips#getTrip', 800],
]

for (const [name, visitor, path, height] of PICTURES)
  t.test(`the picture ${name}.png`, async (t) => {
    const png = await picture(t, { visitor, path, height })
    t.ok(png.length < MAX_BYTES, `${png.length} bytes`)
    if (isWanted) writeFileSync(new URL(`../../api/docs/${name}.png`, import.meta.url), png)
  })

async function picture(
  t: Test,
  { visitor, path, height }: { visitor: Visitor | null; path: string; height: number },
): Promise<Uint8Array> {
  const page = await pageOf(browser, node, visitor)
  await page.setViewport({ width: 1_100, height })
  await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: 'light' }])
  const answer = await page.goto(node.url + path, { waitUntil: 'networkidle0' })
  t.equal(answer?.status(), 200, path)
  return await page.screenshot({ type: 'png' })
}
