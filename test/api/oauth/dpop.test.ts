/** Grants that are bound to a key of the client (oauth.md 1.4), by a model of the rules and by outside clients. */
import t from 'tap'
import type { Test } from 'tap'
import { decodeJwt } from 'jose'
import * as oauth from 'oauth4webapi'
import * as openid from 'openid-client'
import {
  anApp,
  api,
  authorizePath,
  decide,
  freshCode,
  location,
  refreshed,
  tokenRequest,
  tokensOf,
  signedInNode,
} from '../../support/auth/auth-fixtures.js'
import type { TestApp } from '../../support/auth/auth-fixtures.js'
import type { Answer } from '../../support/https-site.js'
import { dpopKey } from '../../support/auth/dpop-key.js'
import type { DpopKey } from '../../support/auth/dpop-key.js'
import { CLIENT, PKCE, REDIRECT, trustedFetch, VERIFIER } from '../../support/auth/public-client.js'
import { until } from '../../support/until.js'

const STRICT = 'https://assistant.example/strict.json'

const { node, who } = await signedInNode(t, {
  fetchClientDocument: async (url) => {
    const document = { client_id: url, client_name: 'Ada Assistant', redirect_uris: [REDIRECT] }
    const bound = url === STRICT ? { dpop_bound_access_tokens: true } : {}
    return { text: JSON.stringify({ ...document, ...bound }), cacheControl: undefined }
  },
})
const registered = await anApp(node)
const open: TestApp = { clientId: CLIENT, clientSecret: '', redirectUri: REDIRECT }
const [first, second] = [dpopKey(), dpopKey('EdDSA')]
type Key = DpopKey | null

const proofOf = (key: Key): Record<string, string> =>
  key === null ? {} : { dpop: key.proof('POST', `${node.url}/oauth/token`) }
const ask = async (app: TestApp, form: Record<string, string>, key: Key): Promise<Answer> =>
  await tokenRequest(node, app, form, proofOf(key))
const exchange = async (app: TestApp, code: string, key: Key): Promise<Answer> =>
  await ask(
    app,
    { grant_type: 'authorization_code', redirect_uri: app.redirectUri, code, code_verifier: VERIFIER },
    key,
  )
const refresh = async (app: TestApp, refresh_token: string, key: Key): Promise<Answer> =>
  await ask(app, { grant_type: 'refresh_token', refresh_token }, key)

/** The rules of oauth.md 1.4: whether a request with this key is answered, and what the grant is bound to then. */
function model(isPublic: boolean, codeKey: Key): (grant: 'code' | 'refresh', key: Key) => boolean {
  let bound = codeKey
  return (grant, key) => {
    const isChecked = grant === 'code' || isPublic
    if (isChecked && bound !== null && bound !== key) return false
    if (isPublic) bound ??= key
    return true
  }
}

const KEYS = { none: null, first, second }
type KeyName = keyof typeof KEYS

/** Exchanges a code, asked for with this dpop_jkt, and refreshes with these keys, each answered as the model says. */
async function plays(t: Test, app: TestApp, codeKey: Key, keys: readonly KeyName[]): Promise<void> {
  const isAllowed = model(app === open, codeKey)
  const asked = codeKey === null ? PKCE : { ...PKCE, dpop_jkt: codeKey.jkt }
  const code = await freshCode(who, app, asked)
  let token = ''
  for (const name of keys) {
    const key = KEYS[name]
    const grant = token === '' ? 'code' : 'refresh'
    const what = `${app.clientId}, code of ${codeKey?.jkt ?? 'no key'}: ${grant} with ${name}`
    const answer = await (grant === 'code' ? exchange(app, code, key) : refresh(app, token, key))
    const body = answer.json()
    if (isAllowed(grant, key)) {
      t.match([answer.status, body['token_type']], [200, key === null ? 'bearer' : 'DPoP'], what)
      t.same(
        decodeJwt(String(body['access_token']))['cnf'],
        key === null ? undefined : { jkt: key.jkt },
        what,
      )
      token = String(body['refresh_token'])
    } else t.match([answer.status, body], [400, { error: 'invalid_grant' }], what)
  }
}

t.test('190, 196 and 197 each client, key of the code and order of keys', async (t) => {
  const orders: KeyName[][] = [
    ['first', 'none', 'first', 'second', 'first', 'none'],
    ['first', 'first', 'none', 'second', 'first'],
  ]
  for (const app of [registered, open])
    for (const codeKey of [null, first])
      for (const by of ['none', 'first', 'second'] as const)
        for (const order of orders) await plays(t, app, codeKey, [by, ...order])
})

t.test('198 a client that wants nothing but bound tokens has no others', async (t) => {
  await node.auth.deps.developerApps.change(registered.clientId, { dpopBound: true })
  const strict = { ...open, clientId: STRICT }
  for (const app of [registered, strict]) {
    const code = await freshCode(who, app, PKCE)
    t.match((await exchange(app, code, null)).json(), {
      error: 'invalid_dpop_proof',
      error_description: /DPoP/,
    })
    const { refreshToken } = tokensOf(await exchange(app, code, first))
    t.match((await refresh(app, refreshToken, null)).json(), { error: 'invalid_dpop_proof' })
    t.match((await refresh(app, refreshToken, first)).json(), { token_type: 'DPoP' }, 'nothing was spent')
  }
  const own = { grant_type: 'client_credentials' }
  t.match((await ask(registered, own, null)).json(), { error: 'invalid_dpop_proof' })
  const { accessToken } = tokensOf(await ask(registered, own, first))
  const headers = {
    authorization: `DPoP ${accessToken}`,
    dpop: first.proof('GET', `${node.url}/v2/sources`, accessToken),
  }
  t.equal((await node.call('/v2/sources', { headers })).status, 200)
  await node.auth.deps.developerApps.change(registered.clientId, { dpopBound: false })
})

t.test('197 a dpop_jkt that is no thumbprint', async (t) => {
  for (const path of [
    authorizePath(registered, { dpop_jkt: 'abc' }),
    `${authorizePath(registered, { dpop_jkt: first.jkt })}&dpop_jkt=${first.jkt}`,
  ])
    t.match((await who.get(path)).text, /error=invalid_request[^"]*state=xyz/)
})

t.test('199 a replay is a replay, with every key', async (t) => {
  const thief = dpopKey()
  const code = await freshCode(who, open, PKCE)
  const stolen = tokensOf(await exchange(open, code, thief))
  t.match((await exchange(open, code, first)).json(), { error: 'invalid_grant' })
  t.match(
    (await refresh(open, stolen.refreshToken, thief)).json(),
    { error_description: /revoked/ },
    'a code',
  )
  const { refreshToken } = tokensOf(await exchange(open, await freshCode(who, open, PKCE), null))
  const next = tokensOf(await refresh(open, refreshToken, thief))
  const last = tokensOf(await refresh(open, next.refreshToken, thief))
  t.match((await refresh(open, refreshToken, null)).json(), { error: 'invalid_grant' })
  t.match(
    (await refresh(open, last.refreshToken, thief)).json(),
    { error_description: /revoked/ },
    'a refresh token',
  )
})

t.test('a bound token is revoked like any other', async (t) => {
  const { accessToken, refreshToken } = tokensOf(
    await exchange(registered, await freshCode(who, registered, PKCE), first),
  )
  const read = async (): Promise<number> => {
    const headers = {
      authorization: `DPoP ${accessToken}`,
      dpop: first.proof('GET', `${node.url}/v2/me`, accessToken),
    }
    return (await node.call('/v2/me', { headers })).status
  }
  t.equal(await read(), 200)
  const stored = await node
    .knex('oauth_grant')
    .where({ id: decodeJwt(accessToken)['gid'] })
    .pluck('jkt')
  t.same(stored, [null], 'the secret of its client protects the grant')
  const { clientId: client_id, clientSecret: client_secret } = registered
  t.equal((await node.post('/oauth/revoke', { client_id, client_secret, token: accessToken })).status, 200)
  await until('it is refused within a second', async () => (await read()) === 401, 1_000)
  t.equal((await refreshed(node, registered, refreshToken)).status, 200, 'the grant goes on')
})

const trusted = trustedFetch(node)
const allow = async (address: string): Promise<URL> => {
  const answer = await decide(who, address.slice(node.url.length), 'allow')
  t.ok(location(answer).get('code'))
  return new URL(String(answer.headers['location']))
}
const LIST_TOOLS = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} })
const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }

t.test('openid-client: a code bound to its key, refresh, a resource', async (t) => {
  const config = await openid.discovery(new URL(node.url), CLIENT, undefined, openid.None(), {
    algorithm: 'oauth2',
    [openid.customFetch]: trusted,
  })
  const algorithms = config.serverMetadata().dpop_signing_alg_values_supported
  t.same(algorithms, ['ES256', 'EdDSA', 'Ed25519'])
  for (const alg of algorithms!) {
    const DPoP = openid.getDPoPHandle(config, await openid.randomDPoPKeyPair(alg))
    const expectedState = openid.randomState()
    const address = openid.buildAuthorizationUrl(config, {
      redirect_uri: REDIRECT,
      state: expectedState,
      dpop_jkt: await DPoP.calculateThumbprint(),
      ...PKCE,
    })
    const landed = await allow(address.href)
    const checks = { pkceCodeVerifier: VERIFIER, expectedState }
    const tokens = await openid.authorizationCodeGrant(config, landed, checks, undefined, { DPoP })
    t.equal(tokens.token_type, 'dpop')
    const next = await openid.refreshTokenGrant(config, tokens.refresh_token!, undefined, { DPoP })
    const url = new URL(`${node.url}/v2/me`)
    const read = await openid.fetchProtectedResource(config, next.access_token, url, 'GET', null, undefined, {
      DPoP,
    })
    t.equal(read.status, 200, alg)
    t.equal((await api(node, next.access_token)).status, 401, 'as a Bearer token it is worth nothing')
    const stranger = openid.getDPoPHandle(config, await openid.randomDPoPKeyPair(alg))
    const stolen = await openid
      .refreshTokenGrant(config, next.refresh_token!, undefined, { DPoP: stranger })
      .catch((error: unknown) => error)
    t.match(stolen, { error: 'invalid_grant' })
  }
})

t.test('oauth4webapi: a token for the tools, and what a refusal says', async (t) => {
  const custom = { [oauth.customFetch]: trusted }
  const mcp = new URL(`${node.url}/mcp`)
  const resource = await oauth.processResourceDiscoveryResponse(
    mcp,
    await oauth.resourceDiscoveryRequest(mcp, custom),
  )
  t.match(resource, {
    dpop_signing_alg_values_supported: ['ES256', 'EdDSA', 'Ed25519'],
    dpop_bound_access_tokens_required: false,
  })
  const issuer = new URL(resource.authorization_servers![0]!)
  const server = await oauth.processDiscoveryResponse(
    issuer,
    await oauth.discoveryRequest(issuer, { algorithm: 'oauth2', ...custom }),
  )
  const client: oauth.Client = { client_id: CLIENT }
  const DPoP = oauth.DPoP(client, await oauth.generateKeyPair('ES256'))
  const landed = await allow(node.url + authorizePath(open, { ...PKCE, resource: mcp.href }))
  const tokens = await oauth.processAuthorizationCodeResponse(
    server,
    client,
    await oauth.authorizationCodeGrantRequest(
      server,
      client,
      oauth.None(),
      oauth.validateAuthResponse(server, client, landed, 'xyz'),
      REDIRECT,
      VERIFIER,
      { ...custom, DPoP },
    ),
  )
  const next = await oauth.processRefreshTokenResponse(
    server,
    client,
    await oauth.refreshTokenGrantRequest(server, client, oauth.None(), tokens.refresh_token!, {
      ...custom,
      DPoP,
    }),
  )
  const call = async (url: URL, by: oauth.DPoPHandle): Promise<unknown> =>
    await oauth
      .protectedResourceRequest(next.access_token, 'POST', url, new Headers(headers), LIST_TOOLS, {
        ...custom,
        DPoP: by,
      })
      .then(async (response) => await response.text())
      .catch((error: unknown) => error)
  t.match(await call(mcp, DPoP), /"name":"list_trips"/)
  const other = oauth.DPoP(client, await oauth.generateKeyPair('ES256'))
  t.match(await call(mcp, other), {
    status: 401,
    cause: [{ scheme: 'dpop', parameters: { error: 'invalid_dpop_proof', algs: 'ES256 EdDSA Ed25519' } }],
  })
})
