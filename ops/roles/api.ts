/** The api role: the public port, with the API and the authorization server. */
import type { FastifyInstance } from 'fastify'
import { readFileSync } from 'node:fs'
import type { ServerOptions } from 'node:https'
import type { ApiDeps } from '../../api/deps.js'
import { authServer } from '../../api/oauth/plugin.js'
import { buildServer } from '../../api/server.js'
import { webhookRoutes } from '../../api/webhook-routes.js'
import { databaseCheck } from '../../db/check.js'
import { connect } from '../../db/connect.js'
import { leaseIdSlot } from '../../db/id-slots.js'
import { brokenStream, serviceView } from '../../db/service-view.js'
import { apiReads } from '../../db/api-reads.js'
import { calendarFeeds } from '../../db/calendar-feeds.js'
import { feedDesk } from '../../db/feed-desk.js'
import { heldLines } from '../../db/held-lines.js'
import { idempotencyKeys } from '../../db/idempotency.js'
import { airportZones } from '../../db/reference.js'
import { CALLBACK_URL_RULES } from '../../schemas/callback-url.js'
import { idGenerator } from '../../schemas/ids.js'
import { SEGMENTS_STREAM } from '../../schemas/subjects.js'
import { releaseLines } from '../../workers/feed/release.js'
import { callbackNews } from '../../workers/stream/callback-news.js'
import { streamCheck } from '../../workers/stream/check.js'
import { connectStream } from '../../workers/stream/connect.js'
import { publisher } from '../../workers/stream/publish.js'
import { unread } from '../../workers/stream/unread.js'
import { streamViews } from '../../workers/stream/views.js'
import { addresses, controlUrl } from '../addresses.js'
import { openAuthServer } from '../auth-server.js'
import { closers } from '../closers.js'
import type { Config } from '../config.js'
import { watchHalts } from '../halted.js'
import { listenFault, PUBLIC_PLACE } from '../listen-fault.js'
import { mailer } from '../mail.js'
import { measuredPublish } from '../metrics/door.js'
import { feedMeter } from '../metrics/feeds.js'
import { serverHealth } from '../metrics/health.js'
import { serviceMetrics } from '../metrics/service.js'
import { sourceBook } from '../sources.js'
import { openStreams } from '../streams.js'
import { tlsServerOptions } from '../tls-options.js'
import { withUntoldLag } from '../untold-lag.js'
import { apiDeps } from '../wire.js'
import { webhookDeps } from '../wire-webhooks.js'
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
  const open = closers()
  const database = connect({ url: config.DATABASE_URL, name: worker, log, size: 12, answerMs: ANSWER_MS })
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
  const sources = await sourceBook(database.pool, log)
  open.add('sources', sources.close)
  const reads = apiReads(database.pool)
  const idempotency = idempotencyKeys(database.pool)
  const rules = { ...CALLBACK_URL_RULES, dev: config.DEV }
  const { tell } = callbackNews(nc)
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
    mailer: mailer(config, log),
    callbackUrls: rules,
    tellCallback: tell,
    log,
  })
  open.add('authorization server', auth.close)
  const sender = publisher(nc, { deadline: config.PUBLISH_DEADLINE_MS })
  open.add('publisher', sender.close)
  const postgres = databaseCheck(database.pool)
  const broker = streamCheck(nc, [SEGMENTS_STREAM])
  const halts = await watchHalts(async () => await brokenStream(database.pool), log)
  open.add('halts', halts.stop)
  serverHealth(registry, database.pool, nc)
  serviceMetrics(
    registry,
    async () =>
      await withUntoldLag(await serviceView(database.pool), async (untold) => await unread(nc, untold)),
    async () => await streamViews(nc),
  )
  const publish = measuredPublish(registry, {
    publish: halts.guard(sender.publish),
    inFlight: sender.inFlight,
  })
  const meter = feedMeter(registry)
  open.add(
    'held lines',
    releaseLines({ store: heldLines(database.pool), publish, log, released: meter.released, now: Date.now })
      .stop,
  )
  const deps = apiDeps({
    ids,
    publish,
    reads,
    idempotency,
    calendars: calendarFeeds(database.pool),
    feeds: feedDesk(database.pool),
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
    throw listenFault(error, config, PUBLIC_PLACE)
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
      return { database, stream, revocations: auth.revocations.fresh() ? 'ok' : 'stale' }
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
