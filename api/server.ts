/** The HTTP server: hooks that every request passes, then the routes. It listens when its caller says so. */
import Fastify from 'fastify'
import type { FastifyInstance } from 'fastify'
import { randomUUID } from 'node:crypto'
import type { ServerOptions as TlsOptions } from 'node:https'
import { guards } from './auth/guard.js'
import type { Access, Guard } from './auth/guard.js'
import { keepRawBodies, rejectLargeBodies } from './http/body.js'
import type { ApiDeps } from './ports/deps.js'
import { collectOperations } from './document/collect.js'
import { endpointRegistrar } from './endpoint.js'
import type { AddEndpoint } from './endpoint.js'
import { installErrorHandler } from './http/errors.js'
import {
  checkHostAndExpectation,
  answerClientError,
  answerUnroutable,
  MAX_URL_LENGTH,
  requireShortUrl,
} from './plugins/malformed-requests.js'
import { compressResponses } from './plugins/compression.js'
import { addStandardHeaders, requestId } from './plugins/standard-headers.js'
import { requireHttps } from './plugins/https-only.js'
import { limitBodyTime } from './plugins/body-timeout.js'
import { startRateLimits } from './plugins/rate-limits.js'
import { DEFAULT_PRESSURE_LIMITS, shedLoad } from './plugins/load-shedding.js'
import { handleUnknownPaths } from './plugins/unknown-paths.js'
import { accountRoutes } from './routes/accounts.js'
import { batchRoutes } from './routes/batches.js'
import { calendarRoutes } from './routes/calendar.js'
import { documentRoutes } from './routes/document.js'
import { feedRoutes } from './routes/feeds.js'
import { locationRoutes } from './routes/locations.js'
import { meRoutes } from './routes/me.js'
import { segmentBatchRoutes } from './routes/segment-batch.js'
import { segmentWriteRoutes } from './routes/segment-writes.js'
import { segmentRoutes } from './routes/segments.js'
import { sourceRoutes } from './routes/sources.js'
import { tripEditRoutes } from './routes/trip-edits.js'
import { tripRoutes } from './routes/trips.js'

export interface ServerOptions {
  /** Node's TLS options (certificate, key, versions); null behind a proxy that ends TLS. */
  tls: TlsOptions | null
  /** Routes of other owners: each is registered as a plugin in a context of its own. `add` puts an endpoint into the document too. */
  plugins?: Array<
    (app: FastifyInstance, guard: (...allowed: Access[]) => Guard, add: AddEndpoint) => Promise<void>
  >
}

/** Slow clients: the headers of a request must be there after 10 s; for bodies see plugins/slow-bodies.ts. */
const SLOW = {
  headersTimeout: 10_000,
  requestTimeout: 0,
  connectionsCheckingInterval: 5_000,
  maxHeaderSize: 16_384,
  requireHostHeader: false,
}

/** Builds the server; `listen` and `close` are the caller's. Closing finishes what is in work and ends idle connections. */
export async function buildServer(deps: ApiDeps, options: ServerOptions): Promise<FastifyInstance> {
  const { trustedProxies, perApp, perMember } = deps.settings
  const app: FastifyInstance = Fastify({
    ...(options.tls === null ? { http: SLOW } : { https: { ...SLOW, ...options.tls } }),
    logger: false,
    trustProxy: trustedProxies.length > 0 ? trustedProxies : false,
    genReqId: (raw) => requestId(raw.headers, randomUUID),
    bodyLimit: 64 * 1024,
    requestTimeout: SLOW.requestTimeout,
    // Longer than proxies keep theirs, so that they are the ones who close.
    keepAliveTimeout: 72_000,
    // An overlong id is answered as a malformed one is.
    routerOptions: { maxParamLength: MAX_URL_LENGTH },
    exposeHeadRoutes: true,
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    clientErrorHandler: answerClientError,
    frameworkErrors: answerUnroutable,
  }) as unknown as FastifyInstance
  app.decorateRequest('caller', null)
  keepRawBodies(app)
  addStandardHeaders(app)
  installErrorHandler(app, deps.log)
  checkHostAndExpectation(app)
  shedLoad(app, deps.pressure ?? DEFAULT_PRESSURE_LIMITS)
  if (deps.settings.tls === 'proxy') requireHttps(app)
  app.addHook('onRequest', async (request) => {
    requireShortUrl(request)
  })
  limitBodyTime(app)
  rejectLargeBodies(app)
  compressResponses(app)
  handleUnknownPaths(app)
  const described = collectOperations(app)
  const limits = startRateLimits({
    perApp,
    perMember,
    node: deps.nodeName ?? randomUUID(),
    now: deps.now,
    exchange: deps.rateLimitGossip ?? null,
  })
  app.addHook('onClose', async () => {
    limits.stop()
  })
  const guard = guards(deps, limits)
  const add = endpointRegistrar(app, guard)
  for (const routes of [
    meRoutes,
    tripRoutes,
    tripEditRoutes,
    segmentBatchRoutes,
    segmentRoutes,
    segmentWriteRoutes,
    batchRoutes,
    accountRoutes,
    sourceRoutes,
    locationRoutes,
    calendarRoutes,
  ])
    routes(add, deps)
  documentRoutes(add, deps, described)
  await app.register(async (child) => {
    feedRoutes(child, endpointRegistrar(child, guard), deps)
  })
  for (const plugin of options.plugins ?? [])
    await app.register(async (child) => {
      await plugin(child, guard, endpointRegistrar(child, guard))
    })
  return app
}
