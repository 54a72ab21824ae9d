/** Who is counted as whom, and how many tries there are, also when they come at once (oauth.md 5.7, 106). */
import t from 'tap'
import { aMember, anApp, PASSWORD, tokenRequest } from '../../../support/auth/auth-fixtures.js'
import { authNode } from '../../../support/auth/auth-node.js'
import type { Answer } from '../../../support/auth/auth-node.js'
import { aDeveloper, signedInDeveloper } from '../../../support/auth/developer-fixtures.js'
import { visitor } from '../../../support/auth/visitor.js'

const node = await authNode(t, { settings: { signInFailures: 3 }, trustedProxies: ['127.0.0.1'] })
t.beforeEach(async () => {
  await node.knex('throttle').delete()
})

/** `name@mail.example` in full-width letters: another spelling of the same account. */
const fullWidth = (email: string): string =>
  email.replaceAll(/[a-z0-9]/g, (letter) => String.fromCodePoint(letter.codePointAt(0)! + 0xfee0))

const tryOn = async (email: string, password: string, from = '203.0.113.1'): Promise<Answer> => {
  const who = visitor(node)
  return await who.submit(
    await who.get('/oauth/login'),
    '/oauth/login',
    { email, password },
    { 'x-forwarded-for': from },
  )
}
const askMail = async (
  page: '/oauth/forgot' | '/oauth/signup',
  email: string,
  from = '203.0.113.1',
): Promise<number> => {
  const who = visitor(node)
  const values = { email, first_name: 'Bo', last_name: 'Example', password: 'a fine long password' }
  return (await who.submit(await who.get(page), page, values, { 'x-forwarded-for': from })).status
}

t.test('whatever spelling finds the account is counted for it', async (t) => {
  const { email } = await aMember(node)
  const spellings = [email.toUpperCase(), fullWidth(email), ` ${email} `]
  t.equal((await tryOn(fullWidth(email), PASSWORD)).status, 303, 'full-width letters find the account')
  for (const spelling of spellings) t.equal((await tryOn(spelling, 'wrong')).status, 422, spelling)
  for (const spelling of [email, ...spellings])
    t.equal((await tryOn(spelling, PASSWORD)).status, 429, spelling)
})

t.test('mails are counted for the address in whatever spelling', async (t) => {
  const { email } = await aMember(node)
  for (const spelling of [email, fullWidth(email), email.toUpperCase()])
    t.equal(await askMail('/oauth/forgot', spelling), 200, spelling)
  for (const spelling of [email, fullWidth(email)])
    t.equal(await askMail('/oauth/forgot', spelling), 429, spelling)
})

t.test('a host changes its IPv6 address at will: its /64 is counted', async (t) => {
  for (let i = 0; i < 30; i++)
    t.equal((await tryOn(`nobody${i}@mail.example`, 'a guess', `2001:db8:0:1::${i}`)).status, 422)
  const { email } = await aMember(node)
  t.equal((await tryOn(email, PASSWORD, '2001:db8:0:1:ffff::1')).status, 429)
  t.equal((await tryOn(email, PASSWORD, '2001:db8:0:2::1')).status, 303, 'the neighbours go on')
})

t.test('tries made at once are as few as tries in a row', async (t) => {
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
  'who is refused is counted nowhere: one account tried on and on does not shut out its neighbours',
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
      'which does not shut out the accounts tried from it',
    )
  },
)

t.test('a success forgets the failures of the account and counts for nobody', async (t) => {
  const { email } = await aMember(node)
  for (let round = 0; round < 4; round++) {
    for (let i = 0; i < 2; i++) t.equal((await tryOn(email, 'wrong', `203.0.113.${round}`)).status, 422)
    t.equal((await tryOn(email, PASSWORD, '203.0.113.99')).status, 303)
  }
  for (let i = 0; i < 30; i++) t.equal((await tryOn(email, PASSWORD)).status, 303)
  t.equal((await tryOn('new@mail.example', 'a guess')).status, 422, 'the place has failed never before')
})

t.test('codes of a second factor made at once are as few as codes in a row', async (t) => {
  const developer = await aDeveloper(node)
  for (const path of ['/console/second-factor', '/console/prove'] as const) {
    await node.knex('throttle').delete()
    const who = await signedInDeveloper(node, developer)
    await node
      .knex('web_session')
      .where({ kind: 'developer' })
      .update({ second_factor: path === '/console/prove' })
    const page = await who.get(path)
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

t.test('mails asked for at once are as few as in a row', async (t) => {
  const { email } = await aMember(node)
  const statuses = await Promise.all(
    Array.from({ length: 10 }, async () => await askMail('/oauth/forgot', email)),
  )
  t.equal(statuses.filter((status) => status === 200).length, 3, statuses.join(' '))
  t.equal(node.mails.filter((mail) => mail.to === email).length, 3)
})

t.test(
  'failed authentications of a client at once are told as such no more often than in a row',
  async (t) => {
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
  },
)

t.test('a limit of 0 is none', async (t) => {
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
