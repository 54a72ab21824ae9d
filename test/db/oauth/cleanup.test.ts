import t from 'tap'
import { cleanUpOauth } from '../../../db/oauth/cleanup.js'
import {
  aMember,
  anApp,
  authorizePath,
  decide,
  memberTokens,
  signedInMember,
  tokensOf,
  refreshed,
  appTokenRequest,
} from '../../support/auth/auth-fixtures.js'
import { authNode } from '../../support/auth/auth-node.js'

t.test('cleanup keeps what reveals a replay, and the newest hundred tokens of an application', async (t) => {
  const node = await authNode(t)
  const app = await anApp(node)
  const session = await signedInMember(node, await aMember(node))
  const first = await memberTokens(node, app, session)
  const next = tokensOf(await refreshed(node, app, first.refreshToken))
  await decide(session, authorizePath(app), 'allow')
  await node.knex.raw("update oauth_code set expires_at = expires_at - interval '2 hours'")
  await node.knex.raw("update oauth_grant set created_at = created_at - interval '2 hours'")
  for (let i = 0; i < 120; i += 20)
    await Promise.all(Array.from({ length: 20 }, async () => await appTokenRequest(node, app)))

  t.match(await cleanUpOauth(node.knex), { 'refresh tokens of applications': 20, 'grants never used': 1 })
  t.same(await cleanUpOauth(node.knex), {}, 'nothing is left to remove')
  t.equal((await refreshed(node, app, next.refreshToken)).status, 200)
  const replay = await refreshed(node, app, first.refreshToken)
  t.equal(replay.json()['error'], 'invalid_grant', 'the reuse is still detected')
})
