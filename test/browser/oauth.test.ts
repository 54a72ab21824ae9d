/**
 * The authorization flow in a real browser, with and without scripts (oauth.md 5.8). The numbers are rows.
 */
import t from 'tap'
import type { Page } from 'puppeteer-core'
import {
  aMember,
  anApp,
  api,
  authorizePath,
  PASSWORD,
  tokenRequest,
  tokensOf,
} from '../support/auth/auth-fixtures.js'
import type { TestApp } from '../support/auth/auth-fixtures.js'
import { authNode } from '../support/auth/auth-node.js'
import { openBrowser } from '../support/auth/browser.js'
import { partnerSite } from '../support/auth/partner-site.js'

const node = await authNode(t)
const browser = await openBrowser(t)
const site = await partnerSite(t)
const app = await anApp(node, { name: 'Trip <b>Planner', redirectUri: site.redirectUri })

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
