/** The second factor of a member (oauth.md 5.7, 114 and 150); sign-in-states.test.ts has what it lets in. */
import t from 'tap'
import { totpCode, totpStep } from '../../../../api/pages/sign-in/totp.js'
import { memberAccounts } from '../../../../db/sign-in/member-accounts.js'
import { aMember, PASSWORD, signedInMember } from '../../../support/auth/auth-fixtures.js'
import type { TestMember } from '../../../support/auth/auth-fixtures.js'
import { authNode } from '../../../support/auth/auth-node.js'
import type { Answer } from '../../../support/https-site.js'
import { codesOn, setUpFactor } from '../../../support/auth/factors.js'
import { visitor } from '../../../support/auth/visitor.js'
import type { Visitor } from '../../../support/auth/visitor.js'

const node = await authNode(t, { settings: { signInFailures: 10 } })
const SECURITY = '/account/security'
const FACTOR = '/oauth/second-factor'
const now = (): number => node.auth.keys.now()

interface Owner {
  member: TestMember
  who: Visitor
  key: Buffer
  codes: string[]
}

async function withFactor(): Promise<Owner> {
  const member = await aMember(node)
  const who = await signedInMember(node, member)
  const { key, answer } = await setUpFactor(who, now())
  return { member, who, key, codes: codesOn(answer) }
}
const enterPassword = async ({ email }: TestMember): Promise<Visitor> => {
  const who = visitor(node)
  const { headers } = await who.fill('/oauth/login', { email, password: PASSWORD })
  t.match(headers['location'], /^\/oauth\/second-factor/)
  return who
}
const events = async ({ id }: TestMember): Promise<string[]> =>
  await node.knex('audit').where({ actor_id: id }).orderBy('id').pluck<string[]>('event')
const statusOf = async (answer: Promise<Answer>): Promise<number> => (await answer).status

t.test('114 setting it up shows ten codes once, ends the other sessions, and is mailed', async (t) => {
  const member = await aMember(node)
  const [who, other] = [await signedInMember(node, member), await signedInMember(node, member)]
  t.match((await who.get(SECURITY)).text, /You have none/)
  t.equal((await setUpFactor(who, now(), false)).answer.status, 422)
  const { answer } = await setUpFactor(who, now())
  t.equal(new Set(codesOn(answer)).size, 10)
  t.match(node.mails.at(-1), { to: member.email, subject: 'Your second factor was set up' })
  t.match((await other.get(SECURITY)).headers['location'], /^\/oauth\/login/)
  t.match((await who.get(SECURITY)).text, /10 of 10 recovery codes remain/)
  t.same(await events(member), ['second_factor_failed', 'second_factor_set', 'recovery_codes_made'])
})

t.test('150 a recovery code signs in once, and new ones end the old', async (t) => {
  const { member, who, codes } = await withFactor()
  const [code = '', other = ''] = codes
  const by = await enterPassword(member)
  t.equal(await statusOf(by.fill(FACTOR, { recovery_code: code })), 303)
  t.match(node.mails.at(-1)?.text, /9 more remain/)
  t.equal(await statusOf((await enterPassword(member)).fill(FACTOR, { recovery_code: code })), 422)
  await who.fillAt(SECURITY, '/account/recovery-codes', {})
  t.equal(await statusOf((await enterPassword(member)).fill(FACTOR, { recovery_code: other })), 422)
})

t.test('114 turning it off needs the password; then there are no codes, and none are made', async (t) => {
  const { member, who } = await withFactor()
  const off = async (password: string): Promise<Answer> =>
    await who.fillAt(SECURITY, '/account/second-factor/off', { off_password: password })
  t.match(
    (await off('not the password')).text,
    /<details class="recovery" open>[^]*This is not your password/,
  )
  const codesPage = await who.get(SECURITY)
  t.equal((await off(PASSWORD)).status, 303)
  t.match(node.mails.at(-1)?.subject, 'Your second factor was turned off')
  t.equal((await who.submit(codesPage, '/account/recovery-codes', {})).headers['location'], SECURITY)
  t.equal((await node.knex('member_recovery_code').where({ member_id: member.id })).length, 0)
  t.match(await events(member), ['second_factor_set', 'recovery_codes_made', 'second_factor_removed'])
  t.match((await visitor(node).fill('/oauth/login', { email: member.email, password: PASSWORD })).headers, {
    location: '/account/trips',
  })
})

t.test('106 wrong codes are throttled, and the owner is mailed', async (t) => {
  const { member, key } = await withFactor()
  const who = await enterPassword(member)
  for (let n = 0; n < 10; n++) t.equal(await statusOf(who.fill(FACTOR, { code: 'none' })), 422)
  t.match(node.mails.at(-1), { to: member.email, subject: 'Wrong codes for your account' })
  t.equal(await statusOf(who.fill(FACTOR, { code: totpCode(key, totpStep(now()) + 1) })), 429)
})

t.test('152 with a factor, another address needs a code as well as the password', async (t) => {
  const { member, who, key } = await withFactor()
  await node
    .knex('web_session')
    .where({ account_id: member.id })
    .update({ proven_at: new Date(0) })
  const form = { new_email: 'elsewhere@mail.example', address_password: PASSWORD }
  const asked = await who.fillAt(SECURITY, '/account/address', form)
  t.match(asked.text, /You are about to change the address of your account. Enter the six digits/)
  const done = await who.submit(asked, '/account/address', { code: totpCode(key, totpStep(now()) + 1) })
  t.match(done.text, /Check your email/)
})

t.test('an operator removes a lost factor', async (t) => {
  const { member } = await withFactor()
  await memberAccounts(node.knex).forgetTotp(member.id)
  const { headers } = await visitor(node).fill('/oauth/login', { email: member.email, password: PASSWORD })
  t.equal(headers['location'], '/account/trips')
})
