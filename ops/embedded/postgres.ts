/**
 * Embedded Postgres (workers/README.md 2): made once with initdb, bound to 127.0.0.1, a random password, never as root.
 * A server left behind by a kill -9 is recognised by its pid file and stopped before ours starts.
 */
import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chownSync, existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { serverOsAccount } from './os-account.js'
import { runServerProcess } from './server-process.js'
import type { ServerProcess } from './server-process.js'
import { stopLeftoverServer } from './leftover-server.js'
import { onFreePort, serverStartError } from './free-port.js'
import { postgresFiles } from './postgres-files.js'
import { makeOwnedFolder, reachableCopy, serverHome } from './server-home.js'

export interface EmbeddedPostgres {
  url: string
  port: number
  process: ServerProcess
  stop: () => Promise<void>
}

export interface EmbeddedPostgresOptions {
  /** The clone's own folder for run data. */
  dir: string
  /** Preferred port; another free one is taken when it is in use. */
  port?: number
  /** Settings besides the ones every installation has. */
  settings?: Record<string, string>
  /** A program and its arguments that is to run the server, for tests: another clock, say. */
  under?: string[]
}

const START_MS = 60_000
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

/** Starts the server, making its data folder first if there is none. The url is the superuser's, for database `tripfold`. */
export async function startPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const account = serverOsAccount()
  const home = serverHome(options.dir, account)
  const files = postgresFiles()
  const native = reachableCopy(files.native, home, `postgres-${files.version}`, account)
  const base = join(home, 'postgres')
  const data = join(base, 'data')
  const secret = join(base, 'password')
  makeOwnedFolder(base, account)
  if (!existsSync(data)) initialise(native, base, data, secret, account)
  await stopLeftoverServer(join(data, 'postmaster.pid'), data, 'SIGQUIT')
  const settings = { ...SETTINGS, unix_socket_directories: '', ...options.settings }
  const [command = '', ...before] = [...(options.under ?? []), join(native, 'bin', 'postgres')]
  const password = readFileSync(secret, 'utf8')
  return await onFreePort(options.port ?? 5432, async (port) => {
    const kept = runServerProcess({
      command,
      args: [
        ...before,
        '-D',
        data,
        '-p',
        String(port),
        ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
      ],
      cwd: base,
      account,
      stopSignal: 'SIGINT',
    })
    const server = `postgres://postgres:${password}@127.0.0.1:${port}`
    await waitUntilReady(`${server}/postgres`, kept)
    return { url: `${server}/tripfold`, port, process: kept, stop: kept.stop }
  })
}

function initialise(
  native: string,
  base: string,
  data: string,
  secret: string,
  account: { uid: number; gid: number } | null,
): void {
  const partial = `${data}.partial`
  rmSync(partial, { recursive: true, force: true })
  writeFileSync(secret, randomBytes(24).toString('hex'), { mode: 0o600 })
  if (account !== null) chownSync(secret, account.uid, account.gid)
  execFileSync(
    join(native, 'bin', 'initdb'),
    [
      '-D',
      partial,
      '-U',
      'postgres',
      '--pwfile',
      secret,
      '-A',
      'scram-sha-256',
      '-E',
      'UTF8',
      '--locale-provider=builtin',
      '--locale=C.UTF-8',
      '--no-sync',
    ],
    { cwd: base, stdio: 'pipe', env: { LC_ALL: 'C', TZ: 'UTC' }, ...account },
  )
  renameSync(partial, data)
}

async function waitUntilReady(url: string, kept: ServerProcess): Promise<void> {
  let ended: string | null = null
  let broken: Error | null = null
  void kept.ended.then((tail) => {
    ended = tail
  })
  const until = Date.now() + START_MS
  for (;;) {
    if (ended !== null) throw serverStartError('Postgres', ended)
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 })
    client.on('error', (error) => {
      broken = error
    })
    try {
      await client.connect()
      const { rowCount } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', ['tripfold'])
      if (rowCount === 0) await client.query('CREATE DATABASE tripfold')
      await client.end()
      return
    } catch (error) {
      if (Date.now() > until)
        throw new Error(`Postgres did not answer in time (${String(broken ?? 'no connection broke')})`, {
          cause: error,
        })
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }
}
