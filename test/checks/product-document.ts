/** The OpenAPI document of the whole product, built without servers: no port is asked for anything. */
import type { AuthServerDeps } from '../../api/pages/auth-server.js'
import { authServer } from '../../api/pages/auth-server.js'
import type { ApiDeps } from '../../api/ports/deps.js'
import { webhookRoutes } from '../../api/routes/webhooks/webhook-routes.js'
import { buildServer } from '../../api/server.js'

type Json = Record<string, unknown>

/** The document as `GET /openapi.json` of an installation at `baseUrl` serves it. */
export async function productDocument(baseUrl: string): Promise<Json> {
  const app = await buildServer(apiPorts(baseUrl), {
    tls: null,
    plugins: [
      webhookRoutes(placeholder()),
      async (child) => {
        await authServer(child, authPorts(baseUrl))
      },
    ],
  })
  try {
    const answer = await app.inject({ url: '/openapi.json', headers: { host: new URL(baseUrl).host } })
    return answer.json<Json>()
  } finally {
    await app.close()
  }
}

/** Whatever is asked of it, at any depth, answers the same. */
function placeholder<T>(): T {
  const target = (): unknown => placeholder()
  return new Proxy(target, {
    get: (_, name) => (name === 'then' ? undefined : placeholder()),
  }) as T
}

const apiPorts = (baseUrl: string): ApiDeps => ({
  log: placeholder(),
  now: Date.now,
  ids: placeholder(),
  publish: placeholder(),
  keys: placeholder(),
  revocations: placeholder(),
  credentials: placeholder(),
  reference: placeholder(),
  reads: placeholder(),
  idempotency: placeholder(),
  calendars: placeholder(),
  feeds: placeholder(),
  documents: placeholder(),
  settings: {
    baseUrl,
    authUrl: baseUrl,
    tls: 'own',
    trustedProxies: [],
    perApp: 0,
    perMember: 0,
    perNetwork: 0,
    perCalendar: 0,
    writeWait: 0,
  },
})

/** The pages are built, and shown to no one. */
function authPorts(baseUrl: string): AuthServerDeps {
  const settings = { baseUrl, authUrl: baseUrl }
  return new Proxy({ settings } as unknown as AuthServerDeps, {
    get: (known, name) => (Reflect.get(known, name) as unknown) ?? placeholder(),
  })
}
