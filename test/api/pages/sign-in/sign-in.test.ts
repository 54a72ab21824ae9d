/** What a sign-in costs, and how often it may fail (oauth.md 5.7); sign-in.txt has its other rows. */
import t from 'tap'
import { PASSWORD_KIBIBYTES } from '../../../../api/pages/sign-in/passwords.js'
import { aMember, PASSWORD } from '../../../support/auth/auth-fixtures.js'
import { authNode } from '../../../support/auth/auth-node.js'
import type { Answer } from '../../../support/https-site.js'
import { signIn } from '../../../support/auth/sign-in-forms.js'
import { visitor } from '../../../support/auth/visitor.js'

const node = await authNode(t, { passwordKibibytes: PASSWORD_KIBIBYTES })

const member = await aMember(node)

t.test('105 known and unknown addresses get the same answer', async (t) => {
  const known = await signIn(visitor(node), member.email, 'not the password')
  const unknown = await signIn(visitor(node), 'who@mail.example', 'not the password')
  t.equal(known.status, 422)
  t.equal(unknown.status, known.status)
  const plain = (answer: Answer, email: string): string =>
    answer.text.replaceAll(email, 'ADDRESS').replace(/name="form_token" value="[^"]*"/g, '')
  t.equal(plain(unknown, 'who@mail.example'), plain(known, member.email))
  const time = async (email: string): Promise<number> => {
    const who = visitor(node)
    const page = await who.get('/oauth/login')
    const begun = performance.now()
    await who.submit(page, '/oauth/login', { email, password: 'not the password' })
    return performance.now() - begun
  }
  // Alternating, and the best time of each, because other load on the machine affects single runs.
  let [ofKnown, ofUnknown] = [Infinity, Infinity]
  for (let i = 0; i < 5; i++) {
    ofKnown = Math.min(ofKnown, await time(member.email))
    ofUnknown = Math.min(ofUnknown, await time('who@mail.example'))
  }
  t.ok(
    ofUnknown > ofKnown / 4 && ofUnknown < ofKnown * 4,
    `${Math.round(ofKnown)} ms and ${Math.round(ofUnknown)} ms: both cost a hash`,
  )
})

t.test('106 throttled per address: many accounts tried from one place', async (t) => {
  const strict = await authNode(t, { joins: node, settings: { signInFailures: 2 } })
  const fine = await aMember(node)
  const who = visitor(strict)
  const page = await who.get('/oauth/login')
  const headers = { origin: node.url }
  await node.knex.raw('delete from throttle')
  for (let i = 0; i < 20; i++)
    t.equal(
      (
        await who.submit(
          page,
          '/oauth/login',
          { email: `nobody${i}@mail.example`, password: 'a guess' },
          headers,
        )
      ).status,
      422,
    )
  t.equal(
    (await who.submit(page, '/oauth/login', { email: fine.email, password: PASSWORD }, headers)).status,
    429,
    'no account was tried twice',
  )
  await node.knex.raw('delete from throttle')
  t.equal(
    (await who.submit(page, '/oauth/login', { email: fine.email, password: PASSWORD }, headers)).status,
    303,
  )
})
