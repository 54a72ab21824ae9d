/** Asking for the address of somebody else (oauth.md 5.7, 152); ask-change.txt has the rest. */
import t from 'tap'
import { aMember, PASSWORD, signedInMember } from '../../../../support/auth/auth-fixtures.js'
import { authNode } from '../../../../support/auth/auth-node.js'
import type { Answer } from '../../../../support/https-site.js'
import { until } from '../../../../support/until.js'
import type { Visitor } from '../../../../support/auth/visitor.js'

const node = await authNode(t)
const SECURITY = '/account/security'

const ask = async (who: Visitor, email: string, password = PASSWORD): Promise<Answer> =>
  await who.fillAt(SECURITY, '/account/address', {
    new_email: email,
    address_password: password,
  })
const mailsTo = (to: string): string[] =>
  node.mails.filter((mail) => mail.to === to).map(({ subject }) => subject)

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
