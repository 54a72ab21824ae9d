/**
 * Passkeys in a real browser with an authenticator of its own (WebAuthn.addVirtualAuthenticator), and how a member sets a
 * second factor up, signs in with it, and signs up: each page in both widths and schemes.
 */
import t from 'tap'
import type { CDPSession, Page } from 'puppeteer-core'
import { totpCode, totpStep } from '../../api/pages/sign-in/totp.js'
import { aMember, anApp, authorizePath, PASSWORD, signedInMember } from '../support/auth/auth-fixtures.js'
import { authNode } from '../support/auth/auth-node.js'
import { openBrowser } from '../support/auth/browser.js'
import { addPasskey, keyOn } from '../support/auth/factors.js'
import { inspectState, pageOf, press } from '../support/auth/page-inspection.js'
import { SoftwareAuthenticator } from '../support/auth/software-authenticator.js'
import { visitor } from '../support/auth/visitor.js'

t.setTimeout(480_000)

const node = await authNode(t)
const browser = await openBrowser(t)
const app = await anApp(node)

const open = async (path: string, scripts = true): Promise<Page> => {
  const page = await (await browser.createBrowserContext()).newPage()
  await page.setJavaScriptEnabled(scripts)
  await page.goto(node.url + path)
  return page
}
const signIn = async (page: Page, email: string): Promise<void> => {
  await page.type('#email', email)
  await page.type('#password', PASSWORD)
  await press(page, 'form[action="/oauth/login"] button')
}
const heading = async (page: Page): Promise<string> =>
  (await page.$eval('h1', (one) => one.textContent)) ?? ''

/** An authenticator that checks the person, or fails to. */
async function authenticatorOf(page: Page, verifies = true): Promise<{ cdp: CDPSession; id: string }> {
  const cdp = await page.createCDPSession()
  await cdp.send('WebAuthn.enable')
  const { authenticatorId: id } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: verifies,
      automaticPresenceSimulation: true,
    },
  })
  return { cdp, id }
}

t.test(
  "176 a passkey is made, signs in from a partner's link without the second factor, and is removed",
  async (t) => {
    const member = await aMember(node)
    const page = await open('/oauth/login')
    const { cdp, id } = await authenticatorOf(page)
    await signIn(page, member.email)
    await page.goto(`${node.url}/account/security`)
    await press(page, 'form[action="/account/passkeys/new"] button')
    await page.$eval('#passkey_name', (input) => {
      ;(input as unknown as { value: string }).value = 'My laptop'
    })
    await press(page, '#passkey')
    t.match(await page.$eval('.notice', (one) => one.textContent), /The passkey has been added/)
    t.match(await page.$eval('main', (one) => one.textContent), /My laptop/)
    const { credentials } = await cdp.send('WebAuthn.getCredentials', { authenticatorId: id })
    t.match(credentials, [{ rpId: 'localhost', isResidentCredential: true }])
    // Its authenticator makes no second one.
    await press(page, 'form[action="/account/passkeys/new"] button')
    await page.click('#passkey')
    await page.waitForSelector('[data-passkey-problem]:not([hidden])')
    t.match(
      await page.$eval('[data-passkey-problem]', (one) => one.textContent),
      /holds a passkey of your account/,
    )

    await page.deleteCookie({ name: '__Host-sid', url: node.url })
    await page.goto(node.url + authorizePath(app))
    t.equal(await heading(page), 'Sign in')
    await press(page, '#passkey')
    t.equal(await heading(page), 'Connect Trip Planner')
    const sessions = await node.knex('web_session').where({ account_id: member.id, second_factor: true })
    t.equal(sessions.length, 1)

    await page.goto(`${node.url}/account/security`)
    await press(page, 'form[action="/account/passkeys/remove"] button')
    await page.deleteCookie({ name: '__Host-sid', url: node.url })
    await page.goto(`${node.url}/oauth/login`)
    await press(page, '#passkey')
    t.match(await page.$eval('#passkey-error', (one) => one.textContent), /This passkey was not accepted/)
  },
)

t.test('176 who is not checked by the authenticator is not signed in, and the password stays', async (t) => {
  const page = await open('/oauth/login')
  await authenticatorOf(page, false)
  await page.click('#passkey')
  await page.waitForSelector('[data-passkey-problem]:not([hidden])')
  t.match(await page.$eval('[data-passkey-problem]', (one) => one.textContent), /Nothing was chosen/)
  await signIn(page, (await aMember(node)).email)
  t.equal(await heading(page), 'Your itinerary')
})

t.test('176 without scripts the sign-in page has the password alone', async (t) => {
  const page = await open('/oauth/login', false)
  t.equal(await page.$eval('[data-passkey]', (one) => one.checkVisibility()), false)
  await signIn(page, (await aMember(node)).email)
  t.equal(await heading(page), 'Your itinerary')
})

t.test('pages of sign-in, passkeys and second factor', async (t) => {
  const member = await aMember(node)
  const who = await signedInMember(node, member)
  const page = await pageOf(browser, node, who)
  const look = async (name: string): Promise<void> => {
    t.same(await inspectState(page, name), [])
  }
  const SECURITY = `${node.url}/account/security`
  const fresh = await pageOf(browser, node, null)
  await fresh.goto(`${node.url}/oauth/login`)
  t.same(await inspectState(fresh, 'sign-in'), [])
  await page.goto(`${node.url}/account/profile`)
  await look('profile')
  await page.goto(SECURITY)
  await look('security-without')
  await addPasskey(who, new SoftwareAuthenticator(node.url))
  await press(page, 'form[action="/account/passkeys/new"] button')
  await look('add-passkey')
  await page.goto(SECURITY)
  await press(page, 'form[action="/account/second-factor/replace"] button')
  await look('set-up-factor')
  const key = keyOn({ text: await page.content() } as Parameters<typeof keyOn>[0])
  await page.type('#code', totpCode(key, totpStep(node.auth.keys.now())))
  await press(page, 'main button.primary')
  await look('recovery-codes')
  await press(page, 'main a.button')
  await look('security-with')
  await signIn(fresh, member.email)
  t.equal(await heading(fresh), 'Second factor')
  t.same(await inspectState(fresh, 'member-second-factor'), [])
  await fresh.type('#code', totpCode(key, totpStep(node.auth.keys.now()) + 1))
  await press(fresh, 'main button.primary')
  t.equal(await heading(fresh), 'Your itinerary')
  await node.knex('web_session').update({ proven_at: new Date(0) })
  await press(page, 'form[action="/account/passkeys/remove"] button')
  await look('confirm-removal')
})

t.test('pages at the end of a sign-up', async (t) => {
  for (const [site, names] of [
    ['/oauth', { first_name: 'Bo', last_name: 'Example' }],
    ['/console', { name: 'Bo Example', organisation: 'Example Travel' }],
  ] as const) {
    const who = visitor(node)
    const email = `bo@${site.slice(1)}.example`
    await who.fill(`${site}/signup`, { ...names, email, password: PASSWORD })
    const link = /https:\/\/\S+/.exec(node.mails.at(-1)!.text)![0]
    const page = await pageOf(browser, node, who)
    await page.goto(link)
    await press(page, 'main button')
    t.same(await inspectState(page, `signed-up${site.replace('/', '-')}`), [])
    await press(page, 'main a.button')
    t.match(await heading(page), site === '/oauth' ? 'Your itinerary' : 'Set up your second factor')
  }
  const started = visitor(node)
  const form = { first_name: 'Bo', last_name: 'Example', email: 'bo@elsewhere.example', password: PASSWORD }
  await started.fillAt(`/oauth/signup?q=${encodeURIComponent(authorizePath(app))}`, '/oauth/signup', form)
  const elsewhere = await pageOf(browser, node, null)
  await elsewhere.goto(/https:\/\/\S+/.exec(node.mails.at(-1)!.text)![0])
  await elsewhere.type('#password', PASSWORD)
  await press(elsewhere, 'main button')
  t.same(await inspectState(elsewhere, 'confirmed-elsewhere'), [])
})
