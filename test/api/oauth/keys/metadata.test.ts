/** Metadata and published keys (oauth.md 5.5, 90 to 93). The numbers are its rows. */
import t from 'tap'
import { decodeProtectedHeader } from 'jose'
import { api, memberTokens, signedInNode } from '../../../support/auth/auth-fixtures.js'
import { authNode, operatorKeys } from '../../../support/auth/auth-node.js'
import { tokenOn } from '../../../support/auth/token-on.js'
import { KEY_LEAD_MS } from '../../../../api/oauth/keys/key-schedule.js'
import { SCOPES } from '../../../../schemas/oauth/scope.js'

const { node, app, who } = await signedInNode(t)
const far = await authNode(t, { joins: node })
const both = [node, far]
const { warm, refusedBy } = tokenOn(both)

t.test('90 the metadata document', async (t) => {
  const answer = await node.call('/.well-known/oauth-authorization-server')
  t.equal(answer.status, 200)
  t.match(answer.json(), {
    issuer: node.url,
    authorization_endpoint: `${node.url}/oauth/authenticate`,
    token_endpoint: `${node.url}/oauth/token`,
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
    scopes_supported: SCOPES,
  })
  for (const [name, claim] of Object.entries(answer.json() as object))
    t.notSame(claim, [], `RFC 8414 3.2: ${name} is not there without an element`)
})

t.test('91 the JWKS has no private part, and the key of a new token', async (t) => {
  const { keys } = (await node.call('/oauth/jwks')).json() as { keys: Array<Record<string, string>> }
  for (const key of keys) for (const part of ['d', 'p', 'q', 'k']) t.notOk(part in key)
  const { accessToken } = await memberTokens(node, app, who)
  t.ok(keys.some((key) => key['kid'] === decodeProtectedHeader(accessToken).kid))
})

t.test('92 a key is published before it signs, and old tokens stay valid', async (t) => {
  const old = await memberTokens(node, app, who)
  const kid = await (await operatorKeys(node)).rotate()
  await node.auth.keys.reload()
  const { keys } = (await node.call('/oauth/jwks')).json() as { keys: Array<{ kid: string }> }
  t.ok(
    keys.some((key) => key.kid === kid),
    'published',
  )
  t.not(decodeProtectedHeader((await memberTokens(node, app, who)).accessToken).kid, kid, 'not used yet')
  const row = (await node.knex('signing_key').where({ kid }).first()) as { sign_from: Date }
  t.ok(row.sign_from.getTime() - node.auth.keys.now() > KEY_LEAD_MS - 60_000, 'ten minutes ahead')
  await node.knex.raw(
    "update signing_key set sign_from = sign_from - interval '11 minutes', sign_until = sign_until - interval '11 minutes'",
  )
  for (const one of both) await one.auth.keys.reload()
  const fresh = await memberTokens(node, app, who)
  t.equal(decodeProtectedHeader(fresh.accessToken).kid, kid, 'used now')
  for (const one of both) {
    t.equal((await api(one, fresh.accessToken)).status, 200)
    t.equal((await api(one, old.accessToken)).status, 200, 'the old one is still valid')
  }
})

t.test('withdrawing a compromised key ends its tokens', async () => {
  const tokens = await memberTokens(node, app, who)
  await warm(tokens.accessToken)
  const { kid } = decodeProtectedHeader(tokens.accessToken)
  const operator = await operatorKeys(node)
  await operator.rotate({ atOnce: true })
  await operator.withdraw(kid!)
  for (const one of both) await one.auth.keys.reload()
  await refusedBy(tokens.accessToken)
})

t.test('93 there is no introspection', async (t) => {
  t.equal(
    (
      await node.post('/oauth/introspect', {
        client_id: app.clientId,
        client_secret: app.clientSecret,
        token: 'abc',
      })
    ).status,
    404,
  )
})
