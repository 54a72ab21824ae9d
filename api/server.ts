/** The HTTP server: the plugins that every request passes, then the routes. */
import Fastify from 'fastify'
import type { FastifyInstance } from 'fastify'
import { randomUUID } from 'node:crypto'
import type { ServerOptions as TlsOptions } from 'node:https'
import { callTools } from './mcp/mcp.js'
import { TOOLS } from './mcp/tools/tools.js'
import { calendarLimits } from './calendar/calendar-limits.js'
import { assetRoutes } from './assets/asset-routes.js'
import { guards } from './auth/guard.js'
import type { GuardFactory } from './auth/guard.js'
import { inFlightLimit } from './operation/in-flight-limit.js'
import { BATCHES_PER_TURN, fairTurns } from './limits/fair-turns.js'
import { FOLD_WAITS } from './commands/submit-command.js'
import { registrar } from './operation/registrar.js'
import type { Register, RegistrarOptions } from './operation/registrar.js'
import { collectOperations } from './operation/described.js'
import type { DescribedOperation } from './operation/described.js'
import { keepRawBodies, rejectLargeBodies } from './http/body.js'
import { installErrorHandler } from './http/errors.js'
import { DEFAULT_BODY_DEADLINES, SMALL_BODY_BYTES, bodyTimeout } from './plugins/body-timeout.js'
import { anonymousRequests } from './plugins/connections/anonymous-requests.js'
import { compression } from './plugins/compression.js'
import { DEFAULT_CONNECTION_LIMITS, connectionLimits } from './plugins/connections/connection-limits.js'
import { networkBounds } from './plugins/connections/network-bounds.js'
import { decompression } from './plugins/decompression.js'
import { forwardedAddresses } from './plugins/connections/forwarded-addresses.js'
import { httpsOnly } from './plugins/https-only.js'
import { idleWork } from './plugins/idle-work.js'
import { DEFAULT_PRESSURE_LIMITS, loadEnd, loadShedding } from './plugins/load-shedding.js'
import {
  MAX_URL_LENGTH,
  answerClientError,
  answerUnroutable,
  hostAndExpectation,
  shortUrl,
} from './plugins/malformed-requests.js'
import { startRateLimits } from './plugins/rate-limits.js'
import type { RateLimits } from './plugins/rate-limits.js'
import { requestTurns } from './plugins/connections/request-turns.js'
import { requestObserver } from './plugins/request-observer.js'
import { requestTrace } from './plugins/request-trace.js'
import { requestId, standardHeaders } from './plugins/standard-headers.js'
import { DEFAULT_READ_MS, unreadAnswers } from './plugins/unread-answers.js'
import { unknownPaths } from './plugins/unknown-paths.js'
import type { ApiDeps } from './ports/deps.js'
import { feedContext, feedSegments } from './routes/feeds.js'
import { memberCalendars } from './routes/calendar.js'
import { documentRoutes } from './routes/document.js'
import { OPERATIONS } from './routes/operations.js'
import { listAnswers } from './routes/trips/list-answers.js'

/** Further operations and routes, in a context of their own. */
export type RoutePlugin = (app: FastifyInstance, register: Register) => Promise<void>

export interface ServerOptions {
  /** Node's TLS options (certificate, key, versions); null behind a proxy that terminates TLS. */
  tls: TlsOptions | null
  plugins?: RoutePlugin[]
  /** Makes the documentation while the process is idle after its start, not on the first request for it. */
  preparesDocs?: boolean
}

/**
 * Deadline for the head of a request, and for the first one on a new connection: for the TLS handshake, and
 * again from there. For bodies see plugins/body-timeout.ts; Node's own limit for them would end feeds.
 */
const DEFAULT_HEAD_MS = 10_000
const CHECKS_PER_DEADLINE = 5

const httpOptions = (headMs: number) => ({
  headersTimeout: headMs,
  handshakeTimeout: headMs,
  requestTimeout: 0,
  connectionsCheckingInterval: headMs / CHECKS_PER_DEADLINE,
  maxHeaderSize: 16_384,
  requireHostHeader: false,
})

const READ_CACHE_BYTES = 32 * 2 ** 20

/**
 * Builds the server. The caller listens and closes; closing finishes running requests and ends idle
 * connections.
 */
export async function buildServer(given: ApiDeps, options: ServerOptions): Promise<FastifyInstance> {
  const deps = { ...given, foldWaits: inFlightLimit(FOLD_WAITS) }
  const app = createFastify(deps, options)
  const described = await installPlugins(app, deps)
  const limits = installRateLimits(app, deps)
  const rules = operationRules(guards(deps, limits), deps)
  const register = registrar(app, rules)
  const registered = register(OPERATIONS, {
    ...deps,
    turns: fairTurns(BATCHES_PER_TURN),
    tripLists: listAnswers(deps.settings.readCacheBytes ?? READ_CACHE_BYTES),
    calendarLimits: calendarLimits(limits, deps.calendars),
    calendarOf: memberCalendars(app, deps),
  })
  register([callTools], { ...deps, registered, tools: TOOLS })
  const docs = documentRoutes(register, deps, described)
  if (options.preparesDocs === true) await app.register(idleWork, { steps: docs })
  assetRoutes(app)
  await app.register(async (child) => {
    registrar(child, rules)([feedSegments], { ...deps, nodeFeeds: feedContext(child, deps) })
  })
  for (const plugin of options.plugins ?? [])
    await app.register(async (child) => {
      await plugin(child, registrar(child, rules))
    })
  return app
}

/** How the operations of the API are guarded. */
export const operationRules = (
  guard: GuardFactory,
  { settings, now }: Pick<ApiDeps, 'settings' | 'now'>,
): RegistrarOptions => ({
  guard: ({ credentials, scopes, resource }) =>
    credentials.length === 0 ? null : guard(credentials, scopes, resource),
  callerOf: ({ caller }) => caller,
  baseUrl: settings.baseUrl,
  now,
})

function createFastify({ settings, deadlines }: ApiDeps, { tls }: ServerOptions): FastifyInstance {
  const http = httpOptions(deadlines?.headMs ?? DEFAULT_HEAD_MS)
  return Fastify({
    ...(tls === null ? { http } : { https: { ...http, ...tls } }),
    logger: false,
    trustProxy: settings.trustedProxies.length > 0 ? settings.trustedProxies : false,
    genReqId: (raw) => requestId(raw.headers, randomUUID),
    bodyLimit: SMALL_BODY_BYTES,
    requestTimeout: http.requestTimeout,
    // Longer than proxies keep connections, so that they are the ones to close them.
    keepAliveTimeout: 72_000,
    // An id that is too long is answered like a malformed one.
    routerOptions: { maxParamLength: MAX_URL_LENGTH },
    exposeHeadRoutes: true,
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    clientErrorHandler: answerClientError,
    frameworkErrors: answerUnroutable,
  }) as unknown as FastifyInstance
}

/**
 * Installs what every request passes; each plugin names those that come before it. Returns the list that collects
 * the operations of endpoints.
 */
async function installPlugins(app: FastifyInstance, deps: ApiDeps): Promise<DescribedOperation[]> {
  const { settings, deadlines, connectionMetrics: metrics } = deps
  const { connections: limits = DEFAULT_CONNECTION_LIMITS, trustedProxies } = settings
  app.decorateRequest('caller', null)
  app.decorateRequest('resourceMetadata', null)
  app.decorateRequest('fault', null)
  app.decorateRequest('tokenClient', null)
  app.decorateRequest('span', null)
  keepRawBodies(app)
  installErrorHandler(app, deps.log)
  const unfinished = networkBounds(limits.unfinished)
  await app.register(forwardedAddresses)
  await app.register(connectionLimits, { limits, unfinished, trustedProxies, metrics })
  await app.register(requestTrace, { tracer: deps.tracer })
  await app.register(requestObserver, { observe: deps.observeRequest })
  await app.register(standardHeaders)
  await app.register(hostAndExpectation)
  const bodyDeadlines = { ...DEFAULT_BODY_DEADLINES, ...deadlines }
  await app.register(bodyTimeout, { deadlines: bodyDeadlines, unfinished, metrics })
  await app.register(loadShedding, { limits: deps.pressure ?? DEFAULT_PRESSURE_LIMITS, metrics })
  await app.register(requestTurns)
  if (settings.tls === 'proxy') await app.register(httpsOnly)
  await app.register(shortUrl)
  rejectLargeBodies(app)
  await app.register(decompression, { now: () => performance.now() })
  await app.register(compression)
  await app.register(loadEnd)
  await app.register(unreadAnswers, { maxMs: deadlines?.readMs ?? DEFAULT_READ_MS, metrics })
  await app.register(unknownPaths)
  await app.register(anonymousRequests, { perMinute: settings.perNetwork, now: deps.now })
  return collectOperations(app)
}

function installRateLimits(app: FastifyInstance, deps: ApiDeps): RateLimits {
  const limits = startRateLimits({
    perApp: deps.settings.perApp,
    perMember: deps.settings.perMember,
    perCalendar: deps.settings.perCalendar,
    node: deps.nodeName ?? randomUUID(),
    now: deps.now,
    gossip: deps.rateLimitGossip ?? null,
  })
  app.addHook('onClose', async () => {
    limits.stop()
  })
  return limits
}
