/** Outside clients complete the three grants over TLS (oauth.md 2). */
import t from 'tap'
import * as oauth from 'oauth4webapi'
import * as openid from 'openid-client'
import { Agent as HttpsAgent } from 'node:https'
import { AuthorizationCode, ClientCredentials } from 'simple-oauth2'
import { api, signedInNode } from '../../support/auth/auth-fixtures.js'
import { trustedFetch } from '../../support/auth/public-client.js'
import { until } from '../../support/until.js'

const { node, app, who } = await signedInNode(t)
const trusted = trustedFetch(node)
/** The member allows the request at the client's URL; returns where the browser ends. */
const allow = async (address: string): Promise<URL> => {
  const page = await who.get(address.slice(node.url.length))
  const answer = await who.submit(page, '/oauth/authenticate', { decision: 'allow' })
  return new URL(String(answer.headers['location']))
}

t.test('90 openid-client: discovery, code with PKCE, refresh, client credentials, revocation', async (t) => {
  for (const method of [openid.ClientSecretPost, openid.ClientSecretBasic]) {
    const config = await openid.discovery(
      new URL(node.url),
      app.clientId,
      { client_secret: app.clientSecret },
      method(app.clientSecret),
      { algorithm: 'oauth2', [openid.customFetch]: trusted },
    )
    t.equal(config.serverMetadata().issuer, node.url)
    const pkceCodeVerifier = openid.randomPKCECodeVerifier()
    const expectedState = openid.randomState()
    const address = openid.buildAuthorizationUrl(config, {
      redirect_uri: app.redirectUri,
      state: expectedState,
      code_challenge: await openid.calculatePKCECodeChallenge(pkceCodeVerifier),
      code_challenge_method: 'S256',
    })
    const tokens = await openid.authorizationCodeGrant(config, await allow(address.href), {
      pkceCodeVerifier,
      expectedState,
    })
    t.equal((await api(node, tokens.access_token)).status, 200)
    const next = await openid.refreshTokenGrant(config, tokens.refresh_token!)
    t.equal((await api(node, next.access_token)).status, 200)
    const own = await openid.clientCredentialsGrant(config)
    t.equal((await api(node, own.access_token, '/v2/sources')).status, 200)
    t.ok(own.refresh_token)
    await openid.tokenRevocation(config, next.refresh_token!)
    await until('revoked', async () => (await api(node, next.access_token)).status === 401, 1_000)
  }
})

t.test('openid-client reports a refusal', async (t) => {
  const config = await openid.discovery(
    new URL(node.url),
    app.clientId,
    app.clientSecret,
    openid.ClientSecretPost(app.clientSecret),
    { algorithm: 'oauth2', [openid.customFetch]: trusted },
  )
  const address = openid.buildAuthorizationUrl(config, { redirect_uri: app.redirectUri, state: 'abc' })
  const page = await who.get(address.href.slice(node.url.length))
  const answer = await who.submit(page, '/oauth/authenticate', { decision: 'cancel' })
  const refused = await openid
    .authorizationCodeGrant(config, new URL(String(answer.headers['location'])), { expectedState: 'abc' })
    .catch((error: unknown) => error)
  t.match(refused, { error: 'access_denied' })
})

t.test('oauth4webapi: the three grants and revocation', async (t) => {
  const custom = { [oauth.customFetch]: trusted }
  const issuer = new URL(node.url)
  const server = await oauth.processDiscoveryResponse(
    issuer,
    await oauth.discoveryRequest(issuer, { algorithm: 'oauth2', ...custom }),
  )
  const client: oauth.Client = { client_id: app.clientId }
  const auth = oauth.ClientSecretBasic(app.clientSecret)
  const query = new URLSearchParams({
    client_id: app.clientId,
    response_type: 'code',
    redirect_uri: app.redirectUri,
    state: 'abc',
  })
  const landed = await allow(`${server.authorization_endpoint!}?${query.toString()}`)
  const parameters = oauth.validateAuthResponse(server, client, landed, 'abc')
  const tokens = await oauth.processAuthorizationCodeResponse(
    server,
    client,
    await oauth.authorizationCodeGrantRequest(
      server,
      client,
      auth,
      parameters,
      app.redirectUri,
      oauth.nopkce,
      custom,
    ),
  )
  t.equal((await api(node, tokens.access_token)).status, 200)
  const next = await oauth.processRefreshTokenResponse(
    server,
    client,
    await oauth.refreshTokenGrantRequest(server, client, auth, tokens.refresh_token!, custom),
  )
  t.equal((await api(node, next.access_token)).status, 200)
  const own = await oauth.processClientCredentialsResponse(
    server,
    client,
    await oauth.clientCredentialsGrantRequest(server, client, auth, {}, custom),
  )
  t.equal((await api(node, own.access_token, '/v2/sources')).status, 200)
  await oauth.processRevocationResponse(
    await oauth.revocationRequest(server, client, auth, next.access_token, custom),
  )
  await until('revoked', async () => (await api(node, next.access_token)).status === 401, 1_000)
})

t.test('simple-oauth2: the three grants and revocation', async (t) => {
  const agent = new HttpsAgent({ ca: node.ca })
  t.teardown(() => {
    agent.destroy()
  })
  const config = {
    client: { id: app.clientId, secret: app.clientSecret },
    auth: { tokenHost: node.url, tokenPath: '/oauth/token', revokePath: '/oauth/revoke' },
    http: { agent },
  }
  for (const authorizationMethod of ['header', 'body'] as const) {
    const client = new AuthorizationCode({
      ...config,
      auth: { ...config.auth, authorizePath: '/oauth/authenticate' },
      options: { authorizationMethod },
    })
    const landed = await allow(client.authorizeURL({ redirect_uri: app.redirectUri, state: 'abc' }))
    t.equal(landed.searchParams.get('state'), 'abc')
    const tokens = await client.getToken({
      code: landed.searchParams.get('code')!,
      redirect_uri: app.redirectUri,
    })
    t.equal((await api(node, String(tokens.token['access_token']))).status, 200)
    const next = await tokens.refresh()
    t.equal((await api(node, String(next.token['access_token']))).status, 200)
    const own = await new ClientCredentials({ ...config, options: { authorizationMethod } }).getToken({})
    t.equal((await api(node, String(own.token['access_token']), '/v2/sources')).status, 200)
    await next.revokeAll()
    await until(
      'revoked',
      async () => (await api(node, String(next.token['access_token']))).status === 401,
      1_000,
    )
  }
})
