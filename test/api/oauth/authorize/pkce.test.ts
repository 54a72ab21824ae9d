/** PKCE in authorization requests (oauth.md 5.1, 12 and 13). */
import t from 'tap'
import type { Test } from 'tap'
import {
  aMember,
  anApp,
  authorizePath,
  location,
  signedInMember,
} from '../../../support/auth/auth-fixtures.js'
import type { TestApp } from '../../../support/auth/auth-fixtures.js'
import { authNode } from '../../../support/auth/auth-node.js'
import type { Answer } from '../../../support/auth/auth-node.js'

const node = await authNode(t)
const app = await anApp(node)
const member = await aMember(node)
const who = await signedInMember(node, member)

const isError = (
  t: Test,
  answer: Answer,
  error: string,
  state: string | null = 'xyz',
  to: TestApp = app,
): void => {
  t.equal(answer.status, 303)
  t.ok(String(answer.headers['location']).startsWith(to.redirectUri), 'goes back to the client')
  const parameters = location(answer)
  t.equal(parameters.get('error'), error)
  t.equal(parameters.get('state'), state)
  t.ok(parameters.get('error_description'))
  t.equal(parameters.get('iss'), node.url)
  t.equal(parameters.get('code'), null)
}

t.test('12 PKCE is S256 or nothing', async (t) => {
  const challenge = 'x'.repeat(43)
  isError(
    t,
    await who.get(authorizePath(app, { code_challenge: challenge, code_challenge_method: 'plain' })),
    'invalid_request',
  )
  isError(t, await who.get(authorizePath(app, { code_challenge: challenge })), 'invalid_request')
  isError(t, await who.get(authorizePath(app, { code_challenge_method: 'S256' })), 'invalid_request')
})

t.test('13 a challenge has 43 base64url characters', async (t) => {
  for (const code_challenge of ['abc', 'x'.repeat(42), 'x'.repeat(44), `${'x'.repeat(42)}=`]) {
    isError(
      t,
      await who.get(authorizePath(app, { code_challenge, code_challenge_method: 'S256' })),
      'invalid_request',
    )
  }
})

t.test('an application may require PKCE of itself', async (t) => {
  const strict = await anApp(node)
  await node.auth.deps.developerApps.change(strict.clientId, { pkceRequired: true })
  isError(t, await who.get(authorizePath(strict)), 'invalid_request')
  t.equal(
    (await who.get(authorizePath(strict, { code_challenge: 'x'.repeat(43), code_challenge_method: 'S256' })))
      .status,
    200,
  )
})
