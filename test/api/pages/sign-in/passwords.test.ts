/** Passwords (oauth.md 5.7, 107 to 111; 5.6, 96). The numbers are rows. */
import t from 'tap'
import type { Test } from 'tap'
import { hash } from '@node-rs/argon2'
import { readFileSync } from 'node:fs'
import { PASSWORD_KIBIBYTES } from '../../../../api/pages/sign-in/passwords.js'
import {
  aMember,
  anApp,
  api,
  memberTokens,
  PASSWORD,
  signedInMember,
  refreshed,
} from '../../../support/auth/auth-fixtures.js'
import { authNode } from '../../../support/auth/auth-node.js'
import type { Answer } from '../../../support/https-site.js'
import { linkAfter, linkIn } from '../../../support/auth/mailed-link.js'
import { until } from '../../../support/until.js'
import { signIn, signUp } from '../../../support/auth/sign-in-forms.js'
import { formTo, visitor } from '../../../support/auth/visitor.js'

const node = await authNode(t, { passwordKibibytes: PASSWORD_KIBIBYTES })

const isSignedOut = (t: Test, answer: Answer): void => {
  t.equal(answer.status, 303)
  t.match(answer.headers['location'], /^\/oauth\/login/)
}

t.test('107 a password can have 64 characters of any kind', async (t) => {
  const password = `${'é漢 😀'.repeat(16)}`
  t.equal([...password].length, 64)
  const who = visitor(node)
  t.equal((await signUp(who, { email: 'long@mail.example', password })).status, 200)
  const confirm = await who.get(linkIn(node, 'long@mail.example'))
  await who.submit(confirm, '/oauth/confirm', {})
  t.equal((await signIn(visitor(node), 'LONG@mail.example', password)).status, 303)
  t.equal(
    (await signIn(visitor(node), 'long@mail.example', password.slice(0, -2))).status,
    422,
    'nothing is cut',
  )
  t.equal((await signUp(visitor(node), { password: 'short7!' })).status, 422)
  t.equal(
    (await signUp(visitor(node), { email: 'eight@mail.example', password: ' \u00e9x8"<& ' })).status,
    200,
    'eight characters are enough, spaces included',
  )
  for (const path of ['/oauth/login', '/oauth/signup', '/console/login', '/console/signup']) {
    const inputs = [...(await visitor(node).get(path)).text.matchAll(/<input [^>]*type="password"[^>]*>/g)]
    t.ok(inputs.length > 0, path)
    for (const [input] of inputs) {
      t.match(input, /autocomplete="(current|new)-password"/, 'password managers work')
      t.notMatch(input, /maxlength|onpaste|pattern|autocomplete="off"/, 'so does pasting, at any length')
    }
  }
})

t.test('108 the commonest passwords are refused', async (t) => {
  const answer = await signUp(visitor(node), { password: 'password123' })
  t.equal(answer.status, 422)
  t.match(answer.text, /role="alert"/)
  t.equal((await signUp(visitor(node), { password: 'PassWord123' })).status, 422, 'whatever their case')
  const listed = readFileSync(
    new URL('../../../../api/pages/sign-in/common-passwords.txt', import.meta.url),
    'utf8',
  )
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
  t.ok(new Set(listed).size >= 3_000, `${new Set(listed).size} of them are known`)
  for (const one of listed) if (!node.auth.deps.passwords.isCommon(one)) t.fail(one)
})

t.test('110 a reset link works once, within an hour, and reveals nothing about accounts', async (t) => {
  const forgetful = await aMember(node)
  const app = await anApp(node)
  const elsewhere = await signedInMember(node, forgetful)
  const tokens = await memberTokens(node, app, elsewhere)
  const who = visitor(node)
  const ask = async (email: string): Promise<Answer> => await who.fill('/oauth/forgot', { email })
  let known: Answer | undefined
  const link = await linkAfter(node, forgetful.email, async () => {
    known = await ask(forgetful.email)
  })
  const unknown = await ask('who@mail.example')
  t.equal(unknown.status, known?.status)
  t.equal(
    unknown.text.replaceAll('who@mail.example', 'ADDRESS'),
    known?.text.replaceAll(forgetful.email, 'ADDRESS'),
  )
  t.notOk(node.mails.some((mail) => mail.to === 'who@mail.example'))

  const form = await who.get(link)
  t.equal(
    (await who.submit(form, '/oauth/reset', { password: 'password123' })).status,
    422,
    'a poor password does not use the link up',
  )
  const done = await who.submit(form, '/oauth/reset', { password: 'a new and better one', end_sessions: '1' })
  t.equal(done.status, 303)
  t.equal((await who.submit(form, '/oauth/reset', { password: 'a new and better one' })).status, 400)
  t.equal((await who.get(link)).status, 400)
  isSignedOut(t, await elsewhere.get('/account/trips'))
  t.equal((await signIn(visitor(node), forgetful.email, 'a new and better one')).status, 303)
  await until(
    'the applications are disconnected',
    async () => (await api(node, tokens.accessToken)).status === 401,
    1_000,
  )
  t.equal((await refreshed(node, app, tokens.refreshToken)).status, 400)

  const kept = await signedInMember(node, forgetful)
  const second = await linkAfter(node, forgetful.email, async () => await ask(forgetful.email))
  const again = formTo((await who.get(second)).text, '/oauth/reset')
  const { end_sessions: ticked, ...unticked } = again.fields
  t.equal(ticked, '1', 'other sessions end unless the box is cleared')
  t.equal((await who.post(again.action, { ...unticked, password: 'a third and better one' })).status, 303)
  t.equal((await kept.get('/account/trips')).status, 200, 'and stay when it is')

  const late = await linkAfter(node, forgetful.email, async () => await ask(forgetful.email))
  await node.knex.raw(
    "update mail_link set expires_at = expires_at - interval '61 minutes' where purpose = 'member_reset'",
  )
  t.equal((await who.get(late)).status, 400)
})

t.test('111 changing the password needs the current one and sends a mail', async (t) => {
  const changing = await aMember(node)
  const who = await signedInMember(node, changing)
  const page = await who.get('/account/security')
  const wrong = { current: 'wrong', password: 'a new and better one' }
  const refused = await who.submit(page, '/account/password', wrong)
  t.equal(refused.status, 422)
  t.match(refused.text, /<a href="\/account\/security" aria-current="page">/)
  t.equal(
    (await who.submit(page, '/account/password', { current: PASSWORD, password: 'a new and better one' }))
      .status,
    303,
  )
  t.ok(node.mails.some((mail) => mail.to === changing.email && /was changed/.test(mail.subject)))
  t.equal((await signIn(visitor(node), changing.email, 'a new and better one')).status, 303)
})

t.test('96 a hash with weaker parameters is renewed at sign-in', async (t) => {
  const old = await aMember(node)
  await node.auth.deps.members.setPassword(
    old.id,
    await hash(PASSWORD, { memoryCost: 19_456, timeCost: 2, parallelism: 1 }),
  )
  t.equal((await signIn(visitor(node), old.email, PASSWORD)).status, 303)
  t.match((await node.auth.deps.members.byId(old.id))!.passwordHash, /^\$argon2id\$v=19\$m=47104,/)
})
