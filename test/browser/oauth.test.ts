/**
 * The authorization flow in a real browser, with and without scripts (oauth.md 5.8). The numbers are rows.
 */
import t from 'tap'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { Page } from 'puppeteer-core'
import type { Test } from 'tap'
import {
  aMember,
  anApp,
  api,
  authorizePath,
  memberTokens,
  PASSWORD,
  signedInMember,
  tokenRequest,
  tokensOf,
} from '../support/auth/auth-fixtures.js'
import type { TestApp } from '../support/auth/auth-fixtures.js'
import { authNode } from '../support/auth/auth-node.js'
import { openBrowser } from '../support/auth/browser.js'
import { aDeveloper, signedInDeveloper } from '../support/auth/developer-fixtures.js'
import { partnerSite } from '../support/auth/partner-site.js'
import { insertLoyaltyAccount, insertTrip, PARIS_WITHOUT_STAY } from '../support/auth/sample-trip.js'

const node = await authNode(t)
const browser = await openBrowser(t)
const site = await partnerSite(t)
const app = await anApp(node, { name: 'Trip <b>Planner', redirectUri: site.redirectUri })
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** The folder named by SCREENSHOT_DIR receives a screenshot of every page, to look at. */
const shots = process.env['SCREENSHOT_DIR'] ?? ''

const open = async (scripts = true): Promise<Page> => {
  const context = await browser.createBrowserContext()
  const page = await context.newPage()
  await page.setJavaScriptEnabled(scripts)
  return page
}
const press = async (page: Page, selector: string): Promise<void> => {
  await Promise.all([page.waitForNavigation(), page.click(selector)])
}
const signIn = async (page: Page, email: string, password = PASSWORD): Promise<void> => {
  await page.type('#email', email)
  await page.type('#password', password)
  await press(page, 'form[action="/oauth/login"] button')
}
const ALLOW = 'button[value="allow"]'
const CANCEL = 'button[value="cancel"]'
const lastVisit = (): URLSearchParams => site.visits.at(-1)!.query
const exchange = async (of: TestApp = app): Promise<number> => {
  const answer = await tokenRequest(node, of, {
    grant_type: 'authorization_code',
    redirect_uri: of.redirectUri,
    code: lastVisit().get('code')!,
  })
  return (await api(node, tokensOf(answer).accessToken)).status
}

for (const scripts of [true, false]) {
  t.test(
    `${scripts ? '119 and 121' : '123'} from a partner's link through sign-up, sign-in and consent to a token, scripts ${scripts ? 'on' : 'off'}`,
    async (t) => {
      const page = await open(scripts)
      const email = `browser-${String(scripts)}@mail.example`
      await page.goto(node.url + authorizePath(app, { state: `s-${String(scripts)}` }))
      await Promise.all([page.waitForNavigation(), page.click('a[href^="/oauth/signup"]')])
      await page.type('#first_name', 'Bo')
      await page.type('#last_name', 'Browser')
      await page.type('#email', email)
      await page.type('#password', 'a fine long password')
      await press(page, 'main button')
      t.match(await page.title(), /Check your email/)
      await page.goto(/https:\/\/\S+/.exec(node.mails.filter((mail) => mail.to === email).at(-1)!.text)![0])
      await press(page, 'main button')
      t.match(await page.title(), /Your account is ready/)
      await press(page, 'main a.button')
      t.match(
        await page.$eval('h1', (heading) => heading.textContent),
        'Connect Trip <b>Planner',
        '122 the name is text',
      )
      await press(page, ALLOW)
      t.equal(await page.title(), 'Landed', "the browser got past the client's own redirect")
      t.equal(lastVisit().get('state'), `s-${String(scripts)}`)
      t.equal(site.visits.at(-1)!.headers.referer, undefined, 'no Referer')
      t.equal(await exchange(), 200)
    },
  )
}

t.test('refusing is as easy as allowing', async (t) => {
  const page = await open()
  await page.goto(node.url + authorizePath(app))
  await signIn(page, (await aMember(node)).email)
  const sizes = await page.$$eval('.choice button', (buttons) =>
    buttons.map((button) => {
      const box = button.getBoundingClientRect()
      return [box.width, box.height]
    }),
  )
  t.same(sizes[0], sizes[1], 'both buttons have the same size')
  t.notMatch(await page.evaluate('document.activeElement.tagName'), /BUTTON/)
  await press(page, CANCEL)
  t.equal(lastVisit().get('error'), 'access_denied')
  t.equal(lastVisit().get('state'), 'xyz')
})

t.test('an unknown client or a wrong redirect URL leads nowhere', async (t) => {
  const page = await open()
  const before = site.visits.length
  const changes: Array<Record<string, string>> = [
    { client_id: 'nobody' },
    { redirect_uri: 'http://localhost:1/evil' },
  ]
  for (const change of changes) {
    const answer = await page.goto(node.url + authorizePath(app, change))
    t.equal(answer?.status(), 400)
    t.ok(page.url().startsWith(node.url))
  }
  t.equal(site.visits.length, before)
})

t.test('going back and sending twice', async (t) => {
  const page = await open()
  await page.goto(node.url + authorizePath(app))
  await signIn(page, (await aMember(node)).email)
  const consent = page.url()
  await press(page, ALLOW)
  const first = lastVisit().get('code')
  await page.goBack()
  if (page.url() !== consent) await page.goBack()
  t.match(await page.title(), /Connect/, 'the page is shown again')
  await press(page, ALLOW)
  t.not(lastVisit().get('code'), first, 'allowing twice gives a second code')
  t.equal(await exchange(), 200)

  await page.goto(node.url + authorizePath(app, { state: 'twice' }))
  const before = site.visits.length
  await Promise.all([page.waitForNavigation(), page.click(ALLOW, { count: 2 })])
  t.ok(site.visits.length > before)
  t.equal(lastVisit().get('state'), 'twice')
  t.equal(await exchange(), 200, 'the code that arrived is accepted')
})

t.test('125 a popup keeps its opener', async (t) => {
  const page = await open()
  await page.goto(new URL('/opener', site.redirectUri).href)
  const popup = new Promise<Page>((resolve) => {
    page.once('popup', (opened) => {
      resolve(opened!)
    })
  })
  await page.evaluate(`void window.open(${JSON.stringify(node.url + authorizePath(app))})`)
  const opened = await popup
  await opened.waitForSelector('h1')
  t.equal(await opened.evaluate('window.opener !== null'), true)
  await opened.goto(`${node.url}/console/login`)
  t.equal(await opened.evaluate('window.opener'), null, 'the console does not')
})

t.test('124 axe finds nothing, light and dark, and 320 pixels are enough', async (t) => {
  const developer = await aDeveloper(node)
  const owned = await anApp(node, { developerId: developer.id, redirectUri: 'https://partner.example/cb' })
  const member = await aMember(node)
  const who = await signedInMember(node, member)
  await memberTokens(node, owned, who)
  const dev = await signedInDeveloper(node, developer)
  await dev.fill(`/console/apps/${owned.clientId}/settings`, { description: 'Plans trips.' })
  await insertTrip(node.knex, member.id, PARIS_WITHOUT_STAY)
  await insertLoyaltyAccount(node.knex, member.id)
  const pages: Array<[string, 'nobody' | 'member' | 'developer']> = [
    [authorizePath(app), 'nobody'],
    [authorizePath(app), 'member'],
    [authorizePath(owned), 'member'],
    [authorizePath(app, { client_id: 'nobody' }), 'nobody'],
    ['/oauth/signup', 'nobody'],
    ['/oauth/forgot', 'nobody'],
    ['/oauth/login?m=closed', 'nobody'],
    ['/oauth/reset?token=x', 'nobody'],
    ['/account/nowhere', 'nobody'],
    ['/account/trips?view=past', 'member'],
    ['/account/apps/disconnect', 'member'],
    ['/account/trips', 'member'],
    ['/account/loyalty', 'member'],
    ['/account/apps', 'member'],
    [`/account/apps/disconnect?app=${owned.clientId}`, 'member'],
    ['/account/security', 'member'],
    [`/account/report?app=${owned.clientId}`, 'member'],
    ['/console/login', 'nobody'],
    ['/console/signup', 'nobody'],
    ['/console/apps', 'developer'],
    ['/console/apps/new', 'developer'],
    ...['', '/credentials', '/webhooks', '/events', '/requests', '/settings', '/danger'].map(
      (tab): [string, 'developer'] => [`/console/apps/${owned.clientId}${tab}`, 'developer'],
    ),
    ['/console/audit', 'developer'],
    ['/console/security', 'developer'],
  ]
  const as = {
    nobody: null,
    member: ['__Host-sid', who.cookies.get('__Host-sid')!],
    developer: ['__Host-dev', dev.cookies.get('__Host-dev')!],
  } as const
  for (const scheme of ['light', 'dark']) {
    const visitors = new Map<string, Page>()
    for (const [i, [path, kind]] of pages.entries()) {
      let page = visitors.get(kind)
      if (page === undefined) {
        page = await open()
        visitors.set(kind, page)
        await page.setBypassCSP(true)
        await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }])
        const cookie = as[kind]
        if (cookie !== null)
          await page.setCookie({
            name: cookie[0],
            value: cookie[1],
            url: node.url,
            path: '/',
            secure: true,
            httpOnly: true,
          })
      }
      await page.goto(node.url + path)
      await judge(
        t,
        page,
        `${String(i).padStart(2, '0')}-${scheme}`,
        `${path.split('?')[0]!} as ${kind}, ${scheme}`,
      )
    }
    await answersToForms(t, visitors, scheme)
  }
})

/** Checks the page with axe and at 320 pixels, and takes its screenshots. */
async function judge(t: Test, page: Page, name: string, what: string): Promise<void> {
  for (const width of [1_280, 390]) {
    await page.setViewport({ width, height: 800 })
    if (shots !== '')
      await page.screenshot({ path: join(shots, `${name}-${width}.png`) as `${string}.png`, fullPage: true })
  }
  await page.setViewport({ width: 1_280, height: 800 })
  await page.evaluate(axe)
  t.same(
    await page.evaluate(
      'axe.run().then(result => result.violations.map(one => one.id + ": " + one.nodes[0].html))',
    ),
    [],
    what,
  )
  await page.setViewport({ width: 320, height: 640 })
  t.ok(Number(await page.evaluate('document.documentElement.scrollWidth')) <= 320, `${what} fits 320 pixels`)
}

/**
 * Pages that only a form leads to: errors, a refused sign-in, the set-up of a second factor, a new secret.
 */
async function answersToForms(t: Test, visitors: Map<string, Page>, scheme: string): Promise<void> {
  const nobody = visitors.get('nobody')!
  await nobody.goto(`${node.url}/oauth/signup`)
  await press(nobody, 'main button')
  await judge(t, nobody, `faults-${scheme}`, `errors of a form, ${scheme}`)
  await nobody.goto(`${node.url}/oauth/login`)
  await signIn(nobody, 'nobody@mail.example', 'not the password')
  await judge(t, nobody, `refused-${scheme}`, `a sign-in refused, ${scheme}`)
  await nobody.goto(`${node.url}/oauth/forgot`)
  await nobody.type('#email', 'nobody@mail.example')
  await press(nobody, 'main button')
  await judge(t, nobody, `mail-${scheme}`, `a mail is on its way, ${scheme}`)

  const fresh = await aDeveloper(node)
  await node.knex('developer').where({ id: fresh.id }).update({ totp: null })
  await nobody.goto(`${node.url}/console/login`)
  await nobody.type('#email', fresh.email)
  await nobody.type('#password', PASSWORD)
  await press(nobody, 'form[action="/console/login"] button')
  await judge(t, nobody, `second-factor-${scheme}`, `a second factor set up, ${scheme}`)

  const developer = visitors.get('developer')!
  await developer.goto(`${node.url}/console/apps/new`)
  await developer.type('#name', `Shown in ${scheme}`)
  await developer.type('#redirect_uri', 'http://localhost:3000/callback')
  await press(developer, 'main form button')
  t.match(await developer.$eval('main', (main) => main.textContent ?? ''), /tfs_/)
  await judge(t, developer, `secret-${scheme}`, `the secret shown once, ${scheme}`)

  await press(developer, 'main a.button')
  await node.knex('web_session').update({ proven_at: new Date(0) })
  await developer.goto(`${developer.url()}/danger`)
  await press(developer, 'form[action$="/end-tokens"] button')
  t.match(await developer.$eval('main', (main) => main.textContent ?? ''), /about to end all tokens of/)
  await judge(t, developer, `prove-${scheme}`, `the second factor asked for again, ${scheme}`)
}
