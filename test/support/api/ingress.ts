/** The API server on a real database and broker, with a signing key and tokens, for tests. */
import type { FastifyInstance } from 'fastify'
import { randomBytes } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import type { Test } from 'tap'
import { startFeedReports } from '../../../api/feeds/reports/feed-reports.js'
import type { ApiDeps } from '../../../api/ports/deps.js'
import { buildServer } from '../../../api/server.js'
import type { PressureLimits } from '../../../api/plugins/load-shedding.js'
import { apiReads } from '../../../db/reads/api-reads.js'
import { connect } from '../../../db/pg/connect.js'
import type { Database } from '../../../db/pg/connect.js'
import { calendarAddresses } from '../../../db/oauth/calendar-addresses.js'
import { documents } from '../../../db/documents/documents.js'
import { feedReportStore } from '../../../db/feeds/feed-reports.js'
import { feedStore } from '../../../db/feeds/feed-store.js'
import { idempotencyKeys } from '../../../db/ingress/idempotency-keys.js'
import { startHeartbeat } from '../../../db/operator/process-heartbeat.js'
import { sourceRows } from '../../../db/reads/reference-rows.js'
import { memberRules } from '../../../ops/wiring/member-rules.js'
import { idGenerator } from '../../../schemas/base/ids.js'
import type { Id } from '../../../schemas/base/ids.js'
import type { Log } from '../../../schemas/base/log.js'
import { sourceIndex } from '../../../schemas/hints/source-index.js'
import type { SourceRow } from '../../../schemas/itinerary/source-row.js'
import { inlineExecutor } from '../../../workers/fold/pool/inline-executor.js'
import { connectStream } from '../../../workers/stream/connection/connect.js'
import type { NatsConnection } from '../../../workers/stream/connection/connect.js'
import { publisher } from '../../../workers/stream/publish.js'
import { ensureStreams } from '../../../workers/stream/setup.js'
import { startWorker } from '../fold/fold-worker.js'
import { asRole } from '../as-role.js'
import { testDatabase, testNats } from '../servers.js'
import { TEST_PRESSURE } from './pressure.js'
import { createMember } from './create-member.js'
import { requester } from './request.js'
import type { SendRequest } from './request.js'
import { tokenSigner } from './token-signer.js'

export const BASE = 'https://tripfold.test'

export interface Ingress {
  app: FastifyInstance
  url: string
  /** For the test itself; the server has only the rights of an api process. */
  database: Database
  nats: NatsConnection
  deps: ApiDeps
  /** Creates a member who lives in New York. Returns the id. */
  createMember: (profile?: Record<string, unknown>) => Promise<Id>
  /** Access token of a member for an application; `claims` replaces claims. */
  token: (member: Id, client?: string, claims?: Record<string, unknown>) => Promise<string>
  appToken: (client?: string) => Promise<string>
  /** Sends a request as a trusted proxy would. */
  request: SendRequest
  /** Log lines so far. */
  logLines: Array<{ level: string; fields: Record<string, unknown>; message: string }>
  revoked: Set<string>
}

export interface IngressOptions {
  /** Running servers to use instead of new ones. */
  on?: { databaseUrl: string; natsUrl: string }
  settings?: Partial<ApiDeps['settings']>
  deps?: Partial<ApiDeps>
  /** Further routes, on the same database and broker. */
  plugins?: (
    database: Database,
    nats: NatsConnection,
  ) => NonNullable<Parameters<typeof buildServer>[1]['plugins']>
  /** Starts a fold worker with the real rules. */
  fold?: boolean
  /** Publish timeout, milliseconds. */
  deadline?: number
  /** Of a second server: when to shed load. */
  pressure?: PressureLimits
  /** Of a second server: every port throws. */
  broken?: boolean
  /** Of a second server: its clock. */
  now?: () => number
}

type Plugins = NonNullable<Parameters<typeof buildServer>[1]['plugins']>

/** A second server on the same database, broker and keys, with other settings. Both log to the same lines. */
export async function secondIngress(
  t: Test,
  ingress: Ingress,
  options: Pick<IngressOptions, 'settings' | 'pressure' | 'broken' | 'now'>,
  plugins: Plugins = [],
): Promise<Ingress> {
  const deps: ApiDeps = {
    ...ingress.deps,
    ...(options.broken === true
      ? {
          reads: broken(),
          calendars: broken(),
          feeds: broken(),
          documents: broken(),
          publish: async () => {
            throw new TypeError('broken on purpose')
          },
        }
      : {}),
    ...(options.pressure === undefined ? {} : { pressure: options.pressure }),
    ...(options.now === undefined ? {} : { now: options.now }),
    settings: { ...ingress.deps.settings, ...options.settings },
  }
  const { app, url } = await serve(t, deps, plugins)
  return { ...ingress, app, url, deps, request: requester(url) }
}

async function serve(
  t: Test,
  deps: ApiDeps,
  plugins: Plugins,
): Promise<{ app: FastifyInstance; url: string }> {
  const app = await buildServer(deps, { tls: null, plugins })
  await app.listen({ port: 0, host: '127.0.0.1' })
  t.teardown(async () => {
    await app.close()
  })
  return { app, url: `http://127.0.0.1:${(app.server.address() as AddressInfo).port}` }
}

/** Starts the server until the test ends. The seeded sources exist, and an inactive source `old`. */
export async function startIngress(t: Test, options: IngressOptions = {}): Promise<Ingress> {
  const logLines: Ingress['logLines'] = []
  const log = recordingLog(logLines)
  const databaseUrl = options.on?.databaseUrl ?? (await testDatabase(t))
  const natsUrl = options.on?.natsUrl ?? (await testNats(t)).url
  const database = connect({ url: databaseUrl, name: 'test', log })
  const own = connect({ url: asRole(databaseUrl, 'api'), name: 'test ingress', log })
  const nats = await connectStream({ url: natsUrl, name: 'test ingress' })
  await ensureStreams(nats, { partitions: 4, maxBytes: 64 * 2 ** 20, replicas: 1 })
  const { publish, close } = publisher(
    nats,
    options.deadline === undefined ? {} : { deadlineMs: options.deadline },
  )
  const name = `api-test-${process.pid}-${randomBytes(3).toString('hex')}`
  const heartbeat = await startHeartbeat(
    database.pool,
    { name, role: 'api', host: 'test', pid: process.pid, version: '0' },
    log,
  )
  t.teardown(async () => {
    close()
    await heartbeat.stop()
    await nats.close()
    await own.close()
    await database.close()
  })
  const tokens = await tokenSigner(BASE)
  const sources = await testSources(database)
  const ids = idGenerator(1, Date.now)
  const feedReports = startFeedReports({ store: feedReportStore(own.pool), ids, now: Date.now, log })
  t.teardown(feedReports.stop)
  const deps: ApiDeps = {
    log,
    now: Date.now,
    ids,
    feedReports,
    publish,
    keys: tokens.keys,
    revocations: tokens.revocations,
    credentials: { check: async (client, secret) => secret === `secret of ${client}` },
    reference: { ...sources, zoneOf: (iata) => ZONES[iata] },
    ...stores(own, name),
    pressure: TEST_PRESSURE,
    ...options.deps,
    settings: { ...SETTINGS, ...options.settings },
  }
  const { app, url } = await serve(t, deps, options.plugins?.(database, nats) ?? [])
  if (options.fold === true) {
    const ids = idGenerator(2, Date.now)
    const rules = await memberRules({
      pool: database.pool,
      source: sources.source,
      newId: () => ids.next(),
      url: BASE,
    })
    await startWorker(t, { databaseUrl, natsUrl }, { name: 'w1', executor: inlineExecutor(rules), log })
  }
  return {
    app,
    url,
    database,
    nats,
    deps,
    logLines,
    revoked: tokens.revoked,
    createMember: async (profile = {}) => await createMember(database, deps.ids.next(), profile),
    token: tokens.memberToken,
    appToken: tokens.appToken,
    request: requester(url),
  }
}

const ZONES: Record<string, string> = {
  JFK: 'America/New_York',
  SFO: 'America/Los_Angeles',
  AKL: 'Pacific/Auckland',
  HNL: 'Pacific/Honolulu',
}

const SETTINGS: ApiDeps['settings'] = {
  baseUrl: BASE,
  authUrl: BASE,
  tls: 'proxy',
  trustedProxies: ['127.0.0.1'],
  perApp: 0,
  perMember: 0,
  perNetwork: 0,
  perCalendar: 0,
  writeWait: 5_000,
}

const stores = (
  { pool }: Database,
  name: string,
): Pick<ApiDeps, 'reads' | 'idempotency' | 'calendars' | 'feeds' | 'documents'> => ({
  reads: apiReads(pool),
  idempotency: idempotencyKeys(pool, name),
  calendars: calendarAddresses(pool),
  feeds: feedStore(pool),
  documents: documents(pool),
})

/** A log that keeps its lines. */
function recordingLog(lines: Ingress['logLines']): Log {
  const levels = ['debug', 'info', 'warn', 'error'].map((level) => [
    level,
    (fields: Record<string, unknown>, message: string) => {
      lines.push({ level, fields, message })
    },
  ])
  return Object.fromEntries(levels) as unknown as Log
}

/** The seeded sources, and `old`. */
async function testSources({
  pool,
}: Database): Promise<
  Pick<ApiDeps['reference'], 'sources'> & { source: (id: string) => SourceRow | undefined }
> {
  const sources = new Map((await sourceRows(pool)).map((row) => [row.id, row]))
  const index = sourceIndex(sources.values())
  const old: SourceRow = { ...sources.get('manual')!, id: 'old', status: 'Inactive' }
  return { source: (id) => (id === 'old' ? old : sources.get(id)), sources: () => index }
}

/** An object whose functions, at any depth, throw. */
function broken<T extends object>(): T {
  const target = (): never => {
    throw new TypeError('broken on purpose')
  }
  return new Proxy(target, { get: (_, name) => (name === 'then' ? undefined : broken()) }) as unknown as T
}
