/** Which sign-up creates the account when several use one address, for members and developers. */
import t from 'tap'
import { authNode } from '../../../support/auth/auth-node.js'
import type { Answer } from '../../../support/auth/auth-node.js'
import { visitor } from '../../../support/auth/visitor.js'
import type { Visitor } from '../../../support/auth/visitor.js'

const node = await authNode(t, { settings: { signInFailures: 10 } })
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
const confirm = async (
  base: string,
  link: string,
  who: Visitor,
  values: Record<string, string> = {},
): Promise<Answer> => {
  const page = await who.get(link)
  return page.status === 200 ? await who.submit(page, `${base}/confirm`, values) : page
}

for (const base of ['/oauth', '/console']) {
  for (const first of ['stranger', 'owner']) {
    t.test(
      `${base}: of two sign-ups with one address, the ${first}'s first, only the owner's creates the account`,
      async (t) => {
        await node.knex.raw('delete from throttle')
        const email = `owner-${first}@${base.slice(1)}.example`
        const strangers = first === 'stranger' ? await signUp(base, email.toUpperCase(), STRANGERS) : null
        const owners = await signUp(base, email, OWNERS)
        const { link } = strangers ?? (await signUp(base, email, STRANGERS))
        // The owner has both mails and opens the wrong one.
        const page = await owners.who.get(link)
        t.match(page.text, /Password chosen at sign-up/)
        for (const values of [{ password: '' }, { password: OWNERS }]) {
          const answer = await owners.who.submit(page, `${base}/confirm`, values)
          t.equal(answer.status, 422)
          t.match(
            answer.text,
            values.password !== '' ? /open the other mails too/ : /Enter the password that you chose/,
          )
        }
        t.equal(await signIn(base, email, STRANGERS), 422, 'nothing is created')
        t.match((await confirm(base, owners.link, owners.who)).headers['location'], /m=confirmed/)
        t.equal(await signIn(base, email, OWNERS), 303)
        t.equal((await confirm(base, owners.link, owners.who)).status, 400, 'once')
      },
    )
  }

  t.test(
    `${base}: another browser is asked for the password, with no more attempts than at sign-in`,
    async (t) => {
      await node.knex.raw('delete from throttle')
      const email = `away@${base.slice(1)}.example`
      const { link } = await signUp(base, email, OWNERS)
      const phone = visitor(node)
      const page = await phone.get(link)
      const empty = await phone.submit(page, `${base}/confirm`, { password: '' })
      t.equal(empty.status, 422)
      t.match(empty.text, /Enter the password that you chose at sign-up/)
      t.notMatch(empty.text, /This is not the password/)
      for (let i = 0; i < 10; i++)
        t.equal((await phone.submit(page, `${base}/confirm`, { password: STRANGERS })).status, 422)
      const late = await phone.submit(page, `${base}/confirm`, { password: OWNERS })
      t.equal(late.status, 429)
      t.ok(Number(late.headers['retry-after']) > 0)
      await node.knex.raw('delete from throttle')
      t.match(
        (await phone.submit(page, `${base}/confirm`, { password: OWNERS })).headers['location'],
        /m=confirmed/,
      )
      t.equal(await signIn(base, email, OWNERS), 303)
    },
  )

  t.test(`${base}: a link without effect does not claim to have confirmed`, async (t) => {
    await node.knex.raw('delete from throttle')
    const email = `late@${base.slice(1)}.example`
    const { link, who } = await signUp(base, email, OWNERS)
    // Created outside the pages in the meantime, as the command line does.
    const { members, developers } = node.auth.deps
    const passwordHash = await node.auth.deps.passwords.hash(STRANGERS)
    if (base === '/oauth')
      await members.create({ email, firstName: 'Ann', lastName: 'Example', passwordHash })
    else await developers.create({ email, name: 'Ann', organisation: 'Example', passwordHash })
    const answer = await confirm(base, link, who)
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
    return (await who.submit(page, '/console/forgot', { email: `${Date.now()}@mail.example` })).text
  }
  t.match(await mailed(), /spam folder/)
  settings.mailFolder = 'mail'
  t.teardown(() => {
    settings.mailFolder = null
  })
  const text = await mailed()
  t.match(text, /<code>\.tripfold\/mail<\/code>/)
  t.notMatch(text, /spam folder/)
})
