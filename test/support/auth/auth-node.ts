/**
 * An API node with the authorization server, over TLS, on its own database, as clients and browsers see it.
 * It cannot publish unless `publish` is given.
 */
import { TEST_PRESSURE } from '../api/pressure.js'
import type { FetchDocument } from '../../../api/oauth/clients/client-documents.js'
import type { KeyRing } from '../../../api/oauth/keys/key-ring.js'
import type { SecretKeys } from '../../../ops/wiring/secrets/config-vault.js'
import { openSigningKeys } from '../../../ops/wiring/secrets/signing-keys.js'
import { Agent } from 'undici'
import type { FastifyInstance } from 'fastify'
import type { Knex } from 'knex'
import type { Test } from 'tap'
import type { ApiDeps } from '../../../api/ports/deps.js'
import type { WebhookDeps } from '../../../api/ports/webhook-deps.js'
import { webhookRoutes } from '../../../api/routes/webhooks/webhook-routes.js'
import type { RequestObserver } from '../../../api/plugins/request-observer.js'
import { buildServer } from '../../../api/server.js'
import { nothing } from '../api/describing-server.js'
import type { Publish } from '../../../schemas/stream/publish-error.js'
import type { Mail } from '../../../api/pages/ports.js'
import type { OauthSettings } from '../../../api/oauth/ports.js'
import { authServer } from '../../../api/pages/auth-server.js'
import { apiReads } from '../../../db/reads/api-reads.js'
import { connect } from '../../../db/pg/connect.js'
import type { Database } from '../../../db/pg/connect.js'
import { calendarAddresses } from '../../../db/oauth/calendar-addresses.js'
import { documents } from '../../../db/documents/documents.js'
import { feedStore } from '../../../db/feeds/feed-store.js'
import { idempotencyKeys } from '../../../db/ingress/idempotency-keys.js'
import { openAuthServer } from '../../../ops/wiring/auth-server.js'
import type { AuthServerNode } from '../../../ops/wiring/auth-server.js'
import { tlsServerOptions } from '../../../ops/roles/tls-options.js'
import { freePort } from '../../../ops/embedded/free-port.js'
import { CALLBACK_URL_RULES } from '../../../schemas/webhooks/callback-url.js'
import type { CallbackUrlRules } from '../../../schemas/webhooks/callback-url.js'
import type { CallbackChanged } from '../../../schemas/webhooks/delivery.js'
import { idGenerator } from '../../../schemas/base/ids.js'
import type { IdGenerator } from '../../../schemas/base/ids.js'
import { asRole } from '../as-role.js'
import { siteAt } from '../https-site.js'
import type { Site } from '../https-site.js'
import { testDatabase } from '../servers.js'
import type { Log } from '../../../schemas/base/log.js'
import { silentLog } from '../silent-log.js'
import { testTls } from '../test-tls.js'

export interface AuthNode extends Site {
  databaseUrl: string
  ca: string
  /** For the test itself; the node has only the rights of an api process. */
  knex: Knex
  /** Its own connections. */
  database: Database
  auth: AuthServerNode
  /** The dependencies of its API. */
  apiDeps: ApiDeps
  app: FastifyInstance
  mails: Mail[]
  /** Addresses whose mails in files were deleted. */
  forgotten: string[]
  log: ReturnType<typeof silentLog>
  agent: Agent
  close: () => Promise<void>
}

export interface AuthNodeOptions {
  /** Another node on the same database, with the same URLs and secret. */
  joins?: AuthNode
  /** In place of the common secret. */
  secrets?: SecretKeys
  /** Where it logs; by default in memory, as `log.lines`. */
  log?: Log
  /** A database of the test; by default its own. */
  databaseUrl?: string
  settings?: Partial<OauthSettings>
  publish?: Publish
  trustedProxies?: string[]
  /** Requests without a credential per minute and network; by default not limited. */
  perNetwork?: number
  /** The clock of its requests and budgets; by default that of its keys. */
  now?: () => number
  /** Which webhook URLs may be registered; by default as in production. */
  callbackUrls?: CallbackUrlRules
  /** What the addresses of clients that describe themselves answer; by default such clients are refused. */
  fetchClientDocument?: FetchDocument
  /** Memory of a password hash; by default little, because a hash as in production takes 75 ms. */
  passwordKibibytes?: number
  /** Whether its documentation has the endpoints of webhooks, which do not work. */
  describesWebhooks?: boolean
  /** Called for each request, once it is answered. */
  observeRequest?: RequestObserver
  /** Called when a callback was changed. */
  onCallbackChanged?: (news: CallbackChanged) => void
}

const CHEAP_KIBIBYTES = 64
export const SECRET_KEY = 'a secret of the tests, longer than thirty-two characters'
/** The keys as an operator's command opens them, to replace and withdraw them; nodes see changes when they reload. */
export async function operatorKeys(node: AuthNode): Promise<KeyRing> {
  return await openSigningKeys(node.knex, { SECRET_KEY })
}

/** Id slots 1 and 2 are those of an ingress (../api/ingress.ts), which may share the database. */
let slot = 3

/** Starts a node; it ends with the test. Limits are off unless set. */
export async function authNode(t: Test, options: AuthNodeOptions = {}): Promise<AuthNode> {
  const databaseUrl = options.joins?.databaseUrl ?? options.databaseUrl ?? (await testDatabase(t))
  const lines = silentLog()
  const log = options.log ?? lines
  const database = connect({ url: asRole(databaseUrl, 'api'), name: 'api', log })
  const fixtures = connect({ url: databaseUrl, name: 'test', log })
  const tls = await testTls()
  const port = await freePort()
  const url = `https://localhost:${port}`
  const settings = settingsOf(url, options)
  const ids = idGenerator(slot++ % 64, Date.now)
  const mails: Mail[] = []
  const forgotten: string[] = []
  const auth = await openAuthServer({
    database,
    databaseUrl: asRole(databaseUrl, 'api'),
    ids,
    secrets: options.secrets ?? { SECRET_KEY },
    settings,
    mailer: {
      send: (mail) => {
        mails.push(mail)
      },
      forget: async (address) => {
        forgotten.push(address)
        await Promise.resolve()
      },
    },
    log,
    publish: options.publish ?? noStream,
    callbackUrls: options.callbackUrls ?? CALLBACK_URL_RULES,
    fetchClientDocument: options.fetchClientDocument ?? null,
    reference: REFERENCE,
    announceCallback: options.onCallbackChanged ?? (() => undefined),
    passwordKibibytes: options.passwordKibibytes ?? CHEAP_KIBIBYTES,
  })
  const apiDeps = apiDepsOf({ auth, database, log, ids, options })
  const app = await buildServer(apiDeps, {
    tls: tlsServerOptions(tls, 'TLSv1.3'),
    plugins: [
      async (child) => {
        await authServer(child, auth.deps)
      },
      ...(options.describesWebhooks === true ? [webhookRoutes(nothing() as WebhookDeps)] : []),
    ],
  })
  await app.listen({ host: '127.0.0.1', port })
  const agent = new Agent({ connect: { ca: tls.ca } })
  let closed = false
  const close = async (): Promise<void> => {
    if (closed) return
    closed = true
    await agent.destroy()
    await app.close()
    await auth.close()
    await database.close()
    await fixtures.close()
  }
  t.teardown(close)
  return {
    databaseUrl,
    ca: tls.ca,
    knex: fixtures.knex,
    database,
    auth,
    apiDeps,
    app,
    mails,
    forgotten,
    log: lines,
    agent,
    ...siteAt(url, agent),
    close,
  }
}

const REFERENCE: ApiDeps['reference'] = {
  source: () => ({ status: 'Active' }),
  zoneOf: () => 'Europe/Berlin',
}

const noStream: Publish = async () => {
  throw new Error('this node has no stream')
}

function settingsOf(url: string, { joins, settings }: AuthNodeOptions): OauthSettings {
  return {
    authUrl: joins?.auth.deps.settings.authUrl ?? url,
    baseUrl: joins?.auth.deps.settings.baseUrl ?? url,
    tokenRequestsPerMinute: 0,
    clientFailures: 0,
    signInFailures: 0,
    operatorEmail: 'operator@tripfold.example',
    mailDomain: 'mail.tripfold.example',
    mailFolder: null,
    ...settings,
  }
}

function apiDepsOf({
  auth,
  database,
  log,
  ids,
  options,
}: {
  auth: AuthServerNode
  database: Database
  log: Log
  ids: IdGenerator
  options: AuthNodeOptions
}): ApiDeps {
  const { authUrl, baseUrl } = auth.deps.settings
  const { observeRequest } = options
  return {
    log,
    pressure: TEST_PRESSURE,
    ...(observeRequest === undefined ? {} : { observeRequest }),
    now: options.now ?? (() => auth.keys.now()),
    ids,
    publish: options.publish ?? noStream,
    keys: auth.keys,
    revocations: auth.revocations,
    credentials: auth.credentials,
    reference: REFERENCE,
    reads: apiReads(database.pool),
    idempotency: idempotencyKeys(database.pool, null),
    calendars: calendarAddresses(database.pool),
    feeds: feedStore(database.pool),
    documents: documents(database.pool),
    settings: {
      baseUrl,
      authUrl,
      tls: 'own',
      trustedProxies: options.trustedProxies ?? [],
      perApp: 0,
      perMember: 0,
      perNetwork: options.perNetwork ?? 0,
      perCalendar: 0,
      writeWait: 100,
    },
  }
}
