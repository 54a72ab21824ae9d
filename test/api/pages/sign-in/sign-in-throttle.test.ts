/** Which attempts count together, and how many are allowed, in parallel too (oauth.md 5.7, 106). */
import t from 'tap'
import { aMember, anApp, PASSWORD, tokenRequest } from '../../../support/auth/auth-fixtures.js'
import { authNode } from '../../../support/auth/auth-node.js'
import type { Answer } from '../../../support/https-site.js'
import { aDeveloper, signedInDeveloper } from '../../../support/auth/developer-fixtures.js'
import { until } from '../../../support/until.js'
import { visitor } from '../../../support/auth/visitor.js'

const node = await authNode(t, { settings: { signInFailures: 3 }, trustedProxies: ['127.0.0.1'] })
t.beforeEach(async () => {
  await node.knex('throttle').delete()
})

/** The address in full-width letters: another spelling of the same account. */
const fullWidth = (email: string): string =>
  email.replaceAll(/[a-z0-9]/g, (letter) => String.fromCodePoint(letter.codePointAt(0)! + 0xfee0))

const tryOn = async (email: string, password: string, from = '203.0.113.1'): Promise<Answer> => {
  const who = visitor(node)
  return await who.fill('/oauth/login', { email, password }, { 'x-forwarded-for': from })
}
const askMail = async (
  page: '/oauth/forgot' | '/oauth/signup',
  email: string,
  from = '203.0.113.1',
): Promise<number> => {
  const who = visitor(node)
  const values = { email, first_name: 'Bo', last_name: 'Example', password: 'a fine long password' }
  return (await who.fill(page, values, { 'x-forwarded-for': from })).status
}

t.test('every spelling that finds the account counts for it', async (t) => {
  const { email } = await aMember(node)
  const spellings = [email.toUpperCase(), fullWidth(email), ` ${email} `]
  t.equal((await tryOn(fullWidth(email), PASSWORD)).status, 303, 'full-width letters find the account')
  for (const spelling of spellings) t.equal((await tryOn(spelling, 'wrong')).status, 422, spelling)
  for (const spelling of [email, ...spellings])
    t.equal((await tryOn(spelling, PASSWORD)).status, 429, spelling)
})

t.test('mails count for the address in every spelling', async (t) => {
  const { email } = await aMember(node)
  for (const spelling of [email, fullWidth(email), email.toUpperCase()])
    t.equal(await askMail('/oauth/forgot', spelling), 200, spelling)
  for (const spelling of [email, fullWidth(email)])
    t.equal(await askMail('/oauth/forgot', spelling), 429, spelling)
})

t.test('a host can change its IPv6 address at will, so its /64 counts', async (t) => {
  for (let i = 0; i < 30; i++)
    t.equal((await tryOn(`nobody${i}@mail.example`, 'a guess', `2001:db8:0:1::${i}`)).status, 422)
  const { email } = await aMember(node)
  t.equal((await tryOn(email, PASSWORD, '2001:db8:0:1:ffff::1')).status, 429)
  t.equal((await tryOn(email, PASSWORD, '2001:db8:0:2::1')).status, 303, 'other networks are not affected')
})

t.test('a customer may have a whole /48, which counts with four times as much', async (t) => {
  for (let i = 0; i < 120; i++)
    t.equal((await tryOn(`someone${i}@mail.example`, 'a guess', `2001:db8:48:${i}::1`)).status, 422)
  const { email } = await aMember(node)
  t.equal((await tryOn(email, PASSWORD, '2001:db8:48:ffff::1')).status, 429)
  t.equal((await tryOn(email, PASSWORD, '2001:db8:49::1')).status, 303)
})

t.test('parallel attempts are limited like consecutive ones', async (t) => {
  const { email } = await aMember(node)
  const who = visitor(node)
  const page = await who.get('/oauth/login')
  const answers = await Promise.all(
    Array.from(
      { length: 20 },
      async (_, i) =>
        await who.submit(
          page,
          '/oauth/login',
          { email, password: i === 19 ? PASSWORD : `wrong ${i}` },
          { 'x-forwarded-for': '203.0.113.1' },
        ),
    ),
  )
  const refused = answers.filter((answer) => answer.status === 429)
  t.equal(refused.length, 17, answers.map((answer) => answer.status).join(' '))
  for (const answer of refused) t.ok(Number(answer.headers['retry-after']) > 0)
})

t.test(
  'refused attempts are not counted: one account under attack does not block others on its network',
  async (t) => {
    const { email } = await aMember(node)
    for (let i = 0; i < 40; i++)
      t.equal((await tryOn('one@mail.example', 'a guess')).status, i < 3 ? 422 : 429)
    t.equal((await tryOn(email, PASSWORD)).status, 303)
    for (let i = 0; i < 27; i++) t.equal((await tryOn(`other${i}@mail.example`, 'a guess')).status, 422)
    for (let i = 0; i < 5; i++) t.equal((await tryOn(email, 'wrong')).status, 429, 'now this place is full')
    t.equal(
      (await tryOn(email, PASSWORD, '203.0.113.2')).status,
      303,
      'which does not block the accounts tried from it',
    )
  },
)

t.test('a success clears the failures of the account and is not counted', async (t) => {
  const { email } = await aMember(node)
  for (let round = 0; round < 4; round++) {
    for (let i = 0; i < 2; i++) t.equal((await tryOn(email, 'wrong', `203.0.113.${round}`)).status, 422)
    t.equal((await tryOn(email, PASSWORD, '203.0.113.99')).status, 303)
  }
  for (let i = 0; i < 30; i++) t.equal((await tryOn(email, PASSWORD)).status, 303)
  t.equal((await tryOn('new@mail.example', 'a guess')).status, 422, 'the place has failed never before')
})

t.test('parallel codes of a second factor are limited like consecutive ones', async (t) => {
  const developer = await aDeveloper(node)
  const app = await anApp(node, { developerId: developer.id })
  const at = `/console/apps/${app.clientId}`
  for (const path of ['/console/second-factor', `${at}/end-tokens`]) {
    const isSignIn = path === '/console/second-factor'
    await node.knex('throttle').delete()
    const who = await signedInDeveloper(node, developer)
    await node
      .knex('web_session')
      .where({ kind: 'developer' })
      .update({ second_factor: !isSignIn, proven_at: new Date(0) })
    const page = isSignIn ? await who.get(path) : await who.fillAt(`${at}/danger`, path, {})
    const answers = await Promise.all(
      Array.from({ length: 20 }, async () => await who.submit(page, path, { code: 'nonsense' })),
    )
    const refused = answers.filter((answer) => answer.status === 429)
    t.equal(refused.length, 10, answers.map((answer) => answer.status).join(' '))
    for (const answer of refused) {
      t.ok(Number(answer.headers['retry-after']) > 0)
      t.match(answer.text, 'Too many attempts')
    }
    t.equal(
      (await who.submit(page, path, { code: developer.code() })).status,
      429,
      'the right one has to wait too',
    )
    t.ok(
      await node.knex('audit').where({ event: 'throttled', actor_id: developer.id }).first('at'),
      'and it is logged',
    )
  }
})

t.test('parallel requests for mails are limited like consecutive ones', async (t) => {
  const { email } = await aMember(node)
  const statuses = await Promise.all(
    Array.from({ length: 10 }, async () => await askMail('/oauth/forgot', email)),
  )
  t.equal(statuses.filter((status) => status === 200).length, 3, statuses.join(' '))
  const mailed = (): number => node.mails.filter((mail) => mail.to === email).length
  await until('three mails', () => mailed() >= 3)
  t.equal(await askMail('/oauth/forgot', email), 429)
  t.equal(mailed(), 3)
})

t.test('parallel failed authentications of a client are limited like consecutive ones', async (t) => {
  const strict = await authNode(t, { joins: node, settings: { clientFailures: 5 } })
  const app = await anApp(node)
  const form = { grant_type: 'client_credentials' }
  const answers = await Promise.all(
    Array.from(
      { length: 30 },
      async (_, i) => await tokenRequest(strict, { ...app, clientSecret: `wrong ${i}` }, form),
    ),
  )
  t.equal(
    answers.filter((answer) => answer.status === 401).length,
    5,
    answers.map((answer) => answer.status).join(' '),
  )
  t.equal(
    answers.filter((answer) => answer.status === 429 && Number(answer.headers['retry-after']) > 0).length,
    25,
  )
})

t.test('a limit of 0 means no limit', async (t) => {
  const open = await authNode(t, { joins: node, settings: { signInFailures: 0 } })
  const { email } = await aMember(node)
  const who = visitor(open)
  const page = await who.get('/oauth/login')
  const answers = await Promise.all(
    Array.from(
      { length: 8 },
      async () => await who.submit(page, '/oauth/login', { email, password: 'wrong' }, { origin: node.url }),
    ),
  )
  t.ok(answers.every((answer) => answer.status === 422))
  t.equal((await node.knex('throttle')).length, 0)
})
