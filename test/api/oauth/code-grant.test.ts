import t from 'tap'
import { aMember, anApp, api, freshCode, signedIn, tokenRequest, tokensOf } from '../../support/auth-fixtures.js'
import { authNode } from '../../support/auth-node.js'

t.test('smoke', async t => {
  const node = await authNode(t)
  const app = await anApp(node)
  const member = await aMember(node)
  const who = await signedIn(node, member)
  const code = await freshCode(who, app)
  const answer = await tokenRequest(node, app, { grant_type: 'authorization_code', redirect_uri: app.redirectUri, code })
  t.equal(answer.status, 200, answer.text)
  const tokens = tokensOf(answer)
  const me = await api(node, tokens.accessToken)
  t.equal(me.status, 200, me.text)
})
