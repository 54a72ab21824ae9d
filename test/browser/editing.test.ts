/** A traveller without scripts adds, corrects, notes, moves and merges; axe finds nothing at either width and in either scheme. */
import t from 'tap'
import type { Page } from 'puppeteer-core'
import { startIngress } from '../support/api/ingress.js'
import { aMember, signedInMember } from '../support/auth/auth-fixtures.js'
import { authNode } from '../support/auth/auth-node.js'
import { openBrowser } from '../support/auth/browser.js'
import { inspectPage, inspectState, pageOf, press } from '../support/auth/page-inspection.js'
import { testDatabase, testNats } from '../support/servers.js'

t.setTimeout(480_000)

const databaseUrl = await testDatabase(t)
const ingress = await startIngress(t, { fold: true, on: { databaseUrl, natsUrl: (await testNats(t)).url } })
const node = await authNode(t, { databaseUrl, publish: ingress.deps.publish })
const browser = await openBrowser(t)
const day = (days: number): string =>
  new Date(Date.now() + (60 + days) * 86_400_000).toISOString().slice(0, 10)

/** A date or time is set, because what is typed into one depends on the language of the browser. */
const enter = async (page: Page, values: Record<string, string>): Promise<void> => {
  for (const [id, value] of Object.entries(values))
    await page.$eval(
      `[id="${id}"]`,
      (one, text) => {
        ;(one as unknown as { value: string }).value = text
      },
      value,
    )
}
const text = async (page: Page): Promise<string> => await page.$eval('main', (main) => main.textContent ?? '')
const follow = async (page: Page, words: string): Promise<void> => {
  const link = await page.waitForSelector(`::-p-xpath(//a[contains(., "${words}")])`)
  await Promise.all([page.waitForNavigation(), link!.click()])
}

t.test('add, correct, note, move, merge, split: without scripts', async (t) => {
  const who = await signedInMember(node, await aMember(node))
  // The page itself has none; axe and the values come from the test.
  const page = await pageOf(browser, node, who)
  await page.setRequestInterception(true)
  page.on('request', (request) => {
    void (request.resourceType() === 'script' ? request.abort() : request.continue())
  })
  await page.goto(`${node.url}/account/trips`)
  await follow(page, 'enter it yourself')
  t.same(await inspectPage(page, 'edit-types'), [])
  await follow(page, 'Flight')
  await press(page, 'main button.primary')
  t.match(await text(page), /There is a problem[^]*departure airport/)
  t.same(await inspectPage(page, 'edit-new-wrong'), [])
  await enter(page, { airline: 'BA', flight_num: '304', origin: 'LHR', destination: 'CDG' })
  await enter(page, {
    departure_datetime: day(0),
    'departure_datetime-time': '07:30',
    arrival_datetime: day(0),
  })
  await press(page, 'main button.primary')
  t.match(await text(page), /Added to your itinerary[^]*BA 304[^]*07:30/)
  const trip = page.url().replace(/[?#].*/, '')

  await follow(page, 'Correct, move or remove')
  t.same(await inspectPage(page, 'edit-segment'), [])
  await enter(page, { 'arrival_datetime-time': '09:45', notes: 'Window seat' })
  await press(page, 'main button.primary')
  t.match(await text(page), /Corrected[^]*09:45[^]*Window seat/)
  t.same(await inspectState(page, 'edit-corrected'), [])

  await follow(page, 'Add to this trip')
  await follow(page, 'Stay')
  await enter(page, {
    hotel_name: 'Le Bleu',
    city_name: 'Paris',
    checkin_date: day(0),
    checkout_date: day(2),
  })
  await press(page, 'main button.primary')
  t.equal(page.url().replace(/[?#].*/, ''), trip)
  await page.goto(
    await page.$$eval(
      'article',
      (all) => all.find((one) => one.textContent!.includes('Le Bleu'))!.querySelector('a')!.href,
    ),
  )
  await page.select('#to', 'new')
  await press(page, 'form[action$="/move"] button')
  t.match(await text(page), /Moved[^]*Le Bleu/)
  const second = page.url().replace(/[?#].*/, '')
  t.not(second, trip)

  await page.goto(`${trip}/edit`)
  t.same(await inspectPage(page, 'edit-trip'), [])
  await press(page, 'form[action$="/split"] button, form[action$="/merge"] button')
  t.match(await text(page), /There is a problem/)
  t.same(await inspectState(page, 'edit-trip-wrong'), [])
  await page.select('#other', second.split('/').at(-1)!)
  await press(page, 'form[action$="/merge"] button')
  t.match(await text(page), /Merged[^]*BA 304[^]*Le Bleu/)
  await follow(page, 'Rename, note, merge or split')
  await enter(page, { headline: 'A week in Paris', 'note-0': 'Passports!' })
  await press(page, 'main button.primary')
  t.match(await text(page), /Saved[^]*A week in Paris[^]*Passports!/)
  t.same(await inspectState(page, 'edit-trip-saved'), [])

  await page.goto(`${node.url}/account/loyalty`)
  await enter(page, { account_id: '5150' })
  await press(page, 'form[action$="/add"] button')
  t.match(await text(page), /There is a problem[^]*Choose a company/)
  t.same(await inspectState(page, 'edit-loyalty'), [])
})
