/** The API server on a real database and broker, with a signing key and tokens, for tests. */
import { SignJWT, generateKeyPair } from 'jose'
import type { FastifyInstance } from 'fastify'
import { randomUUID } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import type { Test } from 'tap'
import type { ApiDeps } from '../../../api/ports/deps.js'
import { buildServer } from '../../../api/server.js'
import type { PressureLimits } from '../../../api/plugins/load-shedding.js'
import { apiReads } from '../../../db/reads/api-reads.js'
import { connect } from '../../../db/pg/connect.js'
import type { Database } from '../../../db/pg/connect.js'
import { calendarFeeds } from '../../../db/oauth/calendar-feeds.js'
import { feedStore } from '../../../db/feeds/feed-store.js'
import { idempotencyKeys } from '../../../db/ingress/idempotency-keys.js'
import { sourceRows } from '../../../db/reads/reference-rows.js'
import { memberRules } from '../../../ops/wiring/member-rules.js'
import { idGenerator } from '../../../schemas/base/ids.js'
import type { Id } from '../../../schemas/base/ids.js'
import type { Log } from '../../../schemas/base/log.js'
import type { SourceRow } from '../../../schemas/itinerary/source-row.js'
import { inlineExecutor } from '../../../workers/fold/pool/inline-executor.js'
import { connectStream } from '../../../workers/stream/connection/connect.js'
import type { NatsConnection } from '../../../workers/stream/connection/connect.js'
import { publisher } from '../../../workers/stream/publish.js'
import { ensureStreams } from '../../../workers/stream/setup.js'
import { startWorker } from '../fold/fold-worker.js'
import { testDatabase, testNats } from '../servers.js'

export const BASE = 'https://tripfold.test'

export interface Ingress {
  app: FastifyInstance
  url: string
  database: Database
  nats: NatsConnection
  deps: ApiDeps
  /** Creates a member who lives in New York. Returns the id. */
  createMember: (profile?: Record<string, unknown>) => Promise<Id>
  /** Access token of a member for an application; `claims` replaces claims. */
  token: (member: Id, client?: string, claims?: Record<string, unknown>) => Promise<string>
  appToken: (client?: string) => Promise<string>
  /** Sends a request as a trusted proxy would. */
  request: (path: string, options?: RequestOptions) => Promise<HttpAnswer>
  /** Log lines so far. */
  logLines: Array<{ level: string; fields: Record<string, unknown>; message: string }>
  revoked: Set<string>
}

export interface RequestOptions {
  method?: string
  token?: string
  headers?: Record<string, string>
  body?: unknown
  raw?: string | Uint8Array
}
export interface HttpAnswer {
  status: number
  headers: Headers
  text: string
  json: unknown
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
  const lines: Ingress['logLines'] = []
  const log = Object.fromEntries(
    ['debug', 'info', 'warn', 'error'].map((level) => [
      level,
      (fields: Record<string, unknown>, message: string) => {
        lines.push({ level, fields, message })
      },
    ]),
  ) as unknown as Log
  const databaseUrl = options.on?.databaseUrl ?? (await testDatabase(t))
  const database = connect({ url: databaseUrl, name: 'test ingress', log })
  const natsUrl = options.on?.natsUrl ?? (await testNats(t)).url
  const nats = await connectStream({ url: natsUrl, name: 'test ingress' })
  await ensureStreams(nats, { partitions: 4, maxBytes: 64 * 2 ** 20, replicas: 1 })
  const { publish, close } = publisher(
    nats,
    options.deadline === undefined ? {} : { deadlineMs: options.deadline },
  )
  const { privateKey, publicKey } = await generateKeyPair('ES256')
  const revoked = new Set<string>()
  const sources = new Map((await sourceRows(database.pool)).map((row) => [row.id, row]))
  const source = (id: string): SourceRow | undefined =>
    id === 'old' ? { ...sources.get('manual')!, id, status: 'Inactive' } : sources.get(id)
  const zones: Record<string, string> = {
    JFK: 'America/New_York',
    SFO: 'America/Los_Angeles',
    AKL: 'Pacific/Auckland',
    HNL: 'Pacific/Honolulu',
  }
  const deps: ApiDeps = {
    log,
    now: Date.now,
    ids: idGenerator(1, Date.now),
    publish,
    keys: {
      verifier: async (kid) => (kid === 'k1' ? { alg: 'ES256', key: publicKey } : null),
      onWithdrawn: () => {},
    },
    revocations: {
      isFresh: () => true,
      isRevoked: (marks) => revoked.has(marks.grantId),
      queryRevoked: async () => false,
    },
    credentials: { check: async (client, secret) => secret === `secret of ${client}` },
    reference: { source, zoneOf: (iata) => zones[iata] },
    reads: apiReads(database.pool),
    idempotency: idempotencyKeys(database.pool),
    calendars: calendarFeeds(database.pool),
    feeds: feedStore(database.pool),
    ...options.deps,
    settings: {
      baseUrl: BASE,
      authUrl: BASE,
      tls: 'proxy',
      trustedProxies: ['127.0.0.1'],
      perApp: 0,
      perMember: 0,
      writeWait: 5_000,
      ...options.settings,
    },
  }
  t.teardown(async () => {
    close()
    await nats.close()
    await database.close()
  })
  const { app, url } = await serve(t, deps, options.plugins?.(database, nats) ?? [])
  if (options.fold === true) {
    const ids = idGenerator(2, Date.now)
    const rules = await memberRules({ pool: database.pool, source, newId: () => ids.next(), url: BASE })
    await startWorker(
      t,
      { databaseUrl, natsUrl: natsUrl },
      { name: 'w1', executor: inlineExecutor(rules), log },
    )
  }
  const sign = async (claims: Record<string, unknown>): Promise<string> =>
    await new SignJWT({
      iss: BASE,
      aud: BASE,
      iat: Math.floor(Date.now() / 1000),
      exp: Math.floor(Date.now() / 1000) + 3600,
      jti: randomUUID(),
      gid: 'g1',
      gen: 0,
      ...claims,
    })
      .setProtectedHeader({ alg: 'ES256', typ: 'at+jwt', kid: 'k1' })
      .sign(privateKey)
  return {
    app,
    url,
    database,
    nats,
    deps,
    logLines: lines,
    revoked,
    createMember: async (profile = {}) => {
      const id = deps.ids.next()
      const now = `${new Date().toISOString().slice(0, 19)}+0000`
      const doc = {
        id,
        status: 'Active',
        first_name: 'Ada',
        last_name: 'Example',
        email: `${id}@example.com`,
        gender: null,
        home_city: 'New York',
        home_city_lat: '40.71427',
        home_city_lon: '-74.00597',
        state: 'NY',
        zip: null,
        country: 'US',
        time_zone_id: 'America/New_York',
        home_airports: ['JFK'],
        homes: [
          {
            from: null,
            city: 'New York',
            admin_code: 'NY',
            country: 'US',
            lat: '40.71427',
            lon: '-74.00597',
            time_zone_id: 'America/New_York',
            airports: ['JFK', 'LGA', 'EWR'],
          },
        ],
        url: null,
        profile_image_url: null,
        created: now,
        updated: now,
        ...profile,
      }
      await database.pool.query('insert into member (id, doc) values ($1, $2)', [id, JSON.stringify(doc)])
      return id
    },
    token: async (member, client = 'app-one', claims = {}) =>
      await sign({ sub: member, client_id: client, ...claims }),
    appToken: async (client = 'app-one') => await sign({ sub: client, client_id: client, app: true }),
    request: requester(url),
  }
}

/** An object whose functions, at any depth, throw. */
function broken<T extends object>(): T {
  const target = (): never => {
    throw new TypeError('broken on purpose')
  }
  return new Proxy(target, { get: (_, name) => (name === 'then' ? undefined : broken()) }) as unknown as T
}

/** Sends a request as a trusted proxy would. */
function requester(url: string): Ingress['request'] {
  return async (path, { method = 'GET', token, headers = {}, body, raw } = {}) => {
    const sent = raw ?? (body === undefined ? undefined : JSON.stringify(body))
    const answer = await fetch(url + path, {
      method,
      headers: {
        'x-forwarded-proto': 'https',
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      redirect: 'manual',
      ...(sent === undefined ? {} : { body: sent }),
    })
    const text = await answer.text()
    const isJson = /json/.test(answer.headers.get('content-type') ?? '') && text !== ''
    return {
      status: answer.status,
      headers: answer.headers,
      text,
      json: isJson ? (JSON.parse(text) as unknown) : null,
    }
  }
}
