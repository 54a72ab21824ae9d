/** Who is counted as whom, and how many tries there are, also when they come at once (oauth.md 5.7, 106). */
import t from 'tap'
import { aMember, PASSWORD } from '../../support/auth-fixtures.js'
import { authNode } from '../../support/auth-node.js'
import type { Answer } from '../../support/auth-node.js'
import { visitor } from '../../support/visitor.js'

const node = await authNode(t, { settings: { signInFailures: 3 }, trustedProxies: ['127.0.0.1'] })
t.beforeEach(async () => { await node.knex('throttle').delete() })

/** `name@mail.example` in full-width letters: another spelling of the same account. */
const fullWidth = (email: string): string => email.replaceAll(/[a-z0-9]/g, letter => String.fromCodePoint(letter.codePointAt(0)! + 0xfee0))

const tryOn = async (email: string, password: string, from = '203.0.113.1'): Promise<Answer> => {
  const who = visitor(node)
  return await who.submit(await who.get('/oauth/login'), '/oauth/login', { email, password }, { 'x-forwarded-for': from })
}
const askMail = async (page: '/oauth/forgot' | '/oauth/signup', email: string, from = '203.0.113.1'): Promise<number> => {
  const who = visitor(node)
  const values = { email, first_name: 'Bo', last_name: 'Example', password: 'a fine long password' }
  return (await who.submit(await who.get(page), page, values, { 'x-forwarded-for': from })).status
}

t.test('whatever spelling finds the account is counted for it', async t => {
  const { email } = await aMember(node)
  const spellings = [email.toUpperCase(), fullWidth(email), ` ${email} `]
  t.equal((await tryOn(fullWidth(email), PASSWORD)).status, 303, 'full-width letters find the account')
  for (const spelling of spellings) t.equal((await tryOn(spelling, 'wrong')).status, 422, spelling)
  for (const spelling of [email, ...spellings]) t.equal((await tryOn(spelling, PASSWORD)).status, 429, spelling)
})

t.test('mails are counted for the address in whatever spelling', async t => {
  const { email } = await aMember(node)
  for (const spelling of [email, fullWidth(email), email.toUpperCase()]) t.equal(await askMail('/oauth/forgot', spelling), 200, spelling)
  for (const spelling of [email, fullWidth(email)]) t.equal(await askMail('/oauth/forgot', spelling), 429, spelling)
})

t.test('a host changes its IPv6 address at will: its /64 is counted', async t => {
  for (let i = 0; i < 30; i++) t.equal((await tryOn(`nobody${i}@mail.example`, 'a guess', `2001:db8:0:1::${i}`)).status, 422)
  const { email } = await aMember(node)
  t.equal((await tryOn(email, PASSWORD, '2001:db8:0:1:ffff::1')).status, 429)
  t.equal((await tryOn(email, PASSWORD, '2001:db8:0:2::1')).status, 303, 'the neighbours go on')
})
