/** Sign-up of members and developers; sign-up.txt has which of several with one address creates the account. */
import t from 'tap'
import { authNode } from '../../../support/auth/auth-node.js'
import { visitor } from '../../../support/auth/visitor.js'
import type { Visitor } from '../../../support/auth/visitor.js'

const node = await authNode(t)
const OWNERS = 'the password of the owner'
const STRANGERS = 'the password of a stranger'

/** Signs up; returns the path of the mailed link and the browser that signed up. */
const signUp = async (
  base: string,
  email: string,
  password: string,
): Promise<{ link: string; who: Visitor }> => {
  const who = visitor(node)
  const values = {
    first_name: 'Bo',
    last_name: 'Example',
    name: 'Bo Example',
    organisation: 'Example Travel',
    email,
    password,
  }
  const answer = await who.fill(`${base}/signup`, values)
  if (answer.status !== 200) throw new Error(`no sign-up: ${answer.status}`)
  return { link: /https:\/\/\S+/.exec(node.mails.at(-1)!.text)![0].slice(node.url.length), who }
}
const signIn = async (base: string, email: string, password: string): Promise<number> => {
  const who = visitor(node)
  return (await who.fill(`${base}/login`, { email, password })).status
}
for (const base of ['/oauth', '/console']) {
  t.test(`${base}: a link without effect does not claim to have confirmed`, async (t) => {
    const email = `late@${base.slice(1)}.example`
    const { link, who } = await signUp(base, email, OWNERS)
    // Created outside the pages in the meantime, as the command line does.
    const { members, developers } = node.auth.deps
    const passwordHash = await node.auth.deps.passwords.hash(STRANGERS)
    if (base === '/oauth')
      await members.create({ email, firstName: 'Ann', lastName: 'Example', passwordHash })
    else await developers.create({ email, name: 'Ann', organisation: 'Example', passwordHash })
    const answer = await who.fillAt(link, `${base}/confirm`, {})
    t.equal(answer.status, 409)
    t.match(answer.text, /already has an account/)
    t.match(answer.text, /Forgot password/)
    t.match(answer.text, `href="${base}/login`)
    t.equal(await signIn(base, email, OWNERS), 422, 'which is true')
  })
}

t.test('a developer learns what follows before the first field', async (t) => {
  const { text } = await visitor(node).get('/console/signup')
  const [before = ''] = text.split('<label', 1)
  for (const step of [/five minutes/, /Open the link/, /authenticator app/, /recovery codes/])
    t.match(before, step)
  t.notMatch((await visitor(node).get('/oauth/signup')).text, /authenticator app/)
})

t.test('where mails are written to files, the page names the folder', async (t) => {
  const { settings } = node.auth.deps
  const mailed = async (): Promise<string> => {
    const who = visitor(node)
    const page = await who.get('/console/forgot')
    t.match(page.text, /<a href="\/console\/login\?q=[^"]*">Sign in<\/a>/)
    return (await who.submit(page, '/console/forgot', { email: `${Date.now()}@mail.example` })).text
  }
  t.match(await mailed(), /spam folder or <a href="\/console\/forgot\?q=[^"]*">try again</)
  settings.mailFolder = 'mail'
  t.teardown(() => {
    settings.mailFolder = null
  })
  const text = await mailed()
  t.match(text, /<code>\.tripfold\/mail<\/code>/)
  t.notMatch(text, /spam folder/)
})
