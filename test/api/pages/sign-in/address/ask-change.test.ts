/** Asking for another address (oauth.md 5.7, 152). */
import t from 'tap'
import { aMember, PASSWORD, signedInMember } from '../../../../support/auth/auth-fixtures.js'
import { authNode } from '../../../../support/auth/auth-node.js'
import type { Answer } from '../../../../support/auth/auth-node.js'
import { aDeveloper, signedInDeveloper } from '../../../../support/auth/developer-fixtures.js'
import { linkAfter } from '../../../../support/auth/mailed-link.js'
import { until } from '../../../../support/until.js'
import { visitor } from '../../../../support/auth/visitor.js'
import type { Visitor } from '../../../../support/auth/visitor.js'

const node = await authNode(t, { settings: { signInFailures: 4 } })
const SECURITY = '/account/security'

const ask = async (who: Visitor, email: string, password = PASSWORD): Promise<Answer> =>
  await who.fillAt(SECURITY, '/account/address', {
    new_email: email,
    address_password: password,
  })
const mailsTo = (to: string): string[] =>
  node.mails.filter((mail) => mail.to === to).map(({ subject }) => subject)

t.test('152 a link goes to the new address, a warning to the present one, and nothing changes', async (t) => {
  const member = await aMember(node)
  const who = await signedInMember(node, member)
  t.match((await who.get(SECURITY)).text, `You sign in with <strong>${member.email}</strong>`)
  const link = await linkAfter(node, 'next@mail.example', async () => {
    const answer = await ask(who, ' next@mail.example ')
    t.equal(answer.status, 200)
    t.match(answer.text, /We have sent a message to <strong>next@mail\.example/)
  })
  t.match(link, /^\/oauth\/new-address\?token=/)
  await until('the warning', () => mailsTo(member.email)[0])
  t.same(mailsTo(member.email), ['Somebody asked to change your email address'])
  t.equal((await node.auth.deps.members.byId(member.id))?.email, member.email)
  const own = await node.knex('audit').where({ actor_id: member.id, event: 'address_asked' })
  t.equal(own.length, 1)
  t.notMatch(JSON.stringify(own), /mail\.example/, 'the audit log has no address')
})

t.test('152 the form needs an address, another one than now, and the password', async (t) => {
  const member = await aMember(node)
  const who = await signedInMember(node, member)
  const before = node.mails.length
  for (const [email, password, text] of [
    ['', PASSWORD, /Enter an email address/],
    ['two@mail.example, three@mail.example', PASSWORD, /Enter one email address/],
    [member.email, PASSWORD, /This is the address that you have/],
    ['other@mail.example', 'a guess', /This is not your password/],
  ] as const) {
    const answer = await ask(who, email, password)
    t.equal(answer.status, 422)
    t.match(answer.text, text)
    t.match(answer.text, `value="${email}"`, 'what was entered is kept')
  }
  t.equal(node.mails.length, before)
})

t.test('152 an address of somebody else gets the same answer, and a mail that says so', async (t) => {
  const member = await aMember(node)
  const owner = await aMember(node)
  const who = await signedInMember(node, member)
  const link = async (): Promise<unknown> => await node.knex('mail_link').where({ subject: member.id })
  const [free, first] = [await ask(who, 'free@mail.example'), await link()]
  const [taken, second] = [await ask(who, owner.email.toUpperCase()), await link()]
  const plain = (answer: Answer, email: string): string =>
    answer.text.replace(email, 'EMAIL').replaceAll(/value="[^"]*"/g, '')
  t.equal(taken.status, free.status)
  t.equal(plain(taken, owner.email.toUpperCase()), plain(free, 'free@mail.example'))
  await until('both mails', () => mailsTo(owner.email)[0] !== undefined && mailsTo(member.email)[1])
  t.same(mailsTo(owner.email), ['This address already has an account'])
  t.match(node.mails.find(({ to }) => to === owner.email)?.text, '/oauth/login')
  t.match(
    [first, second],
    [[{ purpose: 'member_address' }], [{ purpose: 'member_address' }]],
    'the same work',
  )
  t.notSame(first, second)
})

t.test('152 the links of an account, to a recipient and from a network are counted', async (t) => {
  const members = [await aMember(node), await aMember(node)]
  const [one, two] = await Promise.all(members.map(async (member) => await signedInMember(node, member)))
  for (let n = 0; n < 4; n++) t.equal((await ask(one!, `many${n}@mail.example`)).status, 200)
  const refused = await ask(one!, 'many4@mail.example')
  t.equal(refused.status, 429)
  t.ok(Number(refused.headers['retry-after']) > 0)
  t.equal((await ask(two!, 'many0@mail.example')).status, 200, 'another account')
  const keys = await node.knex('throttle').where('key', 'like', 'member address%').pluck<string[]>('key')
  for (const kind of ['of', 'mail to', 'mail from'])
    t.ok(
      keys.some((key) => key.startsWith(`member address ${kind}`)),
      kind,
    )
  t.notMatch(keys.join(' '), /@/)
})

t.test('152 131 a developer proves the password and the second factor', async (t) => {
  const developer = await aDeveloper(node)
  const who = await signedInDeveloper(node, developer)
  await node.knex('web_session').update({ proven_at: node.knex.raw("now() - interval '6 minutes'") })
  const form = { new_email: 'dev-next@mail.example', address_password: PASSWORD }
  const asked = await who.fillAt('/console/security', '/console/address', form)
  t.match(asked.text, /You are about to change the address of your account/)
  t.notMatch(asked.text, PASSWORD, 'the page carries no password')
  const forged = { new_email: 'elsewhere@mail.example', address_password: 'x', code: developer.code() }
  t.equal((await who.submit(asked, '/console/address', forged)).status, 422, 'the proof is for one address')
  const link = await linkAfter(node, 'dev-next@mail.example', async () => {
    const answer = await who.submit(asked, '/console/address', { code: developer.code() })
    t.equal(answer.status, 200)
  })
  t.match(link, /^\/console\/new-address\?token=/)
  t.equal((await visitor(node).get(link)).status, 200)
})
