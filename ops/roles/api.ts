/** The api role: the public port, with the API and the authorization server. */
import type { FastifyInstance } from 'fastify'
import { readFileSync } from 'node:fs'
import type { ServerOptions } from 'node:https'
import type pg from 'pg'
import type { Registry } from 'prom-client'
import { segmentQuota } from '../../api/commands/segment-quota.js'
import { startFeedReports } from '../../api/feeds/reports/feed-reports.js'
import { authServer } from '../../api/pages/auth-server.js'
import type { ApiDeps, ApiSettings } from '../../api/ports/deps.js'
import type { SegmentQuota } from '../../api/ports/segment-quota.js'
import { webhookRoutes } from '../../api/routes/webhooks/webhook-routes.js'
import { buildServer } from '../../api/server.js'
import { documents } from '../../db/documents/documents.js'
import { feedReportStore } from '../../db/feeds/feed-reports.js'
import { feedStore } from '../../db/feeds/feed-store.js'
import { heldLines } from '../../db/feeds/held-lines.js'
import { idempotencyKeys } from '../../db/ingress/idempotency-keys.js'
import { calendarAddresses } from '../../db/oauth/calendar-addresses.js'
import { deliveryStatus } from '../../db/operator/delivery-status.js'
import { haltedStreamStatus, serviceStatus } from '../../db/operator/service-status.js'
import { databaseCheck } from '../../db/pg/readiness-check.js'
import { apiReads } from '../../db/reads/api-reads.js'
import { airportZones } from '../../db/reads/reference-rows.js'
import type { IdGenerator } from '../../schemas/base/ids.js'
import type { Publish } from '../../schemas/stream/publish-error.js'
import { SEGMENTS_STREAM } from '../../schemas/stream/subjects.js'
import { CALLBACK_URL_RULES } from '../../schemas/webhooks/callback-url.js'
import { releaseHeldLines } from '../../workers/feed/release-held-lines.js'
import { rateLimitGossip } from '../../workers/stream/broadcast/rate-limit-gossip.js'
import { callbackChanges } from '../../workers/stream/broadcast/callback-changes.js'
import type { NatsConnection } from '../../workers/stream/connection/connect.js'
import { streamCheck } from '../../workers/stream/connection/stream-check.js'
import { publisher } from '../../workers/stream/publish.js'
import type { Publisher } from '../../workers/stream/publish.js'
import { streamState } from '../../workers/stream/setup.js'
import { streamStats } from '../../workers/stream/stream-stats.js'
import { addresses, controlUrl } from '../config/addresses.js'
import type { Config } from '../config/config.js'
import { listenError, PUBLIC_PORT } from '../config/listen-errors.js'
import { connectionMetrics } from '../metrics/connections.js'
import type { Log } from '../../schemas/base/log.js'
import { deliveryBacklogMetrics } from '../metrics/delivery-backlog.js'
import { sharesOfStream, withEstimatedLag } from '../metrics/estimated-lag.js'
import { feedMetrics } from '../metrics/feeds.js'
import { measuredPublish } from '../metrics/ingress.js'
import { serverMetrics } from '../metrics/servers.js'
import { serviceMetrics } from '../metrics/service.js'
import type { Disposables } from '../process/disposables.js'
import { bundledModule } from '../process/node-program.js'
import { openAuthServer } from '../wiring/auth-server.js'
import type { AuthServerNode, AuthServerOptions } from '../wiring/auth-server.js'
import { leaseIds } from '../wiring/id-generator.js'
import { MAIL_FOLDER } from '../wiring/mail-files.js'
import { createMailer } from '../wiring/mailer.js'
import { startSourceCache } from '../wiring/source-cache.js'
import { tracedPublish } from '../wiring/tracing/traced-publish.js'
import { clientDocumentFetcher, webhookDeps } from '../wiring/webhooks.js'
import { connectServers } from './connections.js'
import { watchHalts } from './halt-watch.js'
import { requestObserver } from './request-observer.js'
import type { RoleContext, RunningRole } from './role.js'
import { tlsServerOptions } from './tls-options.js'

const MAX_CLIENT_FAILURES = 20
const POOL_SIZE = 12
/** A replay, or a webhook with millions of pending deliveries, may take a minute. */
const QUERY_TIMEOUT_MS = 75_000

type ExtraRoutes = (app: FastifyInstance, deps: ApiDeps) => void

/**
 * Starts the role and listens. Throws if Postgres or NATS cannot be reached, if no id slot is free, or if the
 * port is in use. `extraRoutes` adds routes of a bench.
 */
export async function startApi(
  context: RoleContext,
  extraRoutes: ExtraRoutes = () => {},
): Promise<RunningRole> {
  const { config, log, registry, open } = context
  const pools = { size: POOL_SIZE, keepOpen: true, queryTimeoutMs: QUERY_TIMEOUT_MS }
  const { database, nc } = await connectServers(context, pools)
  const { pool } = database
  const { ids, status: idStatus, release } = await leaseIds(pool, { lessee: context.worker, log })
  open.add('id slot', release)
  const sources = await startSourceCache(pool, log)
  open.add('sources', sources.close)
  const sender = publisher(nc, { deadlineMs: config.PUBLISH_DEADLINE_MS })
  open.add('publisher', sender.close)
  const halts = await watchHalts(async () => await haltedStreamStatus(pool), log)
  open.add('halts', halts.stop)
  const publish = halts.guard(tracedPublish(sender.publish, context.tracer))
  const zones = await airportZones(pool)
  const reference = { source: sources.get, sources: sources.index, zoneOf: (iata: string) => zones.get(iata) }
  const quota = segmentQuota({
    perSecond: config.RATE_LIMIT_SEGMENTS,
    burst: config.RATE_LIMIT_BURST,
    now: () => performance.now(),
  })
  const auth = await startAuthServer(context, { database, nc, ids, publish, reference, segmentQuota: quota })
  open.add('authorization server', auth.close)
  measureService(registry, pool, nc, log)
  const deps = await buildDeps(context, open, { pool, nc, ids, auth, sender, publish, reference, quota })
  await listen(context, open, { deps, auth, pool, nc, ids, extraRoutes })
  const checkDatabase = databaseCheck(pool)
  const checkStream = streamCheck(nc, [SEGMENTS_STREAM])
  return {
    checks: async () => {
      const [database, stream] = await Promise.all([
        checkDatabase(),
        sender.connected() ? checkStream() : 'not connected',
      ])
      return {
        database,
        stream,
        ids: idStatus(),
        revocations: auth.revocations.isFresh() ? 'ok' : 'stale',
      }
    },
  }
}

async function startAuthServer(
  { config, log }: RoleContext,
  parts: Pick<AuthServerOptions, 'database' | 'ids' | 'publish' | 'reference' | 'segmentQuota'> & {
    nc: NatsConnection
  },
): Promise<AuthServerNode> {
  const { nc, ...given } = parts
  return await openAuthServer({
    ...given,
    databaseUrl: controlUrl(config),
    secrets: config,
    settings: {
      ...addresses(config),
      tokenRequestsPerMinute: config.RATE_LIMIT_TOKEN,
      clientFailures: config.RATE_LIMIT_TOKEN === 0 ? 0 : MAX_CLIENT_FAILURES,
      signInFailures: config.RATE_LIMIT_SIGN_IN,
      operatorEmail: config.OPERATOR_EMAIL,
      mailDomain: config.MAIL_DOMAIN || (config.DEV ? 'localhost' : ''),
      mailFolder: config.DEV && config.SMTP_URL === '' ? MAIL_FOLDER : null,
    },
    mailer: createMailer(config, log),
    callbackUrls: callbackUrlRules(config),
    fetchClientDocument: config.CLIENT_DOCUMENTS ? clientDocumentFetcher(config.DEV) : null,
    announceCallback: callbackChanges(nc).publish,
    log,
  })
}

function measureService(registry: Registry, pool: pg.Pool, nc: NatsConnection, log: Log): void {
  serverMetrics(registry, pool, nc)
  serviceMetrics(
    registry,
    async () =>
      await withEstimatedLag(await serviceStatus(pool), async (stale, partitions) =>
        sharesOfStream(stale, partitions, (await streamState(nc)).lastSeq),
      ),
    async () => await streamStats(nc),
    log,
  )
  deliveryBacklogMetrics(registry, async () => await deliveryStatus(pool), log)
}

async function buildDeps(
  context: RoleContext,
  open: Disposables,
  parts: {
    pool: pg.Pool
    nc: NatsConnection
    ids: IdGenerator
    auth: AuthServerNode
    sender: Publisher
    publish: Publish
    reference: ApiDeps['reference']
    quota: SegmentQuota
  },
): Promise<ApiDeps> {
  const { config, log, worker, registry } = context
  const { pool, nc, ids, auth, sender, reference } = parts
  const publish = measuredPublish(registry, { publish: parts.publish, inFlight: sender.inFlight })
  const feeds = feedMetrics(registry)
  const releasing = releaseHeldLines({
    store: heldLines(pool),
    publish,
    newId: () => ids.next(),
    newIds: (count) => ids.block(count),
    log,
    onReleased: feeds.released,
    now: Date.now,
  })
  open.add('held lines', releasing.stop)
  const reports = startFeedReports({ store: feedReportStore(pool), ids, now: Date.now, log })
  open.add('reports of feeds', reports.stop)
  return {
    ids,
    publish,
    reads: apiReads(pool),
    idempotency: idempotencyKeys(pool, worker),
    calendars: calendarAddresses(pool),
    calendarThread: bundledModule('render-thread'),
    feeds: feedStore(pool),
    documents: documents(pool),
    feedMetrics: feeds,
    feedReports: reports,
    observeRequest: requestObserver(context, open, pool),
    ...(context.tracer === undefined ? {} : { tracer: context.tracer }),
    connectionMetrics: connectionMetrics(registry),
    nodeName: worker,
    now: () => auth.keys.now(),
    keys: auth.keys,
    revocations: auth.revocations,
    credentials: auth.credentials,
    reference,
    rateLimitGossip: rateLimitGossip(nc, log),
    segmentQuota: parts.quota,
    settings: apiSettings(config),
    log,
  }
}

async function listen(
  { config, log }: RoleContext,
  open: Disposables,
  parts: {
    deps: ApiDeps
    auth: AuthServerNode
    pool: pg.Pool
    nc: NatsConnection
    ids: IdGenerator
    extraRoutes: ExtraRoutes
  },
): Promise<void> {
  const { deps, auth, pool, nc, ids, extraRoutes } = parts
  const { baseUrl } = addresses(config)
  const webhooks = webhookDeps({
    ...auth.deps,
    pool,
    ids,
    rules: callbackUrlRules(config),
    announce: callbackChanges(nc).publish,
    baseUrl,
  })
  const server = await buildServer(deps, {
    tls: tlsOptions(config),
    preparesDocs: true,
    plugins: [
      async (child) => {
        await authServer(child, auth.deps)
      },
      webhookRoutes(webhooks),
      async (child) => {
        extraRoutes(child, deps)
      },
    ],
  })
  await server.listen({ host: config.HOST, port: config.PORT }).catch((error: unknown) => {
    throw listenError(error, config, PUBLIC_PORT)
  })
  open.add('public port', async () => {
    await server.close()
  })
  log.info({ base_url: baseUrl, host: config.HOST, port: config.PORT }, 'listening')
}

function apiSettings(config: Config): ApiSettings {
  return {
    ...addresses(config),
    tls: config.TLS === 'on' ? 'own' : 'proxy',
    trustedProxies: config.TRUSTED_PROXIES.split(',')
      .map((text) => text.trim())
      .filter((text) => text !== ''),
    perApp: config.RATE_LIMIT_APP,
    perMember: config.RATE_LIMIT_MEMBER,
    perNetwork: config.RATE_LIMIT_NETWORK,
    perCalendar: config.RATE_LIMIT_CALENDAR,
    writeWait: config.WRITE_WAIT_MS,
    readCacheBytes: config.READ_CACHE_BYTES,
    connections: {
      open: { perNetwork: config.CONNECTIONS_PER_NETWORK, all: config.CONNECTIONS_MAX },
      unfinished: { perNetwork: config.UNFINISHED_PER_NETWORK, all: config.UNFINISHED_MAX },
    },
  }
}

function callbackUrlRules({ DEV: dev }: Config): typeof CALLBACK_URL_RULES & { dev: boolean } {
  return { ...CALLBACK_URL_RULES, dev }
}

function tlsOptions(config: Config): ServerOptions | null {
  if (config.TLS === 'proxy') return null
  return tlsServerOptions(
    { cert: readFileSync(config.TLS_CERT), key: readFileSync(config.TLS_KEY) },
    config.TLS_MAX,
  )
}
