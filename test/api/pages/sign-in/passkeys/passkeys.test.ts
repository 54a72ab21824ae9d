/** Passkeys of members (oauth.md 5.7, 176); ../sign-in-states.test.ts has them among everything else. */
import t from 'tap'
import { passkeyParty } from '../../../../../api/pages/sign-in/passkeys/passkey-party.js'
import { aMember, PASSWORD, signedInMember } from '../../../../support/auth/auth-fixtures.js'
import type { TestMember } from '../../../../support/auth/auth-fixtures.js'
import { authNode } from '../../../../support/auth/auth-node.js'
import { addPasskey, challenged, optionsOn, signInByPasskey } from '../../../../support/auth/factors.js'
import {
  SoftwareAuthenticator,
  WRONG_ANSWERS,
  WRONG_CREATIONS,
} from '../../../../support/auth/software-authenticator.js'
import { formTo, visitor } from '../../../../support/auth/visitor.js'
import type { Visitor } from '../../../../support/auth/visitor.js'

const node = await authNode(t)
const SECURITY = '/account/security'

/** A member with a session and a passkey. */
async function withPasskey(): Promise<{ member: TestMember; who: Visitor; passkey: SoftwareAuthenticator }> {
  const member = await aMember(node)
  const who = await signedInMember(node, member)
  const passkey = new SoftwareAuthenticator(node.url)
  const added = await addPasskey(who, passkey)
  if (added.status !== 303) throw new Error(added.text)
  return { member, who, passkey }
}
const events = async ({ id }: TestMember): Promise<string[]> =>
  await node.knex('audit').where({ actor_id: id }).orderBy('id').pluck<string[]>('event')
const forgetProof = async ({ id }: TestMember): Promise<void> => {
  await node
    .knex('web_session')
    .where({ account_id: id })
    .update({ proven_at: new Date(0) })
}

t.test('176 a passkey is named, listed, signs in as both factors, and is removed', async (t) => {
  const { member, who, passkey } = await withPasskey()
  t.match(node.mails.at(-1), { to: member.email, subject: 'A passkey was added' })
  t.match((await who.get(SECURITY)).text, /<strong>Phone<\/strong>[^]*not used yet/)
  const elsewhere = visitor(node)
  const { answer } = await signInByPasskey(elsewhere, passkey)
  t.equal(answer.headers['location'], '/account/trips')
  const [session] = await node.knex('web_session').where({ account_id: member.id }).orderBy('id', 'desc')
  t.equal(session.second_factor, true)
  t.match((await elsewhere.get(SECURITY)).text, /last used on/)
  await elsewhere.fillAt(SECURITY, '/account/passkeys/remove', {})
  t.match(node.mails.at(-1), { to: member.email, subject: 'A passkey was removed' })
  t.notMatch((await who.get(SECURITY)).text, /<strong>Phone<\/strong>/)
  t.equal((await signInByPasskey(visitor(node), passkey)).answer.status, 422)
  t.same(await events(member), ['passkey_added', 'signed_in_by_passkey', 'passkey_removed'])
})

t.test('176 whatever is wrong in an answer, it is refused', async (t) => {
  const { member, who, passkey } = await withPasskey()
  for (const [name, claims] of Object.entries(WRONG_ANSWERS)) {
    const { answer } = await signInByPasskey(visitor(node), passkey, claims)
    t.equal(answer.status, 422, name)
    t.match(answer.text, /<p class="error" id="passkey-error">[^]*This passkey was not accepted/, name)
  }
  for (const [name, claims] of Object.entries(WRONG_CREATIONS))
    t.equal((await addPasskey(who, new SoftwareAuthenticator(node.url), claims)).status, 422, name)
  t.equal((await node.knex('passkey').where({ member_id: member.id })).length, 1)
  t.equal(
    (await signInByPasskey(visitor(node), passkey, { counter: 99 })).answer.status,
    303,
    'and right it is not',
  )
})

t.test('176 a challenge works once, for five minutes, in the browser that asked', async (t) => {
  const { passkey } = await withPasskey()
  const who = visitor(node)
  const credential = passkey.sign(await challenged(who))
  const send = async (by: Visitor): Promise<number> =>
    (await by.fillAt('/oauth/login?switch=1', '/oauth/passkey', { credential })).status
  t.equal(await send(visitor(node)), 422, 'in another browser')
  t.equal(await send(who), 422, 'that has used it up')
  t.equal((await signInByPasskey(who, passkey)).answer.status, 303)
  const late = visitor(node)
  const asked = await challenged(late)
  await node.knex('mail_link').where({ purpose: 'member_passkey_sign_in' }).update({ expires_at: new Date() })
  const answer = { credential: passkey.sign(asked) }
  t.equal((await late.submit(asked.page, '/oauth/passkey', answer)).status, 422, 'too late')
})

t.test('176 a passkey is added by who has proven it is them, in that session', async (t) => {
  const { member, who, passkey } = await withPasskey()
  await forgetProof(member)
  const asked = await who.fillAt(SECURITY, '/account/passkeys/new', {})
  t.match(asked.text, /You are about to add a passkey. Enter your password/)
  t.equal((await who.submit(asked, '/account/passkeys/new', { own_password: 'wrong' })).status, 422)
  const page = await who.submit(asked, '/account/passkeys/new', { own_password: PASSWORD })
  t.match(
    JSON.stringify(optionsOn(page)),
    /"excludeCredentials":\[\{"id":"/,
    'its authenticator makes no second one',
  )
  const made = new SoftwareAuthenticator(node.url)
  const form = { passkey_name: 'Tablet', credential: made.create(optionsOn(page)) }
  const other = await signedInMember(node, member)
  const elsewhere = await other.fillAt(SECURITY, '/account/passkeys/new', {})
  t.equal((await other.submit(elsewhere, '/account/passkeys', form)).status, 422)
  t.equal((await who.submit(page, '/account/passkeys', { ...form, passkey_name: '' })).status, 422)
  t.equal((await addPasskey(who, made)).status, 303)
  const again = await addPasskey(who, passkey)
  t.match(again.text, /No passkey was added/, 'nor does one that makes it all the same')
  await forgetProof(member)
  t.match(
    (await who.fillAt(SECURITY, '/account/passkeys/remove', {})).text,
    /You are about to remove a passkey/,
  )
})

t.test('176 an account has at most 20, and nobody removes those of another', async (t) => {
  const { member, who } = await withPasskey()
  const stranger = await signedInMember(node, await aMember(node))
  const [{ id }] = await node.knex('passkey').where({ member_id: member.id })
  const { form_token: token = '' } = formTo(
    (await stranger.get(SECURITY)).text,
    '/account/passkeys/new',
  ).fields
  await stranger.post('/account/passkeys/remove', { form_token: token, passkey: id as string })
  t.equal((await node.knex('passkey').where({ member_id: member.id })).length, 1)
  for (let n = 1; n < 20; n++)
    t.equal((await addPasskey(who, new SoftwareAuthenticator(node.url))).status, 303)
  const full = await who.fillAt(SECURITY, '/account/passkeys/new', {})
  t.match(full.text, /at most 20/)
})

t.test('106 challenges are counted per network', async (t) => {
  const strict = await authNode(t, { joins: node, settings: { signInFailures: 1 } })
  const ask = async (): Promise<number> => {
    const who = visitor(strict)
    const { form_token: token = '' } = formTo((await who.get('/oauth/login')).text, '/oauth/passkey').fields
    return (await who.post('/oauth/passkey/challenge', { form_token: token }, { origin: node.url })).status
  }
  const statuses = []
  for (let n = 0; n < 11; n++) statuses.push(await ask())
  t.same(statuses, [...Array<number>(10).fill(200), 429])
})

t.test('176 passkeys belong to the host of the authorization server, if it has a name', async (t) => {
  t.same(passkeyParty('https://auth.example:8443'), {
    id: 'auth.example',
    origin: 'https://auth.example:8443',
  })
  for (const host of ['127.0.0.1', '[::1]', '[2001:db8::1]:8443'])
    t.equal(passkeyParty(`https://${host}`), null)
})
