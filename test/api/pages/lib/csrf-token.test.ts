/** Form tokens differ in every response, so that the size of compressed ones says nothing (BREACH). */
import t from 'tap'
import { aMember, anApp, authorizePath, signedInMember } from '../../../support/auth/auth-fixtures.js'
import { authNode } from '../../../support/auth/auth-node.js'
import type { Answer } from '../../../support/https-site.js'
import { formTo } from '../../../support/auth/visitor.js'

const node = await authNode(t)
const who = await signedInMember(node, await aMember(node))
const TOKENS = /name="(?:form|consent)_token" value="([^"]+)"/g

const tokensIn = (answer: Answer): Set<string> =>
  new Set([...answer.text.matchAll(TOKENS)].map(([, token = '']) => token))

t.test('no two responses show the same token', async (t) => {
  const app = await anApp(node)
  for (const path of ['/account/security', authorizePath(app)]) {
    const seen = new Set<string>()
    for (let i = 0; i < 20; i++) {
      const tokens = tokensIn(await who.get(path))
      t.ok(tokens.size >= 1, path)
      for (const token of tokens) {
        t.notOk(seen.has(token), path)
        seen.add(token)
      }
    }
    const bytes = [...seen].map((token) => Buffer.from(token, 'base64url'))
    for (let at = 0; at < 64; at++)
      t.ok(new Set(bytes.map((token) => token[at])).size > 1, `byte ${at} is not the same in all`)
  }
})

t.test('each of them stays valid for its session, and for no other', async (t) => {
  const pages = [await who.get('/account/security'), await who.get('/account/security')]
  const end = async (by: typeof who, token: string): Promise<number> =>
    (await by.post('/account/sessions/end', { form_token: token })).status
  const [first = '', second = ''] = pages.map(
    ({ text }) => formTo(text, '/account/password').fields['form_token']!,
  )
  t.equal(await end(who, second), 303)
  t.equal(await end(who, first), 303, 'an older page of the session too')
  const other = await signedInMember(node, await aMember(node))
  t.equal(await end(other, first), 403)
  const half = first.length / 2
  for (const forged of [
    '',
    'A'.repeat(first.length),
    first.slice(0, -1),
    `${first}A`,
    first.slice(half) + first.slice(0, half - 1),
    first.slice(0, half) + second.slice(half),
    `${first.slice(0, -2)}!!`,
  ])
    t.equal(await end(who, forged), 403, forged)
})
