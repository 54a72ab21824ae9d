/** Signing keys withdrawn early (oauth.md 3.3): tokens are still issued, and nothing is used up in vain. */
import t from 'tap'
import { decodeProtectedHeader } from 'jose'
import type { Test } from 'tap'
import { KEY_LEAD_MS, keyTimes, nextKeyTimes, signersAt } from '../../../../api/oauth/keys/key-schedule.js'
import {
  aMember,
  anApp,
  api,
  freshCode,
  memberTokens,
  signedInMember,
  tokenRequest,
  tokensOf,
} from '../../../support/auth/auth-fixtures.js'
import type { TestApp } from '../../../support/auth/auth-fixtures.js'
import { authNode, operatorKeys } from '../../../support/auth/auth-node.js'
import type { AuthNode } from '../../../support/auth/auth-node.js'

const own = { grant_type: 'client_credentials' }
const kidOf = (token: string): string => decodeProtectedHeader(token).kid!

/** A node whose key has a successor in ten minutes; the kids of both. */
const beforeRotation = async (
  t: Test,
): Promise<{ node: AuthNode; app: TestApp; current: string; next: string }> => {
  const node = await authNode(t)
  const app = await anApp(node)
  const current = kidOf(tokensOf(await tokenRequest(node, app, own)).accessToken)
  const next = await (await operatorKeys(node)).rotate()
  await node.auth.keys.reload()
  return { node, app, current, next }
}

t.test('a key withdrawn before its successor signs is replaced at once, on every node', async (t) => {
  const { node, app, current, next } = await beforeRotation(t)
  const far = await authNode(t, { joins: node })
  const who = await signedInMember(node, await aMember(node))
  const code = await freshCode(who, app)
  t.equal(await (await operatorKeys(node)).withdraw(current), true)
  for (const one of [node, far]) await one.auth.keys.reload()
  const tokens = tokensOf(
    await tokenRequest(node, app, { grant_type: 'authorization_code', redirect_uri: app.redirectUri, code }),
  )
  const afar = tokensOf(await tokenRequest(far, app, own))
  t.notOk(
    [current, next].includes(kidOf(tokens.accessToken)),
    'neither the withdrawn key nor the one not in use yet',
  )
  t.equal(kidOf(afar.accessToken), kidOf(tokens.accessToken), 'one key, not one per node')
  for (const one of [node, far]) t.equal((await api(one, tokens.accessToken)).status, 200)
  await node.knex.raw("update signing_key set sign_from = sign_from - interval '11 minutes'")
  await node.auth.keys.reload()
  t.equal(
    kidOf(tokensOf(await tokenRequest(node, app, own)).accessToken),
    next,
    'the successor takes over on schedule',
  )
})

t.test('nodes that find no valid key at the same time make one', async (t) => {
  const { node, current } = await beforeRotation(t)
  const far = await authNode(t, { joins: node })
  await node.knex('signing_key').where({ kid: current }).delete()
  await Promise.all(
    [node, far, node, far].map(async (one) => {
      await one.auth.keys.reload()
    }),
  )
  t.equal((await node.knex('signing_key')).length, 2)
})

t.test('a process that starts without a valid key makes one', async (t) => {
  const { node, app, current, next } = await beforeRotation(t)
  await node.knex('signing_key').where({ kid: current }).delete()
  const late = await authNode(t, { joins: node })
  const kid = kidOf(tokensOf(await tokenRequest(late, app, own)).accessToken)
  t.notOk([current, next].includes(kid))
})

t.test('without a key, codes and refresh tokens are not used up', async (t) => {
  const node = await authNode(t)
  const app = await anApp(node)
  const who = await signedInMember(node, await aMember(node))
  const { refreshToken } = await memberTokens(node, app, who)
  const code = await freshCode(who, app)
  const asked: Array<Record<string, string>> = [
    { grant_type: 'authorization_code', redirect_uri: app.redirectUri, code },
    { grant_type: 'refresh_token', refresh_token: refreshToken },
    own,
  ]
  await node.knex.raw(
    "delete from signing_key; alter table signing_key add constraint none_may_come check (kid = '')",
  )
  await t.rejects(node.auth.keys.reload())
  for (const form of asked) {
    const refused = await tokenRequest(node, app, form)
    t.equal(refused.status, 503, `${form['grant_type']} without a key`)
    t.equal(refused.json()['error'], 'temporarily_unavailable')
    t.match(refused.headers['retry-after'], /^\d+$/)
  }
  await node.knex.raw('alter table signing_key drop constraint none_may_come')
  await node.auth.keys.reload()
  for (const form of asked)
    t.equal((await tokenRequest(node, app, form)).status, 200, `${form['grant_type']} afterwards`)
})

t.test('the schedule fills a gap before a published successor', async (t) => {
  const now = new Date('2026-01-01T00:00:00Z')
  const next = keyTimes(new Date(now.getTime() + KEY_LEAD_MS))
  t.same(nextKeyTimes([next], now), keyTimes(now))
  t.equal(nextKeyTimes([next, keyTimes(now)], now), null, 'then no key is due')
})

t.test('92 the schedule, by a given clock', async (t) => {
  const day = 86_400_000
  const start = new Date('2026-01-01T00:00:00Z')
  const first = keyTimes(start)
  t.same(nextKeyTimes([], start), first, 'the first signs at once')
  t.equal(nextKeyTimes([first], new Date(start.getTime() + 29 * day)), null)
  const late = new Date(first.signUntil.getTime() - 30 * 60_000)
  const second = nextKeyTimes([first], late)!
  t.same(second.signFrom, first.signUntil, 'the second follows')
  t.ok(second.signFrom.getTime() - late.getTime() >= KEY_LEAD_MS)
  t.equal(signersAt([first, second], late)[0], first)
  t.equal(signersAt([first, second], second.signFrom)[0], second)
  t.ok(first.publishUntil.getTime() - first.signUntil.getTime() > day, 'for the life of its last token')
})
