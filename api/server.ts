/** The HTTP server: hooks that every request passes, then the routes. It listens when its caller says so. */
import Fastify from 'fastify'
import type { FastifyInstance } from 'fastify'
import { randomUUID } from 'node:crypto'
import { guards } from './auth/guard.js'
import type { Access, Guard } from './auth/guard.js'
import { keepBytes } from './body.js'
import type { ApiDeps } from './deps.js'
import { handleErrors } from './errors.js'
import { carryHeaders, requestId } from './plugins/headers.js'
import { httpsOnly } from './plugins/https-only.js'
import { unknownPaths } from './plugins/unknown-paths.js'
import { adder } from './endpoint.js'
import { accountRoutes } from './routes/accounts.js'
import { batchRoutes } from './routes/batches.js'
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
  tls: import('node:https').ServerOptions | null
  /** Routes of other owners: each is registered as a plugin in a context of its own. */
  plugins?: Array<(app: FastifyInstance, guard: (...allowed: Access[]) => Guard) => Promise<void>>
}

/** Builds the server; `listen` and `close` are the caller's. */
export async function buildServer (deps: ApiDeps, options: ServerOptions): Promise<FastifyInstance> {
  const { trustedProxies } = deps.settings
  const app: FastifyInstance = Fastify({
    https: options.tls,
    logger: false,
    trustProxy: trustedProxies.length > 0 ? trustedProxies : false,
    genReqId: raw => requestId(raw.headers, randomUUID),
    bodyLimit: 64 * 1024,
    routerOptions: { maxParamLength: 256 },
    exposeHeadRoutes: true,
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    requestTimeout: 30_000,
    keepAliveTimeout: 72_000,
    onProtoPoisoning: 'ignore',
    onConstructorPoisoning: 'ignore'
  }) as unknown as FastifyInstance
  app.decorateRequest('caller', null)
  keepBytes(app)
  carryHeaders(app)
  handleErrors(app, deps.log)
  if (deps.settings.tls === 'proxy') httpsOnly(app)
  unknownPaths(app)
  const guard = guards(deps)
  const add = adder(app, guard)
  for (const routes of [
    meRoutes, tripRoutes, tripEditRoutes, segmentBatchRoutes, segmentRoutes, segmentWriteRoutes, batchRoutes, accountRoutes, sourceRoutes, locationRoutes
  ]) routes(add, deps)
  for (const plugin of options.plugins ?? []) await app.register(async child => { await plugin(child, guard) })
  return app
}
