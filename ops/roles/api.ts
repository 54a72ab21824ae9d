/** The api role: the public port, with the API and the authorization server. */
import type { FastifyInstance } from 'fastify'
import { readFileSync } from 'node:fs'
import type { ServerOptions } from 'node:https'
import type { ApiDeps } from '../../api/ports/deps.js'
import { authServer } from '../../api/oauth/plugin.js'
import { buildServer } from '../../api/server.js'
import { webhookRoutes } from '../../api/routes/webhooks/webhook-routes.js'
import { databaseCheck } from '../../db/pg/readiness-check.js'
import { connect } from '../../db/pg/connect.js'
import { leaseIdSlot } from '../../db/ingress/id-slots.js'
import { haltedStreamStatus, serviceStatus } from '../../db/operator/service-status.js'
import { apiReads } from '../../db/reads/api-reads.js'
import { calendarFeeds } from '../../db/oauth/calendar-feeds.js'
import { feedStore } from '../../db/feeds/feed-store.js'
import { heldLines } from '../../db/feeds/held-lines.js'
import { idempotencyKeys } from '../../db/ingress/idempotency-keys.js'
import { airportZones } from '../../db/reads/reference-rows.js'
import { CALLBACK_URL_RULES } from '../../schemas/webhooks/callback-url.js'
import { idGenerator } from '../../schemas/base/ids.js'
import { SEGMENTS_STREAM } from '../../schemas/stream/subjects.js'
import { releaseHeldLines } from '../../workers/feed/release-held-lines.js'
import { callbackChanges } from '../../workers/stream/broadcast/callback-changes.js'
import { streamCheck } from '../../workers/stream/connection/stream-check.js'
import { connectStream } from '../../workers/stream/connection/connect.js'
import { publisher } from '../../workers/stream/publish.js'
import { partitionBacklog } from '../../workers/stream/partition-backlog.js'
import { streamStats } from '../../workers/stream/stream-stats.js'
import { addresses, controlUrl } from '../config/addresses.js'
import { openAuthServer } from '../wiring/auth-server.js'
import { disposables } from '../process/disposables.js'
import type { Config } from '../config/config.js'
import { watchHalts } from './halt-watch.js'
import { listenError, PUBLIC_PORT } from '../config/listen-errors.js'
import { createMailer } from '../wiring/mailer.js'
import { measuredPublish } from '../metrics/ingress.js'
import { feedMetrics } from '../metrics/feeds.js'
import { serverMetrics } from '../metrics/servers.js'
import { serviceMetrics } from '../metrics/service.js'
import { startSourceCache } from '../wiring/source-cache.js'
import { openStreams } from '../wiring/streams.js'
import { tlsServerOptions } from './tls-options.js'
import { withEstimatedLag } from '../metrics/estimated-lag.js'
import { apiDeps } from '../wiring/wiring.js'
import { webhookDeps } from '../wiring/webhooks.js'
import type { RoleContext, RunningRole } from './role.js'

const CLIENT_FAILURES = 20
/** Milliseconds; a replay, or a callback with millions pending, may take a minute. */
const ANSWER_MS = 75_000

/**
 * Starts the role and listens. Throws when Postgres or NATS cannot be reached, or the port is taken. `more` adds routes of
 * a bench beside the real ones.
 */
export async function startApi(
  context: RoleContext,
  more: (app: FastifyInstance, deps: ApiDeps) => void = () => {},
): Promise<RunningRole> {
  const { config, log, worker, registry } = context
  const { baseUrl, authUrl } = addresses(config)
  const open = disposables()
  const database = connect({
    url: config.DATABASE_URL,
    name: worker,
    log,
    size: 12,
    queryTimeoutMs: ANSWER_MS,
  })
  open.add('database', database.close)
  const nc = await connectStream({ url: config.NATS_URL, name: worker })
  open.add('stream', async () => {
    await nc.close()
  })
  await openStreams(nc, config)
  const slot = await leaseIdSlot(database.pool, {
    owner: worker,
    log,
    lost: () => {
      context.fail('the id slot was lost')
    },
  })
  open.add('id slot', slot.release)
  const ids = idGenerator(slot.slot, Date.now)
  const sources = await startSourceCache(database.pool, log)
  open.add('sources', sources.close)
  const reads = apiReads(database.pool)
  const idempotency = idempotencyKeys(database.pool)
  const rules = { ...CALLBACK_URL_RULES, dev: config.DEV }
  const { tell } = callbackChanges(nc)
  const auth = await openAuthServer({
    database,
    databaseUrl: controlUrl(config),
    ids,
    secretKey: config.SECRET_KEY,
    settings: {
      authUrl,
      baseUrl,
      tokenRequestsPerMinute: config.RATE_LIMIT_TOKEN,
      clientFailures: config.RATE_LIMIT_TOKEN === 0 ? 0 : CLIENT_FAILURES,
      signInFailures: config.RATE_LIMIT_SIGN_IN,
      operatorEmail: config.OPERATOR_EMAIL,
    },
    mailer: createMailer(config, log),
    callbackUrls: rules,
    announceCallback: tell,
    log,
  })
  open.add('authorization server', auth.close)
  const sender = publisher(nc, { deadlineMs: config.PUBLISH_DEADLINE_MS })
  open.add('publisher', sender.close)
  const postgres = databaseCheck(database.pool)
  const broker = streamCheck(nc, [SEGMENTS_STREAM])
  const halts = await watchHalts(async () => await haltedStreamStatus(database.pool), log)
  open.add('halts', halts.stop)
  serverMetrics(registry, database.pool, nc)
  serviceMetrics(
    registry,
    async () =>
      await withEstimatedLag(
        await serviceStatus(database.pool),
        async (untold) => await partitionBacklog(nc, untold),
      ),
    async () => await streamStats(nc),
  )
  const publish = measuredPublish(registry, {
    publish: halts.guard(sender.publish),
    inFlight: sender.inFlight,
  })
  const meter = feedMetrics(registry)
  open.add(
    'held lines',
    releaseHeldLines({
      store: heldLines(database.pool),
      publish,
      log,
      onReleased: meter.released,
      now: Date.now,
    }).stop,
  )
  const deps = apiDeps({
    ids,
    publish,
    reads,
    idempotency,
    calendars: calendarFeeds(database.pool),
    feeds: feedStore(database.pool),
    feedMeter: meter,
    node: worker,
    nc,
    auth,
    source: sources.get,
    zones: await airportZones(database.pool),
    settings: {
      baseUrl,
      authUrl,
      tls: config.TLS === 'on' ? 'own' : 'proxy',
      trustedProxies: config.TRUSTED_PROXIES.split(',')
        .map((text) => text.trim())
        .filter((text) => text !== ''),
      perApp: config.RATE_LIMIT_APP,
      perMember: config.RATE_LIMIT_MEMBER,
      writeWait: config.WRITE_WAIT_MS,
    },
    intake: { perSecond: config.RATE_LIMIT_SEGMENTS, burst: config.RATE_LIMIT_BURST },
    log,
  })
  const webhooks = webhookRoutes(
    webhookDeps({ pool: database.pool, vault: auth.vault, ids, rules, tell, baseUrl }),
  )
  const server = await buildServer(deps, {
    tls: tlsOptions(config),
    plugins: [
      async (child) => {
        await authServer(child, auth.deps)
      },
      webhooks,
      async (child) => {
        more(child, deps)
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
  return {
    checks: async () => {
      const [database, stream] = await Promise.all([
        postgres(),
        sender.connected() ? broker() : 'not connected',
      ])
      return { database, stream, revocations: auth.revocations.isFresh() ? 'ok' : 'stale' }
    },
    stop: open.close,
  }
}

function tlsOptions(config: Config): ServerOptions | null {
  if (config.TLS === 'proxy') return null
  return tlsServerOptions(
    { cert: readFileSync(config.TLS_CERT), key: readFileSync(config.TLS_KEY) },
    config.TLS_MAX,
  )
}
