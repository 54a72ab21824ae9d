/** Recovery codes take the place of a lost second factor (oauth.md 5.7, 150). */
import t from 'tap'
import { totpCode, totpStep } from '../../../../api/pages/sign-in/totp.js'
import { developerAccounts } from '../../../../db/sign-in/developer-accounts.js'
import { PASSWORD } from '../../../support/auth/auth-fixtures.js'
import { authNode } from '../../../support/auth/auth-node.js'
import type { Answer } from '../../../support/https-site.js'
import { aDeveloper, signedInDeveloper } from '../../../support/auth/developer-fixtures.js'
import { codesOn, keyOn } from '../../../support/auth/factors.js'
import { visitor } from '../../../support/auth/visitor.js'
import type { Visitor } from '../../../support/auth/visitor.js'

const node = await authNode(t, { settings: { signInFailures: 10 } })
const ASK = '/console/second-factor'

const codeOf = (key: Buffer, steps = 0): string => totpCode(key, totpStep(node.auth.keys.now()) + steps)
const withPassword = async (email: string): Promise<Visitor> => {
  const by = visitor(node)
  await by.fill('/console/login', { email, password: PASSWORD })
  return by
}
const signIn = async (email: string, answer: Record<string, string>): Promise<[Visitor, Answer]> => {
  const by = await withPassword(email)
  return [by, await by.fill(ASK, answer)]
}
const audited = async (id: string, event: string): Promise<number> =>
  (await node.knex('audit').where({ actor_kind: 'developer', actor_id: id, event })).length

t.test('150 ten codes are shown once at the set-up, and each signs in once', async (t) => {
  const { id, email } = await aDeveloper(node)
  await developerAccounts(node.knex).forgetTotp(id)
  const fresh = await withPassword(email)
  const setUp = await fresh.get(ASK)
  const shown = await fresh.submit(setUp, ASK, { code: codeOf(keyOn(setUp)) })
  t.equal(shown.headers['cache-control'], 'no-store')
  const codes = codesOn(shown)
  t.equal(new Set(codes).size, 10)
  const stored = await node.knex('recovery_code').where({ developer_id: id })
  for (const code of codes) t.notOk(JSON.stringify(stored).includes(Buffer.from(code).toString('hex')))
  t.match((await fresh.get('/console/security')).text, /10 of 10 recovery codes remain/)

  const [code = '', second = ''] = codes
  const [by, answer] = await signIn(email, { recovery_code: ` ${code.toUpperCase().replace('-', ' ')} ` })
  t.equal(answer.status, 303, 'case, spaces and dashes do not count')
  t.match((await by.get('/console/security')).text, /9 of 10 recovery codes remain/)
  t.equal(node.mails.at(-1)?.to, email)
  t.match(node.mails.at(-1)?.text, /9 more remain/)
  t.equal(await audited(id, 'recovery_code_used'), 1)
  const [, again] = await signIn(email, { recovery_code: code })
  t.equal(again.status, 422)
  t.match(again.text, /<details class="recovery" open>/)
  t.match(again.text, /has already been used/)
  t.equal(await audited(id, 'second_factor_failed'), 1)

  const stranger = await aDeveloper(node)
  t.equal((await signIn(stranger.email, { recovery_code: second }))[1].status, 422, "nobody else's")
  await developerAccounts(node.knex).forgetTotp(id)
  t.equal((await node.knex('recovery_code').where({ developer_id: id })).length, 0, 'end with the factor')
})

t.test('150 new codes end the old ones, after a confirmation, which a code may be', async (t) => {
  const developer = await aDeveloper(node)
  const who = await signedInDeveloper(node, developer)
  t.match((await who.get('/console/security')).text, /No recovery codes/)
  const first = await who.fillAt('/console/security', '/console/recovery-codes', {})
  const [code = '', other = ''] = codesOn(first)
  t.notMatch(first.text, /Earlier codes/, 'there were none')
  t.match(node.mails.at(-1)?.subject, /recovery codes were created/)
  await node.knex('web_session').update({ proven_at: node.knex.raw("now() - interval '6 minutes'") })
  const asked = await who.fillAt('/console/security', '/console/recovery-codes', {})
  t.same(codesOn(asked), [])
  const second = await who.submit(asked, '/console/recovery-codes', { recovery_code: code })
  t.equal(codesOn(second).length, 10)
  t.match(second.text, /Earlier codes no longer work/)
  t.match(node.mails.at(-1)?.subject, /recovery codes were replaced/)
  t.equal((await signIn(developer.email, { recovery_code: other }))[1].status, 422)
  t.equal((await signIn(developer.email, { recovery_code: codesOn(second)[0]! }))[1].status, 303)
  t.equal(await audited(developer.id, 'recovery_codes_made'), 2)
})

t.test('150 guesses are counted with those of the second factor', async (t) => {
  const { email } = await aDeveloper(node)
  const by = await withPassword(email)
  const guess = async (answer: Record<string, string>): Promise<number> => (await by.fill(ASK, answer)).status
  for (let n = 0; n < 5; n++) {
    t.equal(await guess({ code: '000000' }), 422)
    t.equal(await guess({ recovery_code: 'aaaaa-aaaaa' }), 422)
  }
  t.equal(await guess({ recovery_code: 'aaaaa-aaaaa' }), 429)
})

t.test('150 another authenticator app replaces a lost one and ends other sessions', async (t) => {
  const developer = await aDeveloper(node)
  const other = await signedInDeveloper(node, developer)
  const who = await signedInDeveloper(node, developer)
  const replace = `${ASK}/replace`
  const setUp = await who.fillAt('/console/security', replace, {})
  const key = keyOn(setUp)
  t.equal(
    (await who.submit(setUp, replace, { code: developer.code() })).status,
    422,
    'the code of the old one',
  )
  const done = await who.submit(setUp, replace, { code: codeOf(key) })
  t.equal(codesOn(done).length, 10)
  t.match(node.mails.at(-1)?.subject, /second factor was replaced/)
  t.equal((await other.get('/console/apps')).status, 303)
  t.equal((await who.get('/console/apps')).status, 200)
  t.equal((await signIn(developer.email, { code: developer.code(1) }))[1].status, 422)
  t.equal((await signIn(developer.email, { code: codeOf(key, 1) }))[1].status, 303)
})
