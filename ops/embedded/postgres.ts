/**
 * The embedded Postgres: created once with initdb, bound to 127.0.0.1, with a random password, never as root.
 * A server left behind by a killed supervisor is recognised by its pid file and stopped before ours starts.
 */
import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chownSync, existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { onFreePort, serverStartError } from './free-port.js'
import { stopLeftoverServer } from './leftover-server.js'
import { serverOsAccount } from './os-account.js'
import type { OsAccount } from './os-account.js'
import { postgresFiles } from './postgres-files.js'
import type { PostgresPackage } from './postgres-files.js'
import { makeOwnedFolder, reachableCopy, serverHome } from './server-home.js'
import { runServerProcess } from './server-process.js'
import type { ServerProcess } from './server-process.js'

export interface EmbeddedPostgres {
  /** The superuser's, for the database `tripfold`. */
  url: string
  port: number
  process: ServerProcess
  stop: () => Promise<void>
}

export interface EmbeddedPostgresOptions {
  /** The data directory of the clone. */
  dir: string
  /** Preferred port; if it is in use, any free one is taken. */
  port?: number
  /** Server settings in addition to the usual ones. */
  settings?: Record<string, string>
  /** A program, with arguments, that runs the server; for tests, such as one with another clock. */
  under?: string[]
  /** Which Postgres; default: `packaged`. */
  which?: PostgresPackage
}

const START_TIMEOUT_MS = 60_000
const START_POLL_MS = 50
const CONNECT_TIMEOUT_MS = 2_000
const SETTINGS: Record<string, string> = {
  listen_addresses: '127.0.0.1',
  max_connections: '200',
  synchronous_commit: 'on',
  shared_buffers: '256MB',
  max_wal_size: '2GB',
  tcp_keepalives_idle: '5',
  tcp_keepalives_interval: '2',
  tcp_keepalives_count: '2',
  log_min_messages: 'warning',
  timezone: 'UTC',
}

/** Files of the embedded server below its home. */
interface ServerFiles {
  base: string
  data: string
  password: string
}

/**
 * Starts the server and resolves when it accepts connections. Creates its data directory at the first start.
 */
export async function startPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const account = serverOsAccount()
  const home = serverHome(options.dir, account)
  const packaged = postgresFiles(options.which)
  const native = reachableCopy(packaged.native, home, `postgres-${packaged.version}`, account)
  const base = join(home, 'postgres')
  const files: ServerFiles = { base, data: join(base, 'data'), password: join(base, 'password') }
  makeOwnedFolder(base, account)
  if (!existsSync(files.data)) initialise(native, files, account, localeOf(packaged.version))
  await stopLeftoverServer(join(files.data, 'postmaster.pid'), files.data, 'SIGQUIT')
  const settings = { ...SETTINGS, unix_socket_directories: '', ...options.settings }
  const [command = '', ...before] = [...(options.under ?? []), join(native, 'bin', 'postgres')]
  const password = readFileSync(files.password, 'utf8')
  return await onFreePort(options.port ?? 5432, async (port) => {
    const server = runServerProcess({
      command,
      args: [
        ...before,
        '-D',
        files.data,
        '-p',
        String(port),
        ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
      ],
      cwd: base,
      account,
      stopSignal: 'SIGINT',
    })
    const origin = `postgres://postgres:${password}@127.0.0.1:${port}`
    await waitUntilReady(`${origin}/postgres`, server)
    return { url: `${origin}/tripfold`, port, process: server, stop: server.stop }
  })
}

/** The provider that needs no locale of the system exists from version 17 on. */
function localeOf(version: string): string[] {
  return [...(Number.parseInt(version, 10) < 17 ? [] : ['--locale-provider=builtin']), '--locale=C.UTF-8']
}

function initialise(native: string, files: ServerFiles, account: OsAccount | null, locale: string[]): void {
  const partial = `${files.data}.partial`
  rmSync(partial, { recursive: true, force: true })
  writeFileSync(files.password, randomBytes(24).toString('hex'), { mode: 0o600 })
  if (account !== null) chownSync(files.password, account.uid, account.gid)
  execFileSync(
    join(native, 'bin', 'initdb'),
    [
      ...['-D', partial],
      ...['-U', 'postgres'],
      ...['--pwfile', files.password],
      ...['-A', 'scram-sha-256'],
      ...['-E', 'UTF8'],
      ...locale,
      '--no-sync',
    ],
    { cwd: files.base, stdio: 'pipe', env: { LC_ALL: 'C', TZ: 'UTC' }, ...account },
  )
  renameSync(partial, files.data)
}

/** Waits until the server accepts connections, and creates the database `tripfold` if it is missing. */
async function waitUntilReady(url: string, server: ServerProcess): Promise<void> {
  let output: string | null = null
  let connectionError: Error | null = null
  void server.ended.then((tail) => {
    output = tail
  })
  const deadline = Date.now() + START_TIMEOUT_MS
  for (;;) {
    if (output !== null) throw serverStartError('Postgres', output)
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: CONNECT_TIMEOUT_MS })
    client.on('error', (error) => {
      connectionError = error
    })
    try {
      await client.connect()
      const { rowCount } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', ['tripfold'])
      if (rowCount === 0) await client.query('CREATE DATABASE tripfold')
      await client.end()
      return
    } catch (error) {
      if (Date.now() > deadline)
        throw new Error(
          `Postgres did not answer in time (${String(connectionError ?? 'no connection broke')})`,
          {
            cause: error,
          },
        )
      await new Promise((resolve) => setTimeout(resolve, START_POLL_MS))
    }
  }
}
