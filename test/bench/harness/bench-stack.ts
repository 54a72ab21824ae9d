/**
 * The servers of a bench and its users: its own embedded Postgres and nats-server, an application, members
 * and tokens.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { JSONWebKeySet } from 'jose'
import type { KeyRing } from '../../../api/oauth/keys/key-ring.js'
import { ACCESS_TOKEN_SECONDS, mintAccessToken } from '../../../api/oauth/token/access-token.js'
import { newMemberRecord } from '../../../api/pages/member/member-record.js'
import { connect } from '../../../db/pg/connect.js'
import { resourceUrl } from '../../../schemas/oauth/resource.js'
import type { Resource } from '../../../schemas/oauth/resource.js'
import type { Database } from '../../../db/pg/connect.js'
import { migrate } from '../../../db/pg/migrate.js'
import { seed } from '../../../db/seed/seed.js'
import { connectStream } from '../../../workers/stream/connection/connect.js'
import type { NatsConnection } from '../../../workers/stream/connection/connect.js'
import { ensureStreams } from '../../../workers/stream/setup.js'
import { nodeFlags } from '../../../ops/bootstrap/node-flags.mjs'
import { addresses } from '../../../ops/config/addresses.js'
import { readConfig } from '../../../ops/config/config.js'
import type { Config } from '../../../ops/config/config.js'
import { streamSettings } from '../../../ops/config/stream-settings.js'
import { startEmbeddedServers } from '../../../ops/embedded/embedded-servers.js'
import { freePort } from '../../../ops/embedded/free-port.js'
import type { RoleName } from '../../../ops/roles/role.js'
import { provideLocalCertificate } from '../../../ops/stack/local-certificate.js'
import type { CertificateFiles } from '../../../ops/stack/local-certificate.js'
import { createApplication } from '../../../ops/wiring/provision.js'
import { openSigningKeys } from '../../../ops/wiring/secrets/signing-keys.js'
import type { RoleProcessOptions } from '../product/role-process.js'
import { spawnBenchProcess } from './bench-process.js'
import type { BenchProcess } from './bench-process.js'
import type { BenchTools } from './harness.js'
import { quietLog } from './quiet-log.js'
import { makeWalFiles } from './written.js'

export interface BenchStack {
  config: Config
  database: Database
  nc: NatsConnection
  tls: { ca: string; cert: string; key: string }
  clientId: string
  jwks: JSONWebKeySet
  /** Starts a program (its path below test/bench) in its own process; it ends with the bench. */
  program: (file: string, options: object, execArgv?: string[]) => Promise<BenchProcess<{ port: number }>>
  /** Starts a role of the product in its own process. */
  role: (
    role: RoleName,
    settings?: Partial<Config>,
    execArgv?: string[],
  ) => Promise<BenchProcess<{ port: number }>>
  /** A token of the application itself, which may send feeds. */
  appToken: () => Promise<string>
  /** A token of another application, which may send feeds for these members. */
  otherAppToken: (members: readonly string[]) => Promise<string>
  /** Creates members without a home, and a token for each, for the REST API unless `resource` is given. */
  members: (count: number, resource?: Resource) => Promise<{ ids: string[]; tokens: string[] }>
}

/** A source that every bench may name. */
export const BENCH_SOURCE = 'bench_gds'

const FIRST_MEMBER = 1_000_000_000
/** Two streams, of the product and the baseline, must fit the store. */
const STREAM_BYTES = 3 * 2 ** 30
/** For a database that is deleted after the bench. */
const SECRET = 'benchmarks have no secrets, but the vault wants one'

/**
 * Starts the servers as an installation runs them (every commit and every message on disk), but without rate
 * limits. `settings` override those of the bench.
 */
export async function startBenchStack(
  tools: BenchTools,
  settings: Record<string, string> = {},
): Promise<BenchStack> {
  const dir = mkdtempSync(join(tmpdir(), 'tripfold-bench-'))
  tools.defer(() => {
    rmSync(dir, { recursive: true, force: true })
  })
  tools.print('starting Postgres and nats-server')
  const servers = await startEmbeddedServers(await benchConfig(dir, settings), quietLog)
  tools.defer(servers.stop)
  const files = await provideLocalCertificate(join(dir, 'tls'), Date.now())
  const config: Config = { ...servers.config, TLS_CERT: files.cert, TLS_KEY: files.key }
  const { database, nc } = await prepareServers(config, tools)
  const keys = await openSigningKeys(database.knex, { SECRET_KEY: SECRET })
  const clientId = await addFeedApplication(database, 'Bench')
  const tokens = tokenIssuer(config, keys, clientId)
  const members = memberCreator(database, clientId, tokens)
  const program: BenchStack['program'] = async (file, options, execArgv) => {
    const url = new URL(`../${file}`, import.meta.url)
    const started = await spawnBenchProcess<{ port: number }>(url, options, execArgv)
    tools.defer(started.stop)
    return started
  }
  return {
    config,
    database,
    nc,
    tls: readCertificate(files),
    clientId,
    jwks: keys.jwks() as JSONWebKeySet,
    program,
    role: async (role, settings = {}, execArgv = nodeFlags(role)) => {
      const options: RoleProcessOptions = { role, config: { ...config, ...settings } }
      return await program('product/role-process.ts', options, execArgv)
    },
    appToken: async () => await appToken(database, clientId, tokens),
    otherAppToken: async (ids) => {
      const other = await addFeedApplication(database, 'Other')
      await database.pool.query(
        'INSERT INTO oauth_grant (client_id, member_id) SELECT $1, unnest($2::bigint[])',
        [other, ids],
      )
      return await appToken(database, other, tokenIssuer(config, keys, other))
    },
    members,
  }
}

async function addFeedApplication({ knex }: Database, name: string): Promise<string> {
  const { clientId } = await createApplication(
    { knex },
    { developerId: null, name, environment: 'development', redirectUri: null, feed: true },
  )
  return clientId
}

async function appToken({ pool }: Database, client: string, issueToken: TokenIssuer): Promise<string> {
  const {
    rows: [grant],
  } = await pool.query<{ id: string }>('INSERT INTO oauth_grant (client_id) VALUES ($1) RETURNING id::text', [
    client,
  ])
  return await issueToken(null, grant?.id ?? '')
}

async function benchConfig(dir: string, settings: Record<string, string>): Promise<Config> {
  return readConfig({
    DATA_DIR: dir,
    STREAM_MAX_BYTES: String(STREAM_BYTES),
    SECRET_KEY: SECRET,
    LOG_LEVEL: 'error',
    PORT: String(await freePort()),
    RATE_LIMIT_APP: '0',
    RATE_LIMIT_MEMBER: '0',
    RATE_LIMIT_NETWORK: '0',
    RATE_LIMIT_TOKEN: '0',
    RATE_LIMIT_SIGN_IN: '0',
    RATE_LIMIT_SEGMENTS: '0',
    ...settings,
  })
}

async function prepareServers(
  config: Config,
  tools: BenchTools,
): Promise<{ database: Database; nc: NatsConnection }> {
  await migrate(config.DATABASE_URL)
  await seed(config.DATABASE_URL)
  const database = connect({ url: config.DATABASE_URL, name: 'tripfold bench', log: quietLog })
  tools.defer(database.close)
  await makeWalFiles(database.pool)
  const nc = await connectStream({ url: config.NATS_URL, name: 'bench' })
  tools.defer(async () => {
    await nc.close()
  })
  await ensureStreams(nc, streamSettings(config))
  await database.pool.query(
    `INSERT INTO source (id, name, classification, segment_types, priority)
     VALUES ($1, 'Bench', 'gds', '{Air}', 20)`,
    [BENCH_SOURCE],
  )
  return { database, nc }
}

function readCertificate({ ca, cert, key }: CertificateFiles): BenchStack['tls'] {
  return {
    ca: readFileSync(ca, 'utf8'),
    cert: readFileSync(cert, 'utf8'),
    key: readFileSync(key, 'utf8'),
  }
}

/** Issues an access token of the application for a member (null: for itself) under a grant. */
type TokenIssuer = (memberId: string | null, grantId: string, resource?: Resource) => Promise<string>

function tokenIssuer(config: Config, keys: KeyRing, clientId: string): TokenIssuer {
  const { baseUrl, authUrl } = addresses(config)
  return async (memberId, grantId, resource = 'api') =>
    await mintAccessToken(keys.signer(), {
      issuer: authUrl,
      audience: resourceUrl(baseUrl, resource),
      clientId,
      memberId,
      grantId,
      generation: 0,
      issuedAt: Math.floor(Date.now() / 1000),
      scopes: null,
      jkt: null,
      expiresIn: ACCESS_TOKEN_SECONDS,
    })
}

function memberCreator({ pool }: Database, clientId: string, issueToken: TokenIssuer): BenchStack['members'] {
  let next = FIRST_MEMBER
  return async (count, resource) => {
    const ids = Array.from({ length: count }, () => String(next++))
    const docs = ids.map((id) =>
      newMemberRecord(
        { id, email: `${id}@bench.example`, firstName: 'Bench', lastName: 'Traveller' },
        new Date(),
      ),
    )
    await pool.query('INSERT INTO member (id, doc) SELECT * FROM unnest($1::bigint[], $2::text[])', [
      ids,
      docs,
    ])
    const { rows } = await pool.query<{ grant: string; member: string }>(
      `INSERT INTO oauth_grant (client_id, member_id) SELECT $1, unnest($2::bigint[])
       RETURNING id::text AS grant, member_id::text AS member`,
      [clientId, ids],
    )
    const grants = new Map(rows.map((row) => [row.member, row.grant]))
    const tokens: string[] = []
    for (const id of ids) tokens.push(await issueToken(id, grants.get(id) ?? '', resource))
    return { ids, tokens }
  }
}
