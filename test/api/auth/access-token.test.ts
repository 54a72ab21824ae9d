/** Access tokens at the API (oauth.md 5.4). The numbers are its rows. */
import t from 'tap'
import { decodeJwt, decodeProtectedHeader, exportJWK, generateKeyPair, SignJWT } from 'jose'
import * as oauth from 'oauth4webapi'
import { createPublicKey } from 'node:crypto'
import type { JsonWebKey } from 'node:crypto'
import { createServer } from 'node:http'
import pg from 'pg'
import { rawExamples } from '../../../api/document/examples/raw-segments.js'
import {
  anApp,
  api,
  memberTokens,
  tokensOf,
  appTokenRequest,
  signedInNode,
} from '../../support/auth/auth-fixtures.js'
import { authNode } from '../../support/auth/auth-node.js'
import { trustedFetch } from '../../support/auth/public-client.js'

const { node, app, member, who } = await signedInNode(t)
const { accessToken } = await memberTokens(node, app, who)
const appTokens = tokensOf(await appTokenRequest(node, app))
const { signer } = node.auth.keys
const claims = { ...decodeJwt(accessToken) }

/** A changed token, signed by our own key. */
const ours = async (
  change: Record<string, unknown>,
  header: Record<string, unknown> = {},
): Promise<string> => {
  const { kid, alg, key } = signer()
  return await new SignJWT({ ...claims, ...change })
    .setProtectedHeader({ alg, typ: 'at+jwt', kid, ...header })
    .sign(key)
}

const foreign = await generateKeyPair('ES256')
/** A token of the same claims, with changes, signed by a key that is not ours under the id of ours. */
const forged = async (change: Record<string, unknown> = {}): Promise<string> =>
  await new SignJWT({ ...claims, ...change })
    .setProtectedHeader({ alg: 'ES256', typ: 'at+jwt', kid: signer().kid })
    .sign(foreign.privateKey)
/** HS256 with what everybody knows of our key as its secret. */
const symmetric = async (secret: Uint8Array): Promise<string> =>
  await new SignJWT(claims)
    .setProtectedHeader({ alg: 'HS256', typ: 'at+jwt', kid: signer().kid })
    .sign(secret)
const PAST = { exp: 1_700_000_000, iat: 1_600_000_000 }
const ELSEWHERE = 'https://elsewhere.example'
const MALFORMED = 'The access token is malformed or was not issued by this service.'
const FOREIGN = 'The access token was issued for another base URL (its audience).'

t.test('63 to 66, 71 to 73 and 64: what each header is answered', async (t) => {
  const jwk = node.auth.keys.jwks().keys[0]!
  const key = createPublicKey({ key: { ...jwk } as JsonWebKey, format: 'jwk' })
  const [header, payload, signature] = accessToken.split('.') as [string, string, string]
  const text = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')
  const none = `${text({ alg: 'none', typ: 'at+jwt', kid: signer().kid })}.${payload}.`
  const refused: Array<[what: string, token: string, says: string]> = [
    ['64 no token', 'abc', MALFORMED],
    ['71 alg none', none, MALFORMED],
    ['71 a foreign key', await forged(), MALFORMED],
    ['64 a foreign key says nothing of expiry', await forged(PAST), MALFORMED],
    ['64 nor of the audience', await forged({ aud: ELSEWHERE }), MALFORMED],
    ['71 a cut signature', accessToken.slice(0, -4), MALFORMED],
    ['71 no signature', `${header}.${payload}.`, MALFORMED],
    ['71 two parts', `${header}.${payload}`, MALFORMED],
    ['71 another member', `${header}.${text({ ...claims, sub: '1' })}.${signature}`, MALFORMED],
    ['72 the JWK as a secret', await symmetric(Buffer.from(JSON.stringify(jwk))), MALFORMED],
    ['72 the PEM', await symmetric(Buffer.from(key.export({ type: 'spki', format: 'pem' }))), MALFORMED],
    ['72 the DER', await symmetric(key.export({ type: 'spki', format: 'der' })), MALFORMED],
    ['72 its x', await symmetric(Buffer.from(jwk.x!, 'base64url')), MALFORMED],
    ['73 another typ', await ours({}, { typ: 'JWT' }), MALFORMED],
    ['73 another audience', await ours({ aud: ELSEWHERE }), FOREIGN],
    ['73 another issuer', await ours({ iss: ELSEWHERE }), FOREIGN],
    ['64 expired', await ours(PAST), 'The access token has expired.'],
  ]
  t.equal((await api(node, await ours({}))).status, 200, 'unchanged it is accepted')
  t.equal((await api(node, accessToken)).status, 200, 'as issued it is accepted, and remembered')
  for (const [what, token, says] of refused) {
    const answer = await api(node, token)
    t.equal(answer.status, 401, what)
    t.match(answer.headers['www-authenticate'], `error="invalid_token", error_description="${says}"`, what)
    t.match(answer.json(), { error: 'invalid_token', error_description: says, hint: /./ }, what)
  }
  const ask = async (authorization?: string) =>
    await node.call('/v2/me', authorization === undefined ? {} : { headers: { authorization } })
  const missing = await ask()
  t.match([missing.status, missing.headers['www-authenticate']], [401, 'Bearer realm="api"'])
  t.match(
    missing.json()['error_description'],
    /POST https:.*\/oauth\/token issues it, as .*\/docs\/guides\/sign-in/,
  )
  const basic = await ask('Basic YTpi')
  t.match([basic.status, basic.json()['hint']], [401, /write Bearer and a space/])
  const odd = await ask('Bearer a b')
  t.match([odd.status, odd.json()['error']], [400, 'invalid_request'])
  t.equal((await ask(`bEaReR ${accessToken}`)).status, 200, '66 the scheme is case-insensitive')
})

t.test('67 a token in the query or the body is ignored', async (t) => {
  t.equal((await node.call(`/v2/me?access_token=${accessToken}`)).status, 401)
  t.equal(
    (
      await node.call('/v2/segments', {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: `access_token=${accessToken}`,
      })
    ).status,
    401,
  )
})

t.test('69 bound to one member and one application', async (t) => {
  const second = await anApp(node)
  const tokens = await memberTokens(node, second, who)
  t.equal(decodeJwt(tokens.accessToken)['sub'], claims['sub'])
  t.equal(claims['sub'], member.id)
  t.equal(decodeJwt(tokens.accessToken)['client_id'], second.clientId)
  t.equal(claims['client_id'], app.clientId)
  t.equal((await api(node, tokens.accessToken)).json()['id'], member.id)
})

t.test('70 the RFC 9068 claims', async (t) => {
  t.match(decodeProtectedHeader(accessToken), { typ: 'at+jwt', alg: 'ES256', kid: /^.+$/ })
  t.match(claims, {
    iss: node.url,
    aud: node.url,
    sub: member.id,
    client_id: app.clientId,
    iat: Number,
    exp: Number,
    jti: /^.{16,}$/,
  })
  t.equal(claims['exp']! - claims['iat']!, 86_400)
  t.notOk('scope' in claims)
  t.notOk('app' in claims)
  t.match(decodeJwt(appTokens.accessToken), { app: true, sub: app.clientId })
})

t.test("74 keys in a token's header are ignored, and nothing is fetched", async (t) => {
  let calls = 0
  const trap = createServer((_request, response) => {
    calls += 1
    response.end('{"keys":[]}')
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => {
    trap.once('listening', resolve)
  })
  t.teardown(() => {
    trap.close()
  })
  const address = trap.address()
  const url = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}/jwks`
  const pair = await generateKeyPair('ES256', { extractable: true })
  const jwk = await exportJWK(pair.publicKey)
  for (const kid of ['mine', signer().kid]) {
    for (const header of [{ jwk }, { jku: url }, { x5u: url }]) {
      const token = await new SignJWT(claims)
        .setProtectedHeader({ alg: 'ES256', typ: 'at+jwt', kid, ...header })
        .sign(pair.privateKey)
      t.equal(
        (await api(node, token)).status,
        401,
        `${Object.keys(header)[0]!} with the kid ${kid === 'mine' ? 'of the forger' : 'of ours'}`,
      )
    }
  }
  t.equal(calls, 0)
})

t.test('75 expiry is exact, for remembered tokens too', async (t) => {
  const exp = Math.floor(node.auth.keys.now() / 1000) + 2
  const token = await ours({ exp })
  t.equal((await api(node, token)).status, 200)
  const { until } = await import('../../support/until.js')
  await until('the clock passes the expiry', () => node.auth.keys.now() >= exp * 1000, 5_000)
  const answer = await api(node, token)
  t.equal(answer.status, 401)
  t.match(answer.headers['www-authenticate'], /invalid_token/)
})

t.test('76 an outside validator agrees', async (t) => {
  const custom = { [oauth.customFetch]: trustedFetch(node) }
  const issuer = new URL(node.url)
  const server = await oauth.processDiscoveryResponse(
    issuer,
    await oauth.discoveryRequest(issuer, { algorithm: 'oauth2', ...custom }),
  )
  const request = new Request(`${node.url}/v2/me`, { headers: { authorization: `Bearer ${accessToken}` } })
  const read = await oauth.validateJwtAccessToken(server, request, node.url, custom)
  t.equal(read.sub, member.id)
  t.equal(read.client_id, app.clientId)
})

t.test('80 a remembered token costs no query', async (t) => {
  const accepting = await authNode(t, {
    joins: node,
    publish: async () => await Promise.resolve({ seq: 1, duplicate: false }),
  })
  const body = JSON.stringify({ segments: [rawExamples.Air] })
  const post = async (): Promise<number> =>
    (
      await accepting.call('/v2/segments', {
        method: 'POST',
        headers: { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' },
        body,
      })
    ).status
  t.equal(await post(), 202)
  // Every statement of this process, whichever pool it goes through.
  const asked: string[] = []
  const plain = pg.Client.prototype.query
  t.teardown(() => {
    pg.Client.prototype.query = plain
  })
  pg.Client.prototype.query = function (this: pg.Client, ...given: unknown[]): unknown {
    const [what] = given
    asked.push(typeof what === 'string' ? what : String((what as { text?: string }).text))
    return Reflect.apply(plain, this, given)
  } as typeof plain
  await node.knex.raw('select 1 from developer')
  await api(accepting, accessToken)
  t.ok(
    asked.some((sql) => sql.includes('from developer')) && asked.some((sql) => sql.includes('from member')),
    'statements are seen, through knex and through the pool',
  )
  asked.length = 0
  const statuses = new Set<number>()
  for (let i = 0; i < 1_000; i += 20)
    for (const status of await Promise.all(Array.from({ length: 20 }, post))) statuses.add(status)
  t.same([...statuses], [202])
  // What the node asks from time to time, whatever is requested: revocations, keys, grants that have ended.
  const upkeep = /left join revocation|signing_key|family_days is not null/
  t.same(
    asked.filter(
      (sql) =>
        /\b(oauth_|app\b|app_secret|member|web_session|revocation|signing_key)/i.test(sql) &&
        !upkeep.test(sql),
    ),
    [],
    'no statement on the tables of tokens or members',
  )
  t.ok(
    asked.filter((sql) => !upkeep.test(sql)).length < 20,
    `${asked.length} statements for a thousand requests`,
  )
})
