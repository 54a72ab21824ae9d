/**
 * Real servers for a test file: a database of its own, cloned from a migrated and seeded template, and a nats-server of
 * its own with a small store. Within `npm test` one Postgres serves all files; a file run alone starts one for itself.
 */
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import pg from 'pg'
import type { Test } from 'tap'
import { serverOsAccount } from '../../ops/embedded/os-account.js'
import { startNats } from '../../ops/embedded/nats.js'
import type { EmbeddedNats } from '../../ops/embedded/nats.js'
import { natsBinary } from '../../ops/embedded/nats-binary.js'
import { startPostgres } from '../../ops/embedded/postgres.js'
import { removeHome, serverHome } from '../../ops/embedded/server-home.js'
import { MAX_PROCESSES } from '../runner/run/plan.js'
import { serverFolder } from '../runner/servers/server-folder.js'
import { NATS_ACCOUNTS } from '../runner/servers/servers.js'
import { until } from './until.js'
import { makeTemplate, TEMPLATES, type TemplateName } from '../runner/servers/template.js'

export const SMALL_STORE_BYTES = 512 * 2 ** 20

/** The run's Postgres, for this process: from the test command, or started here and stopped with the file. */
let own: Promise<string> | null = null

async function server(t: Test): Promise<string> {
  const given = process.env['TRIPFOLD_TEST_PG']
  if (given !== undefined && given !== '') return given
  own ??= (async () => {
    const dir = serverFolder('tripfold-test-')
    const postgres = await startPostgres({
      dir,
      port: 0,
      settings: { fsync: 'off', full_page_writes: 'off' },
    })
    process.once('beforeExit', () => {
      void postgres.stop().then(() => {
        removeHome(dir)
      })
    })
    await makeTemplate(postgres.url)
    return postgres.url
  })()
  t.comment("a Postgres of this file's own")
  return await own
}

/**
 * A database cloned from a template, `full` for tests that start the product on it, which would seed a smaller one
 * again; dropped when the test ends. Returns its URL.
 */
export async function testDatabase(t: Test, template: TemplateName = 'small'): Promise<string> {
  const url = new URL(await server(t))
  const name = `t_${randomBytes(6).toString('hex')}`
  const source = template === 'small' ? TEMPLATES.small : await makeTemplate(url.href, template)
  await admin(url, `CREATE DATABASE ${name} TEMPLATE ${source} STRATEGY FILE_COPY`)
  t.teardown(async () => {
    await dropDatabase(t, url, name)
  })
  const database = new URL(url)
  database.pathname = `/${name}`
  return database.href
}

/**
 * A new folder for a nats-server that a test stops and starts again; the server's teardown removes it. Never `t.testdir()`:
 * tap empties that before it calls a teardown, under the running server.
 */
export function natsFolder(): string {
  return serverFolder('tripfold-nats-')
}

let accountsTaken = 0
/** A test process takes the accounts of its slot, so that no two processes take the same. */
const ACCOUNTS_PER_SLOT = NATS_ACCOUNTS / MAX_PROCESSES

/**
 * The run's nats-server under an account that nothing else uses, so that its streams are this test's alone. Without the
 * run's server (a file run by itself), a server of the test's own.
 */
export async function testNats(t: Test): Promise<{ url: string }> {
  const server = process.env['TRIPFOLD_TEST_NATS'] ?? ''
  if (server === '') return await ownNats(t)
  if (accountsTaken === ACCOUNTS_PER_SLOT) throw new Error('raise NATS_ACCOUNTS: every account is taken')
  const slot = Number(process.env['TRIPFOLD_TEST_SLOT'] ?? 0)
  const user = `t${slot * ACCOUNTS_PER_SLOT + accountsTaken++}`
  return { url: `nats://${user}:${user}@${server}` }
}

/** A nats-server of the test's own, for tests that stop it or set it up otherwise; stopped, and its store removed, when the test ends. */
export async function ownNats(
  t: Test,
  options: { maxStore?: number; port?: number; dir?: string; sync?: string; authorization?: string } = {},
): Promise<EmbeddedNats> {
  const dir = options.dir ?? natsFolder()
  const nats = await startNats({
    dir,
    binary: natsBinary(process.env['NATS_SERVER_BIN'], process.env['PATH']),
    port: options.port ?? 0,
    maxStore: options.maxStore ?? SMALL_STORE_BYTES,
    name: 'nats',
    ...(options.sync === undefined ? {} : { sync: options.sync }),
    ...(options.authorization === undefined ? {} : { authorization: options.authorization }),
  })
  t.teardown(async () => {
    await nats.stop()
    removeHome(dir)
  })
  void nats.process.ended.then((said) => {
    if (/panic|fatal error|goroutine/.test(said)) console.error(`nats-server ended and said:\n${said}`)
  })
  return nats
}

/** Where the store of a nats-server started for `dir` is. */
export function natsStore(dir: string): string {
  return join(serverHome(dir, serverOsAccount()), 'nats', 'store')
}

const SESSIONS_END_MS = 2_000

/**
 * A pool's `end` resolves before Postgres has ended its sessions. To force one of them out would be an error in the
 * test, so they may end by themselves; only those of processes that were left behind are forced.
 */
async function dropDatabase(t: Test, server: URL, name: string): Promise<void> {
  await until(
    `the sessions of ${name} have ended`,
    async () => (await admin(server, SESSIONS, [name])).rowCount === 0,
    SESSIONS_END_MS,
  ).catch(async () => {
    const { rows } = await admin(server, SESSIONS, [name])
    t.comment(`sessions left at the end: ${rows.map((row) => String(row['name'])).join(', ')}`)
  })
  await admin(server, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
}

const SESSIONS = `
  select application_name as name from pg_stat_activity where datname = $1 and backend_type = 'client backend'`

async function admin(server: URL, sql: string, values: unknown[] = []): Promise<pg.QueryResult> {
  administrator ??= openAdministrator(server)
  const client = await administrator
  client.ref()
  asking += 1
  try {
    return await client.query(sql, values)
  } finally {
    asking -= 1
    if (asking === 0) client.unref()
  }
}

/** pg has both, its types do not. */
type Administrator = pg.Client & { ref: () => void; unref: () => void }

/** One connection for all databases of a test process; it keeps the process alive only while it is asked. */
let administrator: Promise<Administrator> | null = null
let asking = 0

async function openAdministrator(server: URL): Promise<Administrator> {
  const url = new URL(server)
  url.pathname = '/postgres'
  const client = new pg.Client({ connectionString: url.href }) as Administrator
  client.on('error', () => {
    administrator = null
  })
  await client.connect()
  return client
}
