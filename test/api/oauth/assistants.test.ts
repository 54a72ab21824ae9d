/**
 * What assistants need of the authorization server: resources (oauth.md 1.2) and clients that are not registered (1.3). The
 * numbers are rows of oauth.md 5.
 */
import t from 'tap'
import * as oauth from 'oauth4webapi'
import * as openid from 'openid-client'
import { Client, DpopSession, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import type { OAuthClientProvider } from '@modelcontextprotocol/client'
import {
  authorizePath,
  decide,
  freshCode,
  location,
  refreshed,
  tokenRequest,
  tokensOf,
  signedInNode,
} from '../../support/auth/auth-fixtures.js'
import { authNode } from '../../support/auth/auth-node.js'
import { kept } from '../../support/auth/kept-sign-in.js'
import { CLIENT, PKCE, REDIRECT, trustedFetch, VERIFIER } from '../../support/auth/public-client.js'
import { SCOPES } from '../../../schemas/oauth/scope.js'

const DOCUMENT = {
  client_id: CLIENT,
  client_name: 'Ada Assistant',
  redirect_uris: [REDIRECT, 'cursor://x/y'],
}

/** What addresses answer; absent: nothing. */
const documents = new Map<string, unknown>([[CLIENT, DOCUMENT]])
const fetched: string[] = []
const { node, app, who } = await signedInNode(t, {
  fetchClientDocument: async (url) => {
    fetched.push(url)
    const document = documents.get(url)
    return document === undefined ? null : { text: JSON.stringify(document), cacheControl: 'max-age=600' }
  },
})
const mcp = `${node.url}/mcp`
const trusted = trustedFetch(node)
const listTools = async (token: string) =>
  await node.call('/mcp', {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }),
  })
const statuses = async (token: string): Promise<[rest: number, mcp: number]> => [
  (await node.call('/v2/me', { headers: { authorization: `Bearer ${token}` } })).status,
  (await listTools(token)).status,
]
const exchange = async (code: string, form: Record<string, string> = {}) =>
  await tokenRequest(node, app, {
    grant_type: 'authorization_code',
    redirect_uri: app.redirectUri,
    code,
    ...form,
  })

t.test('174 a token is good for one resource, that of its grant or else of its request', async (t) => {
  const plain = tokensOf(await exchange(await freshCode(who, app)))
  const forMcp = tokensOf(await exchange(await freshCode(who, app, { resource: `${mcp}/` })))
  for (let round = 0; round < 2; round += 1) {
    t.same(await statuses(plain.accessToken), [200, 401], 'without a resource: the API')
    t.same(await statuses(forMcp.accessToken), [401, 200])
  }
  const kept = tokensOf(await refreshed(node, app, forMcp.refreshToken))
  t.same(await statuses(kept.accessToken), [401, 200], 'a refresh keeps it')
  const refresh = { grant_type: 'refresh_token', refresh_token: plain.refreshToken }
  const named = tokensOf(await tokenRequest(node, app, { ...refresh, resource: mcp }))
  t.same(await statuses(named.accessToken), [401, 200], 'a grant without one: what the request names')
  const own = tokensOf(await tokenRequest(node, app, { grant_type: 'client_credentials', resource: mcp }))
  t.same(await statuses(own.accessToken), [401, 403], 'the tools are for members')
})

t.test('170 and 172 another resource is refused, and spends nothing', async (t) => {
  const answer = await who.get(authorizePath(app, { resource: 'https://elsewhere.example/' }))
  t.match(answer.text, /error=invalid_target[^"]*state=xyz/)
  const code = await freshCode(who, app, { resource: mcp })
  for (const resource of [node.url, 'https://elsewhere.example/', `${mcp}/more`]) {
    const refused = await exchange(code, { resource })
    t.match([refused.status, refused.json()], [400, { error: 'invalid_target' }], resource)
  }
  const { refreshToken } = tokensOf(await exchange(code, { resource: mcp }))
  const refresh = { grant_type: 'refresh_token', refresh_token: refreshToken }
  t.match((await tokenRequest(node, app, { ...refresh, resource: node.url })).json(), {
    error: 'invalid_target',
  })
  t.equal((await tokenRequest(node, app, refresh)).status, 200)
})

t.test('175 the metadata lead from a refusal to the authorization server', async (t) => {
  const challenge = String((await listTools('x')).headers['www-authenticate'])
  const address = /resource_metadata="([^"]+)"/.exec(challenge)?.[1] ?? ''
  for (const [resource, at] of [
    [mcp, address],
    [node.url, `${node.url}/.well-known/oauth-protected-resource`],
  ] as const) {
    const url = new URL(resource)
    const response = await oauth.resourceDiscoveryRequest(url, { [oauth.customFetch]: trusted })
    const metadata = await oauth.processResourceDiscoveryResponse(url, response)
    t.same(metadata.authorization_servers, [node.url])
    t.match(metadata, {
      dpop_signing_alg_values_supported: ['ES256', 'EdDSA', 'Ed25519'],
      dpop_bound_access_tokens_required: false,
    })
    t.same(metadata.scopes_supported, resource === mcp ? ['trips:read', 'trips:write'] : SCOPES)
    t.same(metadata, await (await trusted(at)).json())
  }
})

t.test('openid-client: a token for the tools, through PKCE', async (t) => {
  const config = await openid.discovery(new URL(node.url), CLIENT, undefined, openid.None(), {
    algorithm: 'oauth2',
    [openid.customFetch]: trusted,
  })
  t.equal(config.serverMetadata()['client_id_metadata_document_supported'], true)
  const state = openid.randomState()
  const address = openid.buildAuthorizationUrl(config, {
    redirect_uri: REDIRECT,
    state,
    resource: mcp,
    scope: 'trips:read',
    ...PKCE,
  })
  const answer = await decide(who, address.href.slice(node.url.length), 'allow')
  const landed = new URL(String(answer.headers['location']))
  const checks = { pkceCodeVerifier: VERIFIER, expectedState: state }
  const tokens = await openid.authorizationCodeGrant(config, landed, checks, { resource: mcp })
  t.same(await statuses(tokens.access_token), [401, 200])
  const next = await openid.refreshTokenGrant(config, tokens.refresh_token!, { resource: mcp })
  t.not(next.refresh_token, tokens.refresh_token, '173 it rotates')
  await openid.tokenRevocation(config, next.refresh_token!)
  t.equal(await openid.refreshTokenGrant(config, next.refresh_token!).catch(() => null), null)
})

for (const dpop of [null, await DpopSession.create()])
  t.test(
    `the official client signs in by itself, and reads, ${dpop === null ? 'without' : 'with'} a key`,
    async (t) => {
      const signIn = kept(REDIRECT)
      const provider: OAuthClientProvider = {
        ...signIn.provider,
        clientMetadataUrl: CLIENT,
        ...(dpop === null ? {} : { dpop: () => dpop }),
      }
      const connect = () =>
        new StreamableHTTPClientTransport(new URL(mcp), { authProvider: provider, fetch: trusted })
      const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode: 'auto' } })
      const first = connect()
      await t.rejects(client.connect(first), { name: 'UnauthorizedError' })
      t.equal(new URL(signIn.address()).searchParams.get('resource'), mcp)
      const page = await who.get(signIn.address().slice(node.url.length))
      t.match(page.text, /It is for an assistant/)
      t.match(page.text, /<strong>Ada Assistant<\/strong> by <strong>assistant\.example<\/strong>/)
      const allowed = await who.submit(page, '/oauth/authenticate', { decision: 'allow' })
      await first.finishAuth(location(allowed))
      const again = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode: 'auto' } })
      await again.connect(connect())
      t.ok((await again.listTools()).tools.length > 0)
      t.match(await again.callTool({ name: 'list_trips', arguments: {} }), { structuredContent: {} })
      t.equal((await provider.tokens())?.token_type, dpop === null ? 'bearer' : 'DPoP')
      await node.knex('oauth_grant').where({ client_id: CLIENT }).update({ revoked_at: new Date() })
      await again.close()
    },
  )

t.test('171 a client is what its document says', async (t) => {
  const of = { clientId: CLIENT, clientSecret: '', redirectUri: REDIRECT }
  const asked = async (changes: Record<string, string>) =>
    (await who.get(authorizePath(of, { ...PKCE, ...changes }))).status
  t.equal(await asked({}), 200)
  const count = fetched.length
  t.equal(await asked({}), 200)
  t.equal(fetched.length, count, 'it is kept')
  t.equal(await asked({ redirect_uri: `${REDIRECT}/` }), 400, 'not character for character')
  t.equal(await asked({ redirect_uri: 'cursor://x/y' }), 400, 'not a redirect URL that counts')
  const wrong: Array<[string, object | undefined]> = [
    ['https://assistant.example/none.json', undefined],
    ['https://assistant.example/other.json', DOCUMENT],
    ['https://assistant.example/secret.json', { client_secret: 'x' }],
    ['https://assistant.example/basic.json', { token_endpoint_auth_method: 'client_secret_basic' }],
    ['https://assistant.example/bare.json', { redirect_uris: [] }],
  ]
  for (const [clientId, document] of wrong) {
    if (document !== undefined) documents.set(clientId, { ...DOCUMENT, client_id: clientId, ...document })
    t.equal(await asked({ client_id: clientId }), 400, clientId)
  }
  for (const clientId of [
    'http://assistant.example/client.json',
    'https://assistant.example',
    'https://user@assistant.example/client.json',
    'https://assistant.example/client.json#x',
    'https://assistant.example/a/../client.json',
  ]) {
    const before = fetched.length
    documents.set(clientId, { ...DOCUMENT, client_id: clientId })
    t.equal(await asked({ client_id: clientId }), 400, clientId)
    t.equal(fetched.length, before, `${clientId} is not fetched`)
  }
  const posing = 'https://assistant.example/posing.json'
  documents.set(posing, { ...DOCUMENT, client_id: posing, client_name: 'Tripf0ld Support' })
  t.match(
    (await who.get(authorizePath(of, { ...PKCE, client_id: posing }))).text,
    /<h1>Connect assistant\.example</,
  )
  const off = await authNode(t, { joins: node })
  t.equal((await off.call(authorizePath(of, PKCE))).status, 400, 'off by default')
  t.match((await off.call('/.well-known/oauth-authorization-server')).json(), {
    client_id_metadata_document_supported: false,
  })
})

t.test('173 it is public: PKCE, rotation, nothing of its own', async (t) => {
  const of = { clientId: CLIENT, clientSecret: '', redirectUri: REDIRECT }
  const without = await who.get(authorizePath(of))
  t.match(without.text, /error=invalid_request/, 'no challenge')
  const code = await freshCode(who, of, PKCE)
  const form = { client_id: CLIENT, grant_type: 'authorization_code', redirect_uri: REDIRECT, code }
  t.match((await node.post('/oauth/token', form)).json(), { error: 'invalid_grant' }, 'no verifier')
  const tokens = tokensOf(await node.post('/oauth/token', { ...form, code_verifier: VERIFIER }))
  const refresh = { client_id: CLIENT, grant_type: 'refresh_token', refresh_token: tokens.refreshToken }
  const next = tokensOf(await node.post('/oauth/token', refresh))
  tokensOf(await node.post('/oauth/token', { ...refresh, refresh_token: next.refreshToken }))
  t.match((await node.post('/oauth/token', refresh)).json(), { error: 'invalid_grant' }, 'a replay')
  const own = { client_id: CLIENT, grant_type: 'client_credentials' }
  t.match((await node.post('/oauth/token', own)).json(), { error: 'unauthorized_client' })
  t.equal((await node.post('/oauth/token', { ...own, client_secret: 'x' })).status, 401, 'no secret is right')
  await node.knex('app').where({ client_id: CLIENT }).update({ disabled_at: new Date() })
  t.equal((await node.post('/oauth/token', refresh)).status, 401, 'an operator has disabled it')
  t.equal((await who.get(authorizePath(of, PKCE))).status, 400)
})
