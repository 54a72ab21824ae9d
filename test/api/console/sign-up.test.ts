/** Whose password an address gets when several sign up with it: members and developers alike. */
import t from 'tap'
import { authNode } from '../../support/auth-node.js'
import type { Answer } from '../../support/auth-node.js'
import { visitor } from '../../support/visitor.js'

const node = await authNode(t)
const OWNERS = 'the password of the owner'
const STRANGERS = 'the password of a stranger'

/** Signs up and gives the path of the link that was mailed. */
const signUp = async (base: string, email: string, password: string): Promise<string> => {
  const who = visitor(node)
  const values = { first_name: 'Bo', last_name: 'Example', name: 'Bo Example', organisation: 'Example Travel', email, password }
  const answer = await who.submit(await who.get(`${base}/signup`), `${base}/signup`, values)
  if (answer.status !== 200) throw new Error(`no sign-up: ${answer.status}`)
  return /https:\/\/\S+/.exec(node.mails.at(-1)!.text)![0].slice(node.url.length)
}
const signIn = async (base: string, email: string, password: string): Promise<number> => {
  const who = visitor(node)
  return (await who.submit(await who.get(`${base}/login`), `${base}/login`, { email, password })).status
}
const confirm = async (base: string, link: string): Promise<Answer> => {
  const who = visitor(node)
  const page = await who.get(link)
  return page.status === 200 ? await who.submit(page, `${base}/confirm`, {}) : page
}

for (const base of ['/oauth', '/console']) {
  t.test(`${base}: a newer sign-up ends the older link of the address`, async t => {
    const email = `owner@${base.slice(1)}.example`
    const older = await signUp(base, email.toUpperCase(), STRANGERS)
    const open = visitor(node)
    const page = await open.get(older)
    const newer = await signUp(base, email, OWNERS)
    const other = await signUp(base, `other@${base.slice(1)}.example`, OWNERS)
    for (const answer of [await confirm(base, older), await open.submit(page, `${base}/confirm`, {})]) {
      t.equal(answer.status, 400)
      t.match(answer.text, /only the link in the newest mail works/)
    }
    t.match((await confirm(base, newer)).headers['location'], /m=confirmed/)
    t.equal(await signIn(base, email, STRANGERS), 422)
    t.equal(await signIn(base, email, OWNERS), 303)
    t.equal((await confirm(base, other)).status, 303, 'other addresses are others')
    t.equal((await confirm(base, newer)).status, 400, 'once')
  })

  t.test(`${base}: many sign-ups at once leave one link`, async t => {
    const email = `many@${base.slice(1)}.example`
    const before = node.mails.length
    await Promise.all(Array.from({ length: 5 }, async (_, i) => await signUp(base, email, `a fine long password ${i}`)))
    const links = node.mails.slice(before).map(mail => /https:\/\/\S+/.exec(mail.text)![0].slice(node.url.length))
    t.equal(new Set(links).size, 5)
    const answers = await Promise.all(links.map(async link => (await visitor(node).get(link)).status))
    t.same(answers.toSorted(), [200, 400, 400, 400, 400])
  })

  t.test(`${base}: a link that did nothing does not say that it confirmed`, async t => {
    const email = `late@${base.slice(1)}.example`
    const link = await signUp(base, email, OWNERS)
    // Made from outside the pages meanwhile, as the command line does.
    const { members, developers } = node.auth.deps
    const passwordHash = await node.auth.deps.passwords.hash(STRANGERS)
    if (base === '/oauth') await members.create({ email, firstName: 'Ann', lastName: 'Example', passwordHash })
    else await developers.create({ email, name: 'Ann', organisation: 'Example', passwordHash })
    const answer = await confirm(base, link)
    t.equal(answer.status, 409)
    t.match(answer.text, /already has an account/)
    t.match(answer.text, /Forgot password/)
    t.match(answer.text, `href="${base}/login`)
    t.equal(await signIn(base, email, OWNERS), 422, 'which is true')
  })
}
