/** The OpenAPI document of the whole product, built without servers: nothing is asked of any port. */
import { webhookRoutes } from '../../api/routes/webhooks/webhook-routes.js'
import { authServer } from '../../api/oauth/plugin.js'
import { buildServer } from '../../api/server.js'

/** An object that answers every name with itself. */
function placeholder(): never {
  const target = (): unknown => placeholder()
  return new Proxy(target, { get: (_, name) => (name === 'then' ? undefined : placeholder()) }) as never
}

/** The document as `GET /openapi.json` serves it at `baseUrl`. */
export async function productDocument(baseUrl: string): Promise<Record<string, unknown>> {
  const settings = {
    baseUrl,
    authUrl: baseUrl,
    tls: 'own' as const,
    trustedProxies: [],
    perApp: 0,
    perMember: 0,
    perCalendar: 0,
    writeWait: 0,
  }
  const deps = {
    settings,
    now: Date.now,
    log: placeholder(),
    keys: placeholder(),
    revocations: placeholder(),
    reads: placeholder(),
    credentials: placeholder(),
    reference: placeholder(),
    calendars: placeholder(),
    feeds: placeholder(),
    ids: placeholder(),
    publish: placeholder(),
    idempotency: placeholder(),
  }
  const app = await buildServer(deps, {
    tls: null,
    plugins: [
      webhookRoutes(placeholder()),
      async (child) => {
        await authServer(child, {
          ...(placeholder() as object),
          log: placeholder(),
          settings: { ...settings },
          baseUrl,
          authUrl: baseUrl,
        } as never)
      },
    ],
  })
  try {
    const answer = await app.inject({ url: '/openapi.json', headers: { host: new URL(baseUrl).host } })
    return answer.json()
  } finally {
    await app.close()
  }
}
