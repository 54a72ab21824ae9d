/** The servers of a bench and whoever uses them: embedded Postgres and nats-server of its own, an application, members, tokens. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { JSONWebKeySet } from 'jose'
import { newMemberRecord } from '../../../api/pages/member/member-record.js'
import { mintAccessToken } from '../../../api/oauth/token/access-token.js'
import { openKeyRing } from '../../../api/oauth/keys/key-ring.js'
import { vault } from '../../../api/oauth/vault.js'
import { connect } from '../../../db/pg/connect.js'
import type { Database } from '../../../db/pg/connect.js'
import { migrate } from '../../../db/pg/migrate.js'
import { seed } from '../../../db/seed/seed.js'
import { signingKeyStore } from '../../../db/oauth/signing-keys.js'
import type { Log } from '../../../schemas/base/log.js'
import { connectStream } from '../../../workers/stream/connection/connect.js'
import type { NatsConnection } from '../../../workers/stream/connection/connect.js'
import { ensureStreams } from '../../../workers/stream/setup.js'
import { addresses } from '../../config/addresses.js'
import { readConfig } from '../../config/config.js'
import type { Config } from '../../config/config.js'
import { freePort } from '../../embedded/free-port.js'
import { startEmbeddedServers } from '../../embedded/embedded-servers.js'
import { nodeFlags } from '../../bootstrap/node-flags.mjs'
import { createApplication } from '../../wiring/provision.js'
import type { RoleName } from '../../roles/role.js'
import { streamSettings } from '../../config/stream-settings.js'
import { provideLocalCertificate } from '../../stack/local-certificate.js'
import type { BenchTools } from './harness.js'
import { spawnBenchProcess } from './bench-process.js'
import type { BenchProcess } from './bench-process.js'
import type { RoleProcessOptions } from '../product/role-process.js'

export interface BenchStack {
  config: Config
  database: Database
  nc: NatsConnection
  tls: { ca: string; cert: string; key: string }
  clientId: string
  jwks: JSONWebKeySet
  /** Starts a role of the product in a process of its own. */
  role: (role: RoleName, execArgv?: string[]) => Promise<BenchProcess<{ port: number }>>
  /** Token of the application itself, which may send feeds. */
  appToken: () => Promise<string>
  /** Makes members who live nowhere in particular, and their tokens. */
  members: (count: number) => Promise<{ ids: string[]; tokens: string[] }>
}

/** A source that every bench may name. */
export const BENCH_SOURCE = 'bench_gds'

const FIRST_MEMBER = 1_000_000_000
/** The streams of a bench beside each other must fit the store. */
const STREAM_BYTES = 3 * 2 ** 30
/** Of a database that lives for one bench. */
const SECRET = 'benchmarks have no secrets, but the vault wants one'

export const quietLog: Log = {
  debug: () => {},
  info: () => {},
  warn: () => {},
  error: (fields, message) => {
    console.error(message, fields)
  },
}

/** Starts them as an installation has them (every commit and every message on disk), but without rate limits; `settings` are those of this bench. */
export async function startBenchStack(
  tools: BenchTools,
  settings: Record<string, string> = {},
): Promise<BenchStack> {
  const dir = mkdtempSync(join(tmpdir(), 'tripfold-bench-'))
  tools.defer(() => {
    rmSync(dir, { recursive: true, force: true })
  })
  tools.print('starting Postgres and nats-server')
  const given = readConfig({
    DATA_DIR: dir,
    STREAM_MAX_BYTES: String(STREAM_BYTES),
    SECRET_KEY: SECRET,
    LOG_LEVEL: 'error',
    PORT: String(await freePort()),
    RATE_LIMIT_APP: '0',
    RATE_LIMIT_MEMBER: '0',
    RATE_LIMIT_TOKEN: '0',
    RATE_LIMIT_SIGN_IN: '0',
    RATE_LIMIT_SEGMENTS: '0',
    ...settings,
  })
  const stack = await startEmbeddedServers(given, quietLog)
  tools.defer(stack.stop)
  const files = await provideLocalCertificate(join(dir, 'tls'), Date.now())
  const config: Config = { ...stack.config, TLS_CERT: files.cert, TLS_KEY: files.key }
  await migrate(config.DATABASE_URL)
  await seed(config.DATABASE_URL)
  const database = connect({ url: config.DATABASE_URL, name: 'tripfold bench', log: quietLog })
  tools.defer(database.close)
  const nc = await connectStream({ url: config.NATS_URL, name: 'bench' })
  tools.defer(async () => {
    await nc.close()
  })
  await ensureStreams(nc, streamSettings(config))
  await database.pool.query(
    "INSERT INTO source (id, name, classification, segment_types, priority) VALUES ($1, 'Bench', 'gds', '{Air}', 20)",
    [BENCH_SOURCE],
  )
  const keys = await openKeyRing({
    store: signingKeyStore(database.knex),
    vault: vault(SECRET),
    now: Date.now,
  })
  const { clientId } = await createApplication(
    { knex: database.knex },
    { developerId: null, name: 'Bench', environment: 'development', redirectUri: null, feed: true },
  )
  const { baseUrl, authUrl } = addresses(config)
  let made = FIRST_MEMBER
  return {
    config,
    database,
    nc,
    tls: {
      ca: readFileSync(files.ca, 'utf8'),
      cert: readFileSync(files.cert, 'utf8'),
      key: readFileSync(files.key, 'utf8'),
    },
    clientId,
    jwks: keys.jwks() as JSONWebKeySet,
    role: async (role, execArgv = nodeFlags(role)) => {
      const part = await spawnBenchProcess<{ port: number }>(
        new URL('../product/role-process.ts', import.meta.url),
        { role, config } satisfies RoleProcessOptions,
        execArgv,
      )
      tools.defer(part.stop)
      return part
    },
    appToken: async () => {
      const {
        rows: [grant],
      } = await database.pool.query<{ id: string }>(
        'INSERT INTO oauth_grant (client_id) VALUES ($1) RETURNING id::text',
        [clientId],
      )
      return await mintAccessToken(keys.signer(), {
        issuer: authUrl,
        audience: baseUrl,
        clientId,
        memberId: null,
        grantId: grant?.id ?? '',
        generation: 0,
        issuedAt: Math.floor(Date.now() / 1000),
      })
    },
    members: async (count) => {
      const ids = Array.from({ length: count }, () => String(made++))
      const docs = ids.map((id) =>
        newMemberRecord(
          { id, email: `${id}@bench.example`, firstName: 'Bench', lastName: 'Traveller' },
          new Date(),
        ),
      )
      await database.pool.query(
        'INSERT INTO member (id, doc) SELECT * FROM unnest($1::bigint[], $2::text[])',
        [ids, docs],
      )
      const { rows } = await database.pool.query<{ grant: string; member: string }>(
        'INSERT INTO oauth_grant (client_id, member_id) SELECT $1, unnest($2::bigint[]) RETURNING id::text AS grant, member_id::text AS member',
        [clientId, ids],
      )
      const grants = new Map(rows.map((row) => [row.member, row.grant]))
      const issuedAt = Math.floor(Date.now() / 1000)
      const mint = async (id: string): Promise<string> =>
        await mintAccessToken(keys.signer(), {
          issuer: authUrl,
          audience: baseUrl,
          clientId,
          memberId: id,
          grantId: grants.get(id) ?? '',
          generation: 0,
          issuedAt,
        })
      const tokens: string[] = []
      for (const id of ids) tokens.push(await mint(id))
      return { ids, tokens }
    },
  }
}
