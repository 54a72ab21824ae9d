/**
 * States of the sign-in, consent, member and shared pages that every-page.test.ts does not show: every segment type,
 * many items, long names, errors in forms, and what has ended. The same checks at both widths and in both schemes.
 */
import t from 'tap'
import type { Page } from 'puppeteer-core'
import {
  aMember,
  anApp,
  authorizePath,
  memberTokens,
  PASSWORD,
  signedInMember,
} from '../support/auth/auth-fixtures.js'
import { authNode } from '../support/auth/auth-node.js'
import { openBrowser } from '../support/auth/browser.js'
import { aDeveloper } from '../support/auth/developer-fixtures.js'
import { EVERY_TYPE_TRIP } from '../support/auth/every-type-trip.js'
import { insertManyTrips, insertUnfiled } from '../support/auth/member-history.js'
import { inspectState, pageOf, press } from '../support/auth/page-inspection.js'
import { insertTrip } from '../support/auth/sample-trip.js'
import { until } from '../support/until.js'

t.setTimeout(480_000)

const LONG =
  'The Extraordinarily Long-Winded Association of Independent Itinerary Administrators and Partners'
const ALL_SCOPES = 'trips:read trips:write profile:read profile:write accounts calendar'
const DAY = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)
const UNFILED = [
  {
    type: 'Restaurant',
    restaurant_name: 'Alte Mühle',
    start_datetime: `${DAY}T19:30:00`,
    city_name: 'Hamburg',
  },
  { type: 'Car', car_company: 'Sixt', pickup_datetime: `${DAY}T09:00:00`, pickup_city_name: 'Hamburg' },
  { type: 'Rail', rail_line: 'RE 7', departure_datetime: `${DAY}T07:02:00`, origin: 'Nowhere' },
  {
    type: 'Meeting',
    activity_name: EVERY_TYPE_TRIP.name,
    start_datetime: `${DAY}T11:00:00`,
    start_city_name: 'Hamburg',
  },
  { type: 'Air', status: 'Cancelled', airline: 'LH', flight_num: '7', departure_datetime: `${DAY}T10:00:00` },
]

const node = await authNode(t, {
  settings: { mailFolder: 'mail' },
  publish: async () => await Promise.resolve({ seq: 1, duplicate: false }),
})
/** Of its own: a joined node takes forms of the other's address alone. */
const strict = await authNode(t, { settings: { signInFailures: 1 } })
const browser = await openBrowser(t)
const developer = await aDeveloper(node)
await node.knex('developer').where({ id: developer.id }).update({ organisation: LONG })
const app = await anApp(node, {
  name: LONG,
  developerId: developer.id,
  redirectUri: `https://${'long-'.repeat(11)}name.partner.example/cb`,
})
const other = await anApp(node, { name: 'Calendar only' })
const member = await aMember(node)
const who = await signedInMember(node, member)
await insertTrip(node.knex, member.id, EVERY_TYPE_TRIP)
await insertManyTrips(node.knex, member.id)
await insertUnfiled(node.knex, member.id, UNFILED)
await node
  .knex('member')
  .where({ id: member.id })
  .update({
    head: JSON.stringify({ home: { city: 'Hamburg', lat: 53.55, lon: 9.99 }, pins: [['903', null]] }),
  })

const openAll = async (page: Page): Promise<void> => {
  await page.evaluate('document.querySelectorAll("details").forEach((one) => { one.open = true })')
}
const mailed = async (to: string): Promise<string> =>
  await until(
    'a mail',
    () => /https:\/\/\S+/.exec(node.mails.filter((mail) => mail.to === to).at(-1)?.text ?? '')?.[0],
  )

t.test('trips: many, long, under way, cancelled, over, and what is in none', async (t) => {
  const page = await pageOf(browser, node, who)
  for (const [name, path] of [
    ['trips-many', '/account/trips'],
    ['trips-last', '/account/trips?page=1'],
    ['trips-beyond', '/account/trips?page=99'],
    ['trips-past', '/account/trips?view=past'],
    ['trips-found', '/account/trips?q=hamburg'],
    ['trips-year', '/account/trips?view=year'],
    ['trip-every-type', '/account/trips/1'],
    ['trip-now', '/account/trips/100'],
    ['trip-cancelled', '/account/trips/102'],
    ['unfiled', '/account/trips/unfiled'],
    ['unfiled-none', '/account/trips/unfiled?view=past'],
  ] as const) {
    await page.goto(node.url + path)
    await openAll(page)
    t.same(await inspectState(page, name), [])
  }
})

t.test('shared links: several, revoked, ended, with everything and with little', async (t) => {
  const page = await pageOf(browser, node, who)
  const links: string[] = []
  for (const ticks of [['locators', 'prices'], []]) {
    await page.goto(`${node.url}/account/trips/1`)
    await openAll(page)
    for (const tick of ticks) await page.click(`#${tick}`)
    await press(page, '#share form[action$="/share"] button')
    links.push(await page.$eval('#link', (one) => one.textContent ?? ''))
  }
  await page.goto(`${node.url}/account/trips/1`)
  await openAll(page)
  t.same(await inspectState(page, 'trip-links'), [])
  const reader = await pageOf(browser, node, null)
  for (const [name, link] of [
    ['shared-all', links[0]!],
    ['shared-little', links[1]!],
  ] as const) {
    await reader.goto(link)
    t.same(await inspectState(reader, name), [])
  }
  await press(page, '#share form[action$="/unshare"] button')
  t.same(await inspectState(page, 'trip-unshared'), [])
  await node.knex('shared_trip').update({ expires: new Date(0) })
  t.equal((await reader.goto(links[1]!))?.status(), 404)
  t.same(await inspectState(reader, 'shared-ended'), [])
})

t.test('home: inferred, several stated, cities to choose from, errors', async (t) => {
  const page = await pageOf(browser, node, who)
  await page.goto(`${node.url}/account/home`)
  t.match(await page.$eval('main', (main) => main.textContent), /We take Hamburg as your home/)
  t.same(await inspectState(page, 'home-inferred'), [])
  const row = await node.knex('member').where({ id: member.id }).first<{ doc: string }>('doc')
  const home = { city: 'Hamburg', country: 'DE', time_zone_id: 'Europe/Berlin', airports: ['HAM', 'LBC'] }
  const homes = [
    { ...home, from: null },
    { ...home, city: 'Zürich', country: 'CH', from: '2026-09-01' },
  ]
  const doc = JSON.stringify({ ...(JSON.parse(row!.doc) as object), homes, time_zone_id: 'Europe/Zurich' })
  await node.knex('member').where({ id: member.id }).update({ doc, head: null })
  await page.goto(`${node.url}/account/home?q=san`)
  t.same(await inspectState(page, 'home-cities'), [])
  await page.type('#airports', 'XXQ')
  await press(page, 'form[action="/account/home"][method="post"] button')
  t.same(await inspectState(page, 'home-faults'), [])
  await page.goto(`${node.url}/account/home?q=Qqqqqqqq`)
  t.same(await inspectState(page, 'home-no-city'), [])
})

t.test('calendar addresses and loyalty accounts: many, in every state, errors', async (t) => {
  const page = await pageOf(browser, node, who)
  await page.goto(`${node.url}/account/calendar`)
  t.same(await inspectState(page, 'calendar-empty'), [])
  await press(page, 'form[action="/account/calendar"] button')
  t.same(await inspectState(page, 'calendar-faults'), [])
  for (const name of ['Phone', LONG]) {
    await page.goto(`${node.url}/account/calendar`)
    await page.type('#name', name)
    await press(page, 'form[action="/account/calendar"] button')
  }
  t.same(await inspectState(page, 'calendar-new'), [])
  await page.goto(`${node.url}/account/calendar`)
  await press(page, 'form[action="/account/calendar/remove"] button')
  t.same(await inspectState(page, 'calendar-removed'), [])
  await node.knex('account').insert(
    [
      { status: 'Active', ownership: 'Unconfirmed', conflict: true, name: 'Delta Air Lines' },
      { status: 'NeedsAttention', ownership: 'Confirmed', program_name: LONG, loyalty_level: 'Gold' },
      {
        status: 'Paused',
        ownership: 'Vouched',
        last_harvest_status: 'Success',
        last_access: '2026-11-20T09:30:00Z',
      },
    ].map((account, at) => ({
      member_id: member.id,
      id: String(70 + at),
      status: account.status,
      source: 'airline_dl',
      account_id: `7004${at}`,
      classification: 'airline',
      version: 1,
      updated: new Date(),
      doc: JSON.stringify({
        id: String(70 + at),
        account_id: `****123${at}`,
        name: 'Delta Air Lines',
        ...account,
      }),
      state: '{}',
    })),
  )
  await page.goto(`${node.url}/account/loyalty`)
  t.same(await inspectState(page, 'loyalty-many'), [])
  await page.type('#booking-70', 'GUESS7')
  await press(page, 'form[action="/account/loyalty/confirm"] button')
  t.same(await inspectState(page, 'loyalty-unknown'), [])
})

t.test('applications: consent with several scopes, several connected, disconnecting, reports', async (t) => {
  const page = await pageOf(browser, node, who)
  for (const [name, scope] of [
    ['consent-everything', null],
    ['consent-all', ALL_SCOPES],
    ['consent-one', 'calendar'],
    ['consent-refused', 'nonsense'],
  ] as const) {
    await page.goto(node.url + authorizePath(app, { scope }))
    t.same(await inspectState(page, name), [])
  }
  await memberTokens(node, app, who)
  await memberTokens(node, other, who)
  await sentBatches()
  for (const [name, path] of [
    ['apps-many', '/account/apps'],
    ['apps-disconnect-all', '/account/apps/disconnect'],
    ['apps-disconnect', `/account/apps/disconnect?app=${app.clientId}`],
    ['report', `/account/report?app=${app.clientId}`],
  ] as const) {
    await page.goto(node.url + path)
    t.same(await inspectState(page, name), [])
  }
  await press(page, 'form[action="/account/report"] button')
  t.same(await inspectState(page, 'report-faults'), [])
  await page.type('#words', 'It asks for my password.')
  await press(page, 'form[action="/account/report"] button')
  t.same(await inspectState(page, 'report-sent'), [])
})

/** What both applications sent, one of them no longer connected. */
async function sentBatches(): Promise<void> {
  const former = await anApp(node, { name: 'Former sender' })
  const batch = {
    member_id: member.id,
    seq: 1,
    partition: 0,
    kind: 'segments',
    received: new Date('2026-11-20T09:30:00Z'),
  }
  const stored = { failed: false, refused: false, content: Buffer.of() }
  await node.knex('raw_batch').insert([
    { ...batch, ...stored, id: 1, client_id: app.clientId, n: 12 },
    { ...batch, ...stored, id: 2, client_id: former.clientId, n: 1 },
  ])
}

t.test('another address: errors, the mail, the link with and without a session, taken since', async (t) => {
  const mover = await aMember(node)
  const page = await pageOf(browser, node, await signedInMember(node, mover))
  const next = `a.very.long.mailbox.name.of.somebody.who.moved@${'long-'.repeat(8)}name.mail.example`
  const ask = async (email: string): Promise<void> => {
    await page.goto(`${node.url}/account/security`)
    await page.type('#new_email', email)
    await page.type('#address_password', PASSWORD)
    await press(page, 'form[action="/account/address"] button')
  }
  await ask(mover.email)
  t.same(await inspectState(page, 'address-faults'), [])
  await ask(next)
  t.same(await inspectState(page, 'address-mailed'), [])
  const link = await mailed(next)
  const stranger = await pageOf(browser, node, null)
  await stranger.goto(link)
  await press(stranger, 'form[action="/oauth/new-address"] button')
  t.same(await inspectState(stranger, 'address-password'), [])
  await page.goto(link)
  t.same(await inspectState(page, 'address-confirm'), [])
  const rival = await aMember(node)
  await node.knex('member_login').where({ member_id: rival.id }).update({ email: next, email_key: next })
  await press(page, 'form[action="/oauth/new-address"] button')
  t.same(await inspectState(page, 'address-taken'), [])
  await ask('plain@mail.example')
  await page.goto(await mailed('plain@mail.example'))
  await press(page, 'form[action="/oauth/new-address"] button')
  t.same(await inspectState(page, 'address-changed'), [])
})

t.test('security: errors, several sessions, another password, a closed account', async (t) => {
  const leaver = await aMember(node)
  const page = await pageOf(browser, node, await signedInMember(node, leaver))
  await signedInMember(node, leaver)
  await page.goto(`${node.url}/account/security`)
  await press(page, 'form[action="/account/password"] .actions button')
  t.same(await inspectState(page, 'security-faults'), [])
  await page.type('#current', PASSWORD)
  await page.type('#password', 'another fine long password')
  await page.click('#end_sessions')
  await press(page, 'form[action="/account/password"] .actions button')
  t.same(await inspectState(page, 'security-changed'), [])
  await page.type('#close_password', 'wrong')
  await press(page, 'form[action="/account/close"] button')
  t.same(await inspectState(page, 'security-close-wrong'), [])
  await page.type('#close_password', 'another fine long password')
  await press(page, 'form[action="/account/close"] button')
  t.same(await inspectState(page, 'closed'), [])
})

t.test(
  'sign-in: for an application, mailed links, too many attempts, forms that no longer count',
  async (t) => {
    const page = await pageOf(browser, node, null)
    await page.goto(node.url + authorizePath(app))
    t.same(await inspectState(page, 'login-app'), [])
    for (const [name, path] of [
      ['login-reset', '/oauth/login?m=reset'],
      ['confirm-gone', '/oauth/confirm?token=x'],
      ['redirect-mismatch', authorizePath(app, { redirect_uri: 'https://evil.example/' })],
    ] as const) {
      await page.goto(node.url + path)
      t.same(await inspectState(page, name), [])
    }
    await page.goto(`${node.url}/oauth/forgot`)
    await press(page, 'main button')
    t.same(await inspectState(page, 'forgot-faults'), [])
    await page.goto(`${node.url}/oauth/forgot`)
    await page.type('#email', member.email)
    await press(page, 'main button')
    t.same(await inspectState(page, 'mailed-folder'), [])
    const reset = await mailed(member.email)
    await page.goto(reset)
    await page.type('#password', 'short')
    await press(page, 'main form button')
    t.same(await inspectState(page, 'reset-faults'), [])
    await page.type('#password', 'a brand new long password')
    await press(page, 'main form button')
    t.same(await inspectState(page, 'reset-done'), [])
    await page.goto(reset)
    t.same(await inspectState(page, 'reset-used'), [])
    await otherBrowser(t)
    await page.goto(`${node.url}/oauth/login`)
    await page.deleteCookie(...(await page.cookies()))
    await press(page, 'form[action="/oauth/login"] button')
    t.same(await inspectState(page, 'form-invalid'), [])
    await page.goto(`${strict.url}/oauth/login`)
    await page.type('#email', 'guess@mail.example')
    for (const guess of ['first', 'second', 'third']) {
      await page.type('#password', guess)
      await press(page, 'form[action="/oauth/login"] button')
    }
    t.match(await page.$eval('main', (main) => main.textContent), /Too many/)
    t.same(await inspectState(page, 'login-throttled'), [])
  },
)

/** The mail of a sign-up is opened in another browser, which has to give the password. */
async function otherBrowser(t: import('tap').Test): Promise<void> {
  const page = await pageOf(browser, node, null)
  await page.goto(`${node.url}/oauth/signup`)
  for (const [id, text] of [
    ['first_name', 'Bo'],
    ['last_name', 'Browser'],
    ['email', 'bo@mail.example'],
    ['password', PASSWORD],
  ] as const)
    await page.type(`#${id}`, text)
  await press(page, 'main button')
  const link = await mailed('bo@mail.example')
  const elsewhere = await pageOf(browser, node, null)
  await elsewhere.goto(link)
  await elsewhere.type('#password', 'wrong')
  await press(elsewhere, 'main form button')
  t.same(await inspectState(elsewhere, 'confirm-elsewhere-wrong'), [])
}
