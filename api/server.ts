/** The HTTP server: hooks that every request passes, then the routes. It listens when its caller says so. */
import Fastify from 'fastify'
import type { FastifyInstance } from 'fastify'
import { randomUUID } from 'node:crypto'
import type { ServerOptions as TlsOptions } from 'node:https'
import { guards } from './auth/guard.js'
import type { Access, Guard } from './auth/guard.js'
import { keepBytes, refuseLarge } from './body.js'
import type { ApiDeps } from './deps.js'
import { collectOperations } from './document/collect.js'
import { adder } from './endpoint.js'
import type { Add } from './endpoint.js'
import { handleErrors } from './errors.js'
import { answerAll, answerBroken, answerUnroutable, MOST_URL, shortUrl } from './plugins/broken-requests.js'
import { compressAnswers } from './plugins/compress.js'
import { carryHeaders, requestId } from './plugins/headers.js'
import { httpsOnly } from './plugins/https-only.js'
import { hurryBodies } from './plugins/slow-bodies.js'
import { startLimits } from './plugins/limits.js'
import { USUAL_PRESSURE, shedLoad } from './plugins/shedding.js'
import { unknownPaths } from './plugins/unknown-paths.js'
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
  plugins?: Array<(app: FastifyInstance, guard: (...allowed: Access[]) => Guard, add: Add) => Promise<void>>
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
    routerOptions: { maxParamLength: MOST_URL },
    exposeHeadRoutes: true,
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    clientErrorHandler: answerBroken,
    frameworkErrors: answerUnroutable,
  }) as unknown as FastifyInstance
  app.decorateRequest('caller', null)
  keepBytes(app)
  carryHeaders(app)
  handleErrors(app, deps.log)
  answerAll(app)
  shedLoad(app, deps.pressure ?? USUAL_PRESSURE)
  if (deps.settings.tls === 'proxy') httpsOnly(app)
  app.addHook('onRequest', async (request) => {
    shortUrl(request)
  })
  hurryBodies(app)
  refuseLarge(app)
  compressAnswers(app)
  unknownPaths(app)
  const described = collectOperations(app)
  const limits = startLimits({
    perApp,
    perMember,
    node: deps.node ?? randomUUID(),
    now: deps.now,
    exchange: deps.counts ?? null,
  })
  app.addHook('onClose', async () => {
    limits.stop()
  })
  const guard = guards(deps, limits)
  const add = adder(app, guard)
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
    feedRoutes(child, adder(child, guard), deps)
  })
  for (const plugin of options.plugins ?? [])
    await app.register(async (child) => {
      await plugin(child, guard, adder(child, guard))
    })
  return app
}
