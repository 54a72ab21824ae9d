/** A server with every route of the product that only describes itself: what its handlers need is not there. */
import type { FastifyInstance } from 'fastify'
import type { Test } from 'tap'
import { authServer } from '../../../api/pages/auth-server.js'
import type { AuthServerDeps } from '../../../api/pages/auth-server.js'
import type { ApiDeps } from '../../../api/ports/deps.js'
import type { WebhookDeps } from '../../../api/ports/webhook-deps.js'
import { webhookRoutes } from '../../../api/routes/webhooks/webhook-routes.js'
import { buildServer } from '../../../api/server.js'
import { silentLog } from '../silent-log.js'
import { TEST_PRESSURE } from './pressure.js'

export const DESCRIBING_URL = 'https://travel.example'

/** Answers every call and every property with itself. */
export function nothing(): unknown {
  const inner: unknown = new Proxy(() => undefined, {
    get: (_target, key) => (key === 'then' || key === Symbol.toPrimitive ? undefined : inner),
    apply: () => inner,
  })
  return inner
}

/** Builds the server for a test; use `inject`. */
export async function describingServer(t: Test): Promise<FastifyInstance> {
  const app = await serverThatDescribes(DESCRIBING_URL)
  t.teardown(async () => {
    await app.close()
  })
  return app
}

/** The server of an installation at `baseUrl`. */
export async function serverThatDescribes(baseUrl: string): Promise<FastifyInstance> {
  const log = silentLog()
  const settings = {
    baseUrl,
    authUrl: baseUrl,
    tls: 'own',
    trustedProxies: [],
    perApp: 0,
    perMember: 0,
    perNetwork: 0,
    perCalendar: 0,
    writeWait: 100,
  }
  const ports = [
    'keys',
    'revocations',
    'credentials',
    'reference',
    'reads',
    'idempotency',
    'calendars',
    'feeds',
    'ids',
  ]
  const deps = {
    settings,
    log,
    now: Date.now,
    pressure: TEST_PRESSURE,
    ...Object.fromEntries(ports.map((port) => [port, nothing()])),
  }
  const auth = new Proxy({ settings, log } as Record<string, unknown>, {
    get: (target, key) => (typeof key === 'string' && key in target ? target[key] : nothing()),
  })
  return await buildServer(deps as unknown as ApiDeps, {
    tls: null,
    plugins: [
      webhookRoutes(nothing() as WebhookDeps),
      async (child) => {
        await authServer(child, auth as unknown as AuthServerDeps)
      },
    ],
  })
}
