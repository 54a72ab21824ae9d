/**
 * The authorization server's part of the OpenAPI document matches the live server, and no route is missing.
 */
import t from 'tap'
import { buildServer } from '../../../api/server.js'
import { authServer } from '../../../api/pages/auth-server.js'
import {
  aMember,
  anApp,
  authorizePath,
  signedInMember,
  tokenRequest,
} from '../../support/auth/auth-fixtures.js'
import { authNode } from '../../support/auth/auth-node.js'
import type { Answer } from '../../support/https-site.js'
import { openApiContract } from '../../support/api/openapi-contract.js'
import { undocumentedRoutes } from '../../support/api/server-routes.js'

t.setTimeout(120_000)

/** Pages, their forms and files for people: not in the OpenAPI document. */
const PAGES =
  /^(GET|POST) \/((account|console|oauth\/(signup|login|confirm|forgot|reset|new-address|authenticate|second-factor|passkey)|signout|assets|docs(\.md)?|llms(-full)?\.txt|shared|\.well-known\/security\.txt)(\/|\*|$)|$)/
/** Routes that only answer 405 with Allow as an OAuth error. */
const REFUSED = /^(GET|PUT|PATCH|DELETE) \/oauth\/(token|revoke)$/
/** What older clients call a documented path. */
// The messages of /mcp are those of its protocol (contract.md 15).
const ALIAS = /^\w+ \/oauth\/token\/$|^POST \/mcp$/

const node = await authNode(t)
const app = await anApp(node)
const { operations, violation: fault } = openApiContract((await node.call('/openapi.json')).json())
const own = operations.filter((one) => one.tags.includes('OAuth'))
const seen = new Set<string>()

const matchesDocument = (id: string, answer: Answer, expected: number): void => {
  const operation = own.find((one) => one.id === id)
  if (operation === undefined) throw new Error(`no operation ${id}`)
  t.equal(answer.status, expected, `${id} ${expected}: ${answer.status} ${answer.text.slice(0, 200)}`)
  const isJson = String(answer.headers['content-type']).includes('json')
  const wrong = fault(operation, {
    status: answer.status,
    text: answer.text,
    json: isJson ? answer.json() : null,
    headers: new Headers(
      Object.entries(answer.headers).map(([name, value]): [string, string] => [name, String(value)]),
    ),
  })
  t.equal(wrong, null, wrong ?? `${id} ${expected} is as documented`)
  seen.add(`${id} ${expected}`)
}

/** Another server with changed dependencies, called by injection; the network is tested elsewhere. */
const serverWith = async (
  deps: Partial<typeof node.auth.deps>,
  apiChanges: Partial<typeof node.apiDeps> = {},
): Promise<(method: 'GET' | 'POST', path: string, form?: Record<string, string>) => Promise<Answer>> => {
  const all = { ...node.auth.deps, ...deps }
  const server = await buildServer(
    { ...node.apiDeps, ...apiChanges },
    {
      tls: null,
      plugins: [
        async (child) => {
          await authServer(child, all)
        },
      ],
    },
  )
  t.teardown(async () => {
    await server.close()
  })
  return async (method, path, form) => {
    const answer = await server.inject({
      method,
      url: path,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      ...(form === undefined ? {} : { payload: new URLSearchParams(form).toString() }),
    })
    return {
      status: answer.statusCode,
      headers: answer.headers as Answer['headers'],
      text: answer.body,
      json: () => answer.json<Record<string, unknown>>(),
    }
  }
}

t.test('every documented response can be provoked', async (t) => {
  const grant = { grant_type: 'client_credentials' }
  const credentials = { client_id: app.clientId, client_secret: app.clientSecret }
  const form = { ...grant, ...credentials, token: 'x' }
  const tokens = await tokenRequest(node, app, grant)
  const { refresh_token: token } = tokens.json() as { refresh_token: string }
  const who = await signedInMember(node, await aMember(node))
  const strict = await serverWith({ settings: { ...node.auth.deps.settings, clientFailures: 1 } })
  const find = async (): Promise<never> => {
    throw new TypeError('broken on purpose')
  }
  const broken = await serverWith({ apps: { ...node.auth.deps.apps, find } })
  const busy = await serverWith({}, { pressure: { maxInFlight: 0, maxDelayMs: 1e6, maxHeap: 1 } })
  await strict('POST', '/oauth/token', { ...form, client_secret: 'x' })
  matchesDocument('getTokens', tokens, 200)
  for (const [id, path, success] of [
    ['getTokens', '/oauth/token', form],
    ['revokeToken', '/oauth/revoke', { ...credentials, token }],
  ] as const) {
    matchesDocument(id, await node.post(path, success), 200)
    matchesDocument(id, await node.post(path, credentials), 400)
    matchesDocument(id, await node.post(path, { ...form, client_secret: 'x' }), 401)
    matchesDocument(id, await node.post(path, { ...form, token: 'x'.repeat(17_000) }), 413)
    matchesDocument(id, await strict('POST', path, form), 429)
    matchesDocument(id, await broken('POST', path, form), 500)
    matchesDocument(id, await busy('POST', path, form), 503)
  }
  for (const [id, path] of [
    ['getKeys', '/oauth/jwks'],
    ['getAuthorizationServer', '/.well-known/oauth-authorization-server'],
    ['getApiResource', '/.well-known/oauth-protected-resource'],
    ['getMcpResource', '/.well-known/oauth-protected-resource/mcp'],
  ] as const) {
    matchesDocument(id, await node.call(path), 200)
    matchesDocument(id, await node.call(`${path}?${'x'.repeat(9_000)}`), 414)
    matchesDocument(id, await busy('GET', path), 503)
  }
  const asked = authorizePath(app)
  matchesDocument('authorize', await node.call(asked), 200)
  matchesDocument('authorize', await who.get(asked), 200)
  const invalid = authorizePath(app, { response_type: 'token' })
  matchesDocument('authorize', await node.call(invalid), 400)
  await node.knex('app').where({ client_id: app.clientId }).update({ verified: true })
  matchesDocument('authorize', await node.call(invalid), 303)
  const elsewhere = authorizePath(app, { redirect_uri: 'https://elsewhere.example/' })
  matchesDocument('authorize', await node.call(elsewhere), 400)
  matchesDocument('authorize', await broken('GET', asked), 500)
  matchesDocument('authorize', await busy('GET', asked), 503)
  t.same(
    own.flatMap((one) => one.statuses.map((status) => `${one.id} ${status}`)).filter((one) => !seen.has(one)),
    [],
    'every documented response was seen',
  )
})

t.test(
  'without X-Forwarded-Proto from the proxy, pages and tokens are refused like everything else',
  async (t) => {
    const plain = await serverWith({}, { settings: { ...node.apiDeps.settings, tls: 'proxy' } })
    for (const [method, path] of [
      ['GET', '/v2/me'],
      ['POST', '/oauth/token'],
      ['GET', authorizePath(app)],
      ['GET', '/console/login'],
    ] as const) {
      const answer = await plain(method, path, method === 'POST' ? {} : undefined)
      t.equal(answer.status, 403, path)
      t.match(answer.json(), { error: 'https_required' })
    }
  },
)

t.test('every route is documented, or a page', async (t) => {
  const routes = undocumentedRoutes(node.app, operations)
  t.same(
    routes.filter((route) => !PAGES.test(route) && !REFUSED.test(route) && !ALIAS.test(route)),
    [],
  )
  t.ok(routes.length > 40, `${routes.length} pages`)
})
