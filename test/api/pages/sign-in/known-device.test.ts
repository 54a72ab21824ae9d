/** Browsers that are known to an account: strangers cannot keep its owner out (oauth.md 3.6). */
import t from 'tap'
import { aMember, anApp, PASSWORD } from '../../../support/auth/auth-fixtures.js'
import { authNode } from '../../../support/auth/auth-node.js'
import type { Answer } from '../../../support/https-site.js'
import { aDeveloper } from '../../../support/auth/developer-fixtures.js'
import type { TestDeveloper } from '../../../support/auth/developer-fixtures.js'
import { linkAfter } from '../../../support/auth/mailed-link.js'
import { visitor } from '../../../support/auth/visitor.js'
import type { Visitor } from '../../../support/auth/visitor.js'

/** Lower than in production, because every wrong password costs a hash. */
const LIMIT = 3
/** For a machine with much else to do; a test takes less than a second by itself. */
const PATIENCE = { timeout: 200_000 }
/** Codes cost nothing. */
const TOTP_LIMIT = 10
const NEXT = 'a new and better one'
const STRANGERS = '203.0.113.66'
const HOME = '203.0.113.1'
const node = await authNode(t, { settings: { signInFailures: LIMIT }, trustedProxies: ['127.0.0.1'] })

interface Person {
  email: string
  developer: TestDeveloper | null
}
interface Site {
  name: string
  base: string
  account: string
  cookie: string
  make: () => Promise<Person>
}

const SITES: readonly Site[] = [
  {
    name: 'members',
    base: '/oauth',
    account: '/account',
    cookie: '__Host-device',
    make: async () => ({ ...(await aMember(node)), developer: null }),
  },
  {
    name: 'developers',
    base: '/console',
    account: '/console',
    cookie: '__Host-dev-device',
    make: async () => {
      const developer = await aDeveloper(node)
      return { email: developer.email, developer }
    },
  },
]

const from = (address: string): Record<string, string> => ({ 'x-forwarded-for': address })

const enterPassword = async (
  { base }: Site,
  who: Visitor,
  email: string,
  password: string,
  address = HOME,
): Promise<Answer> => await who.fill(`${base}/login`, { email, password }, from(address))

/** Signs in completely, with a second factor where there is one, and out again. */
const signInAndOut = async (site: Site, who: Visitor, { email, developer }: Person): Promise<void> => {
  const answer = await enterPassword(site, who, email, PASSWORD)
  if (answer.status !== 303) throw new Error(`no sign-in: ${answer.status}`)
  if (developer !== null) {
    await node.knex('developer').where({ id: developer.id }).update({ totp_step: 0 })
    const code = await enterCode(who, developer.code())
    if (code.status !== 303) throw new Error(`no second factor: ${code.status}`)
  }
  await who.fillAt(`${site.account}/security`, '/signout', {})
}
const enterCode = async (who: Visitor, code: string): Promise<Answer> =>
  await who.fill('/console/second-factor', { code })

/** Guesses of a stranger until the account is throttled for strangers. */
const attack = async (site: Site, email: string, address = STRANGERS): Promise<void> => {
  const who = visitor(node)
  for (let i = 0; i < LIMIT; i++) await enterPassword(site, who, email, `guess ${i}`, address)
  const answer = await enterPassword(site, who, email, PASSWORD, address)
  if (answer.status !== 429) throw new Error(`strangers are not throttled: ${answer.status}`)
}

t.beforeEach(async () => {
  await node.knex('throttle').delete()
})

for (const site of SITES) {
  t.test(`${site.name}: wrong passwords of a stranger do not keep the owner out`, PATIENCE, async (t) => {
    const owner = await site.make()
    const who = visitor(node)
    await signInAndOut(site, who, owner)
    await attack(site, owner.email)
    t.equal((await enterPassword(site, visitor(node), owner.email, PASSWORD)).status, 429, 'a new browser')
    t.equal((await enterPassword(site, who, owner.email, PASSWORD)).status, 303, 'the known one')
    t.equal(
      (await enterPassword(site, visitor(node), owner.email, PASSWORD)).status,
      429,
      'whose success does not let strangers guess again',
    )
  })

  t.test(`${site.name}: nor do those from the network she is on`, PATIENCE, async (t) => {
    const owner = await site.make()
    const who = visitor(node)
    await signInAndOut(site, who, owner)
    await enterPassword(site, visitor(node), 'nobody@mail.example', 'a guess')
    await node
      .knex('throttle')
      .where('key', 'like', 'sign-in from%')
      .update({ count: 10 * LIMIT })
    t.equal((await enterPassword(site, visitor(node), `other@mail.example`, 'x')).status, 429)
    t.equal((await enterPassword(site, who, owner.email, PASSWORD)).status, 303)
  })

  t.test(
    `${site.name}: failures of a known browser count for it alone, in parallel too`,
    PATIENCE,
    async (t) => {
      const owner = await site.make()
      const [one, two] = [visitor(node), visitor(node)]
      await signInAndOut(site, one, owner)
      await signInAndOut(site, two, owner)
      const page = await one.get(`${site.base}/login`)
      const answers = await Promise.all(
        Array.from(
          { length: LIMIT + 5 },
          async (_, i) =>
            await one.submit(page, `${site.base}/login`, { email: owner.email, password: `wrong ${i}` }),
        ),
      )
      t.equal(answers.filter(({ status }) => status === 422).length, LIMIT)
      t.equal((await enterPassword(site, one, owner.email, PASSWORD)).status, 429)
      t.equal((await enterPassword(site, two, owner.email, PASSWORD)).status, 303, 'another known one')
      t.equal((await enterPassword(site, visitor(node), owner.email, PASSWORD)).status, 303, 'a stranger')
    },
  )

  t.test(`${site.name}: the cookie`, PATIENCE, async (t) => {
    const owner = await site.make()
    const who = visitor(node)
    let [line] = cookieLines(await enterPassword(site, who, owner.email, PASSWORD), site)
    if (owner.developer !== null) {
      t.equal(line, undefined, 'the password alone makes no browser known')
      ;[line] = cookieLines(await enterCode(who, owner.developer.code(1)), site)
    }
    t.match(line, /; Max-Age=15552000; Path=\/; HttpOnly; Secure; SameSite=Lax$/)
    const first = who.cookies.get(site.cookie)!
    t.notMatch(Buffer.from(first, 'base64url').toString('latin1'), owner.email)
    await who.fillAt(`${site.account}/security`, '/signout', {})
    t.equal(who.cookies.get(site.cookie), first, 'signing out leaves it')

    await attack(site, owner.email)
    const other = await site.make()
    const theirs = visitor(node)
    await signInAndOut(site, theirs, other)
    for (const [what, value] of [
      ['of another account', theirs.cookies.get(site.cookie)!],
      ['cut', first.slice(0, -4)],
      ['changed', `${first.startsWith('A') ? 'B' : 'A'}${first.slice(1)}`],
      ['made up', 'A'.repeat(first.length)],
      ['short', 'AAAA'],
    ] as const) {
      const liar = visitor(node)
      liar.cookies.set(site.cookie, value)
      t.equal((await enterPassword(site, liar, owner.email, PASSWORD)).status, 429, what)
    }
    const elsewhere = visitor(node)
    const [otherSite] = SITES.filter((one) => one !== site)
    elsewhere.cookies.set(otherSite!.cookie, first)
    t.equal((await enterPassword(site, elsewhere, owner.email, PASSWORD)).status, 429, 'under the other name')
  })

  t.test(`${site.name}: it ends after 180 days without a sign-in`, PATIENCE, async (t) => {
    const owner = await site.make()
    const who = visitor(node)
    await signInAndOut(site, who, owner)
    await attack(site, owner.email)
    const { now } = node.auth.deps
    t.teardown(() => {
      node.auth.deps.now = now
    })
    node.auth.deps.now = () => now() + 180 * 86_400_000
    t.equal((await enterPassword(site, who, owner.email, PASSWORD)).status, 429)
    node.auth.deps.now = () => now() + 179 * 86_400_000
    t.equal((await enterPassword(site, who, owner.email, PASSWORD)).status, 303)
  })

  t.test(`${site.name}: it ends with the password, except where that was changed`, PATIENCE, async (t) => {
    const owner = await site.make()
    const [here, there] = [visitor(node), visitor(node)]
    await signInAndOut(site, here, owner)
    await signInAndOut(site, there, owner)
    await enterPassword(site, here, owner.email, PASSWORD)
    if (owner.developer !== null) {
      await node.knex('developer').where({ email: owner.email }).update({ totp_step: 0 })
      await enterCode(here, owner.developer.code())
    }
    const { account } = site
    const values = { current: PASSWORD, password: NEXT }
    const page = await here.get(`${account}/security`)
    t.equal((await here.submit(page, `${account}/password`, values)).status, 303)
    await here.fillAt(`${account}/security`, '/signout', {})
    await attack(site, owner.email)
    t.equal((await enterPassword(site, there, owner.email, NEXT)).status, 429)
    t.equal((await enterPassword(site, here, owner.email, NEXT)).status, 303)
  })

  t.test(
    `${site.name}: the browser of a reset is known, even while a stranger guesses`,
    PATIENCE,
    async (t) => {
      const owner = await site.make()
      const [old, who] = [visitor(node), visitor(node)]
      await signInAndOut(site, old, owner)
      const form = await who.get(`${site.base}/forgot`)
      const ask = async (): Promise<unknown> =>
        await who.submit(form, `${site.base}/forgot`, { email: owner.email })
      const page = await who.get(await linkAfter(node, owner.email, ask))
      t.equal((await who.submit(page, `${site.base}/reset`, { password: NEXT })).status, 303)
      await attack(site, owner.email)
      t.equal((await enterPassword(site, who, owner.email, NEXT)).status, 303)
      t.equal((await enterPassword(site, old, owner.email, NEXT)).status, 429, 'those of before are not')
    },
  )

  t.test(
    `${site.name}: sign-ups with her address do not keep the owner from a reset`,
    PATIENCE,
    async (t) => {
      const owner = await site.make()
      for (let i = 0; i < LIMIT; i++) await signUp(site, owner.email)
      t.equal(await signUp(site, owner.email), 429)
      t.equal((await askReset(site, visitor(node), owner.email, HOME)).status, 200)
    },
  )

  t.test(`${site.name}: nor do resets asked for by a stranger`, PATIENCE, async (t) => {
    const owner = await site.make()
    const who = visitor(node)
    await signInAndOut(site, who, owner)
    const ask = async (): Promise<void> => {
      for (let i = 0; i < LIMIT; i++) await askReset(site, visitor(node), owner.email, STRANGERS)
    }
    const mailed = await linkAfter(node, owner.email, ask)
    const late = await askReset(site, visitor(node), owner.email, HOME)
    t.equal(late.status, 429)
    t.match(late.text, /Use the newest one in your mailbox/)
    t.equal((await askReset(site, who, owner.email, HOME)).status, 200, 'a known browser asks on')
    t.equal((await who.get(mailed)).status, 200, 'and what was mailed works')
  })
}

const cookieLines = (answer: Answer, { cookie }: Site): string[] =>
  [answer.headers['set-cookie'] ?? []].flat().filter((line) => line.startsWith(`${cookie}=`))
const signUp = async ({ base }: Site, email: string): Promise<number> => {
  const who = visitor(node)
  const names = { first_name: 'Bo', last_name: 'Example', name: 'Bo Example', organisation: 'Example Travel' }
  const values = { ...names, email, password: 'a fine long password' }
  return (await who.fill(`${base}/signup`, values, from(STRANGERS))).status
}
const askReset = async ({ base }: Site, who: Visitor, email: string, address: string): Promise<Answer> =>
  await who.fill(`${base}/forgot`, { email }, from(address))

t.test('wrong codes of a stranger with the password do not keep a developer out', PATIENCE, async (t) => {
  const site = SITES[1]!
  const developer = await aDeveloper(node)
  const owner: Person = { email: developer.email, developer }
  const who = visitor(node)
  await signInAndOut(site, who, owner)
  const stranger = visitor(node)
  await enterPassword(site, stranger, owner.email, PASSWORD, STRANGERS)
  const warnings = (): number =>
    node.mails.filter(({ to, subject }) => to === owner.email && /^Wrong codes/.test(subject)).length
  for (let i = 0; i < TOTP_LIMIT; i++) {
    t.equal(warnings(), 0)
    t.equal((await enterCode(stranger, 'nonsense')).status, 422)
  }
  t.equal(warnings(), 1, 'the owner learns of the tenth')
  const again = visitor(node)
  await enterPassword(site, again, owner.email, PASSWORD, STRANGERS)
  t.equal((await enterCode(again, developer.code())).status, 429, 'signing in again gives no more attempts')
  t.equal(again.cookies.get(site.cookie), undefined)

  await enterPassword(site, who, owner.email, PASSWORD)
  await node.knex('developer').where({ id: developer.id }).update({ totp_step: 0 })
  for (let i = 1; i < TOTP_LIMIT; i++) t.equal((await enterCode(who, 'nonsense')).status, 422)
  t.equal((await enterCode(who, developer.code())).status, 303)
  const question = await aQuestion(who, developer)
  for (let i = 0; i < TOTP_LIMIT; i++) await question('nonsense')
  t.equal((await question(developer.code(1))).status, 429, 'her own failures count for her browser')
})

t.test('who goes on guessing codes has 30 in a day, and the owner one mail', PATIENCE, async (t) => {
  const site = SITES[1]!
  const developer = await aDeveloper(node)
  const stranger = visitor(node)
  await enterPassword(site, stranger, developer.email, PASSWORD, STRANGERS)
  const statuses: number[] = []
  for (let i = 0; i < TOTP_LIMIT * 4; i++) {
    if (i % TOTP_LIMIT === 0)
      await node.knex.raw('update throttle set until = now() where key = ?', [
        `second factor ${developer.id}`,
      ])
    statuses.push((await enterCode(stranger, 'nonsense')).status)
  }
  t.same(statuses.slice(0, 30), Array(30).fill(422))
  t.same(statuses.slice(30), Array(10).fill(429))
  t.equal(
    node.mails.filter(({ to, subject }) => to === developer.email && /^Wrong codes/.test(subject)).length,
    1,
  )
})

t.test('a reset by mail gives no further attempts at the second factor', PATIENCE, async (t) => {
  const site = SITES[1]!
  const developer = await aDeveloper(node)
  for (let round = 0; round < 2; round++) {
    const thief = visitor(node)
    const ask = async (): Promise<unknown> => await askReset(site, thief, developer.email, STRANGERS)
    const page = await thief.get(await linkAfter(node, developer.email, ask))
    await thief.submit(page, '/console/reset', { password: NEXT })
    t.equal((await enterPassword(site, thief, developer.email, NEXT, STRANGERS)).status, 303)
    for (let i = 0; i < TOTP_LIMIT; i++)
      t.equal((await enterCode(thief, 'nonsense')).status, round === 0 ? 422 : 429)
  }
})

/** The page that asks for the second factor again; the result answers it. */
async function aQuestion(who: Visitor, { id }: TestDeveloper): Promise<(code: string) => Promise<Answer>> {
  const app = await anApp(node, { developerId: id, name: 'Trip Planner' })
  const at = `/console/apps/${app.clientId}`
  await node.knex.raw(
    "update web_session set proven_at = clock_timestamp() - interval '6 minutes' where account_id = ?",
    [id],
  )
  const page = await who.fillAt(`${at}/danger`, `${at}/disable`, {
    disable_name: 'Trip Planner',
  })
  return async (code) => await who.submit(page, `${at}/disable`, { code })
}
