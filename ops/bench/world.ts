/** The servers of a bench and whoever uses them: embedded Postgres and nats-server of its own, an application, members, tokens. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { JSONWebKeySet } from 'jose'
import { mintAccessToken } from '../../api/oauth/access-token.js'
import { openKeyRing } from '../../api/oauth/keys.js'
import { vault } from '../../api/oauth/vault.js'
import { newMemberRecord } from '../../api/console/member-record.js'
import { connect } from '../../db/connect.js'
import type { Database } from '../../db/connect.js'
import { migrate } from '../../db/migrate.js'
import { seed } from '../../db/seed/seed.js'
import { signingKeyStore } from '../../db/signing-keys.js'
import type { Log } from '../../schemas/log.js'
import { connectStream } from '../../workers/stream/connect.js'
import type { NatsConnection } from '../../workers/stream/connect.js'
import { ensureStreams } from '../../workers/stream/setup.js'
import { startNats } from '../embedded/nats.js'
import { natsBinary } from '../embedded/nats-binary.js'
import { startPostgres } from '../embedded/postgres.js'
import { makeApp } from '../provision.js'
import type { Tools } from './frame.js'
import { benchTls } from './tls.js'
import type { BenchTls } from './tls.js'

export interface World {
  databaseUrl: string
  natsUrl: string
  database: Database
  nc: NatsConnection
  tls: BenchTls
  secretKey: string
  /** Base and auth url of the tokens. */
  url: string
  clientId: string
  jwks: JSONWebKeySet
  /** Makes members who live nowhere in particular, and their tokens. */
  members: (count: number) => Promise<{ ids: string[], tokens: string[] }>
}

/** A source that every bench may name. */
export const BENCH_SOURCE = 'bench_gds'

const GIB = 2 ** 30
const PARTITIONS = 64
const FIRST_MEMBER = 1_000_000_000
/** Of a database that lives for one bench. */
const SECRET = 'benchmarks have no secrets, but the vault wants one'

export const quietLog: Log = { debug: () => {}, info: () => {}, warn: () => {}, error: (fields, message) => { console.error(message, fields) } }

/** Starts them with Postgres and nats-server as an installation has them: every commit and every message on disk. */
export async function openWorld (tools: Tools): Promise<World> {
  const dir = mkdtempSync(join(tmpdir(), 'tripfold-bench-'))
  tools.defer(() => { rmSync(dir, { recursive: true, force: true }) })
  tools.say('starting Postgres and nats-server')
  const postgres = await startPostgres({ dir, port: 0, settings: { shared_buffers: '512MB', max_wal_size: '4GB' } })
  tools.defer(postgres.stop)
  const nats = await startNats({ dir, binary: natsBinary(undefined), port: 0, maxStore: 12 * GIB })
  tools.defer(nats.stop)
  await createDatabase(postgres.url)
  await migrate(postgres.url)
  await seed(postgres.url)
  const database = connect({ url: postgres.url, name: 'tripfold bench', log: quietLog })
  tools.defer(database.close)
  const nc = await connectStream({ url: nats.url, name: 'bench' })
  tools.defer(async () => { await nc.close() })
  await ensureStreams(nc, { partitions: PARTITIONS, maxBytes: 3 * GIB, replicas: 1 })
  await database.pool.query('INSERT INTO part (p) SELECT generate_series(0, $1::int - 1) ON CONFLICT DO NOTHING', [PARTITIONS])
  await database.pool.query("INSERT INTO source (id, name, classification, segment_types, priority) VALUES ($1, 'Bench', 'gds', '{Air}', 20)", [BENCH_SOURCE])
  const keys = await openKeyRing({ store: signingKeyStore(database.knex), vault: vault(SECRET), now: Date.now })
  const { clientId } = await makeApp({ knex: database.knex }, { developerId: null, name: 'Bench', environment: 'development', redirectUri: null })
  const url = 'https://bench.example'
  let made = FIRST_MEMBER
  return {
    databaseUrl: postgres.url,
    natsUrl: nats.url,
    database,
    nc,
    tls: await benchTls(),
    secretKey: SECRET,
    url,
    clientId,
    jwks: keys.jwks() as JSONWebKeySet,
    members: async count => {
      const ids = Array.from({ length: count }, () => String(made++))
      const docs = ids.map(id => newMemberRecord({ id, email: `${id}@bench.example`, firstName: 'Bench', lastName: 'Traveller' }, new Date()))
      await database.pool.query('INSERT INTO member (id, doc) SELECT * FROM unnest($1::bigint[], $2::text[])', [ids, docs])
      const { rows } = await database.pool.query<{ grant: string, member: string }>(
        'INSERT INTO oauth_grant (client_id, member_id) SELECT $1, unnest($2::bigint[]) RETURNING id::text AS grant, member_id::text AS member', [clientId, ids])
      const grants = new Map(rows.map(row => [row.member, row.grant]))
      const issuedAt = Math.floor(Date.now() / 1000)
      const tokens: string[] = []
      for (const id of ids) tokens.push(await mintAccessToken(keys.signer(), { issuer: url, audience: url, clientId, memberId: id, grantId: grants.get(id) ?? '', generation: 0, issuedAt }))
      return { ids, tokens }
    }
  }
}

async function createDatabase (url: string): Promise<void> {
  const server = new URL(url)
  const name = server.pathname.slice(1)
  server.pathname = '/postgres'
  const client = new pg.Client({ connectionString: server.href })
  await client.connect()
  try {
    const { rowCount } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [name])
    if (rowCount === 0) await client.query(`CREATE DATABASE ${name}`)
  } finally {
    await client.end()
  }
}
