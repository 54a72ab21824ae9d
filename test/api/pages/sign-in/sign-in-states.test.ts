/**
 * Whatever order a member and a stranger do things in, a session opens the pages and the consent exactly when everything
 * was proven that the account asks for at the time (oauth.md 5.7, 114, 150 and 176): generated sequences in two browsers,
 * beside a model of a few lines.
 */
import fc from 'fast-check'
import t from 'tap'
import { totpCode, totpStep } from '../../../../api/pages/sign-in/totp.js'
import { aMember, anApp, authorizePath, PASSWORD } from '../../../support/auth/auth-fixtures.js'
import type { TestMember } from '../../../support/auth/auth-fixtures.js'
import { authNode } from '../../../support/auth/auth-node.js'
import { addPasskey, codesOn, setUpFactor, signInByPasskey } from '../../../support/auth/factors.js'
import {
  SoftwareAuthenticator,
  WRONG_ANSWERS,
  WRONG_CREATIONS,
} from '../../../support/auth/software-authenticator.js'
import { visitor } from '../../../support/auth/visitor.js'
import type { Visitor } from '../../../support/auth/visitor.js'
import { propertyRuns } from '../../../support/property-runs.js'

t.setTimeout(300_000)

const node = await authNode(t)
const app = await anApp(node)
let clock = Date.now()
Object.assign(node.auth.deps, { now: () => clock })

const STEP_MS = 30_000
const FACTOR = '/oauth/second-factor'
const action = fc.record({
  browser: fc.integer({ min: 0, max: 1 }),
  what: fc.oneof(
    fc.constantFrom('password', 'code', 'recovery', 'passkey', 'turnOn', 'turnOff', 'add'),
    fc.constantFrom(
      'password',
      'code',
      'recovery',
      'passkey',
      'turnOn',
      'turnOff',
      'add',
      'remove',
      'signOut',
    ),
  ),
  how: fc.constantFrom('right', 'right', 'right', 'wrong', 'wrong', 'replayed'),
  claims: fc.constantFrom(
    ...Object.entries(WRONG_ANSWERS).map(([name, answer]) => ({
      answer,
      creation: WRONG_CREATIONS[name] ?? null,
    })),
  ),
})
/** Where a sequence begins: what is rare by chance. */
const beginning = fc.constantFrom(
  ['password 0'],
  ['password 0', 'add 0'],
  ['password 0', 'turnOn 0', 'password 1'],
  ['password 0', 'add 0', 'turnOn 0', 'password 1'],
)
type Action = typeof action extends fc.Arbitrary<infer A> ? A : never

interface Browser {
  who: Visitor
  /** What was proven in its session; null: it has none. */
  proven: 'password' | 'everything' | null
}

/** The model, and what the member holds. */
class Member {
  key: Buffer | null = null
  lastCode = '000000'
  codes: string[] = []
  usedCode = 'aaaaa-aaaaa'
  passkeys: SoftwareAuthenticator[] = []
  lost = new SoftwareAuthenticator(node.url)
  lastAnswer = '{}'
  browsers: Browser[] = [0, 1].map(() => ({ who: visitor(node), proven: null }))
  constructor(readonly account: TestMember) {}

  isOpen({ proven }: Browser): boolean {
    return proven === 'everything' || (proven === 'password' && this.key === null)
  }
}

type Act = (member: Member, browser: Browser, action: Action) => Promise<void>

/** Of what needs an open session nothing is tried without: every-page.test.ts does. */
const ACTIONS: Readonly<Record<string, Act>> = {
  password: async ({ account }, browser, { how }) => {
    const password = how === 'right' ? PASSWORD : 'not the password'
    await browser.who.fillAt('/oauth/login?switch=1', '/oauth/login', { email: account.email, password })
    if (how === 'right') browser.proven = 'password'
  },
  code: async (member, browser, { how }) => {
    if (browser.proven !== 'password' || member.key === null) return
    clock += STEP_MS
    const right = totpCode(member.key, totpStep(clock))
    const code = { right, wrong: right === '123456' ? '654321' : '123456', replayed: member.lastCode }[how]!
    await browser.who.fill(FACTOR, { code })
    if (how !== 'right') return
    member.lastCode = code
    browser.proven = 'everything'
  },
  recovery: async (member, browser, { how }) => {
    if (browser.proven !== 'password' || member.key === null) return
    const [next = member.usedCode] = member.codes
    const code = { right: next, wrong: 'bbbbb-bbbbb', replayed: member.usedCode }[how]!
    await browser.who.fill(FACTOR, { recovery_code: code })
    if (how !== 'right' || next === member.usedCode) return
    member.codes.shift()
    member.usedCode = code
    browser.proven = 'everything'
  },
  passkey: async (member, browser, { how, claims }) => {
    const [passkey = member.lost] = member.passkeys
    if (how === 'replayed') {
      const form = { q: '', credential: member.lastAnswer }
      await browser.who.fillAt('/oauth/login?switch=1', '/oauth/passkey', form)
      return
    }
    const wrong = how === 'wrong' ? claims.answer : {}
    const { credential, answer } = await signInByPasskey(browser.who, passkey, wrong)
    if (how !== 'right' || passkey === member.lost) return
    if (answer.status !== 303) throw new Error(answer.text)
    member.lastAnswer = credential
    browser.proven = 'everything'
  },
  turnOn: async (member, browser, { how }) => {
    if (!member.isOpen(browser)) return
    const { key, answer } = await setUpFactor(browser.who, clock, how === 'right')
    if (how !== 'right') return
    Object.assign(member, { key, codes: codesOn(answer), lastCode: totpCode(key, totpStep(clock)) })
    for (const other of member.browsers) other.proven = other === browser ? 'everything' : null
  },
  turnOff: async (member, browser, { how }) => {
    if (!member.isOpen(browser) || member.key === null) return
    const off = { off_password: how === 'right' ? PASSWORD : 'not the password' }
    await browser.who.fillAt('/account/security', '/account/second-factor/off', off)
    if (how === 'right') Object.assign(member, { key: null, codes: [] })
  },
  add: async (member, browser, { how, claims }) => {
    if (!member.isOpen(browser)) return
    const made = new SoftwareAuthenticator(node.url)
    const isRight = how === 'right' || claims.creation === null
    await addPasskey(browser.who, made, isRight ? {} : claims.creation!)
    if (isRight) member.passkeys.unshift(made)
  },
  remove: async (member, browser) => {
    if (!member.isOpen(browser) || member.passkeys.length === 0) return
    await browser.who.fillAt('/account/security', '/account/passkeys/remove', {})
    member.lost = member.passkeys.pop()!
  },
  signOut: async (member, browser) => {
    if (!member.isOpen(browser)) return
    await browser.who.fillAt('/account/security', '/signout', {})
    browser.proven = null
  },
}

/** What the pages show a browser: those of the account, those of the sign-in, or those between. */
async function seen({ who }: Browser): Promise<{ pages: string; consent: boolean }> {
  const { status, headers } = await who.get('/account/trips')
  const consent = (await who.get(authorizePath(app))).text.includes('value="allow"')
  const [, place = ''] = /^\/oauth\/([\w-]+)/.exec(String(headers['location'])) ?? []
  return { pages: status === 200 ? 'open' : place, consent }
}

function expected(member: Member, browser: Browser): { pages: string; consent: boolean } {
  const isOpen = member.isOpen(browser)
  if (isOpen) return { pages: 'open', consent: true }
  return { pages: browser.proven === null ? 'login' : 'second-factor', consent: false }
}

t.test('176 a session is open exactly when all was proven that the account asks for', async (t) => {
  const reached = new Set<string>()
  await fc.assert(
    fc.asyncProperty(beginning, fc.array(action, { minLength: 6, maxLength: 20 }), async (first, then) => {
      const member = new Member(await aMember(node))
      const begun = first.map((one): Action => {
        const [what, browser] = one.split(' ') as [Action['what'], string]
        return { what, browser: Number(browser), how: 'right', claims: { answer: {}, creation: null } }
      })
      for (const one of [...begun, ...then]) {
        const browser = member.browsers[one.browser]!
        await ACTIONS[one.what]!(member, browser, one)
        for (const each of member.browsers) {
          const [is, should] = [await seen(each), expected(member, each)]
          if (JSON.stringify(is) !== JSON.stringify(should))
            throw new Error(`${one.what} ${one.how}: ${JSON.stringify([is, should])}`)
          reached.add(`${should.pages} ${member.key === null ? 'without' : 'with'} a factor`)
        }
      }
    }),
    { numRuns: propertyRuns(200) },
  )
  t.same([...reached].sort(), [
    'login with a factor',
    'login without a factor',
    'open with a factor',
    'open without a factor',
    'second-factor with a factor',
  ])
})
