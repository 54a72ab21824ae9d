/** PgBouncer in transaction mode, on machines that have it. */
import { spawn, spawnSync } from 'node:child_process'
import { chmodSync, rmSync, writeFileSync } from 'node:fs'
import { once } from 'node:events'
import { join } from 'node:path'
import pg from 'pg'
import type { Test } from 'tap'
import { serverFolder } from '../runner/servers/server-folder.js'
import { freePort } from '../../ops/embedded/free-port.js'
import { serverOsAccount } from '../../ops/embedded/os-account.js'
import { until } from './until.js'

/** Minor version of the PgBouncer on PATH (1.N); null if there is none. */
export function pgbouncerVersion(): number | null {
  const { stdout } = spawnSync('pgbouncer', ['--version'], { encoding: 'utf8' })
  const [, minor] = /^PgBouncer 1\.(\d+)/m.exec(stdout ?? '') ?? []
  return minor === undefined ? null : Number(minor)
}

/**
 * Starts it for one database until the test ends; `settings` are lines of its configuration. Returns its URL.
 */
export async function startPgbouncer(t: Test, databaseUrl: string, settings: string[]): Promise<string> {
  const dir = serverFolder('tripfold-pgbouncer-')
  const file = join(dir, 'pgbouncer.ini')
  const server = new URL(databaseUrl)
  const name = server.pathname.slice(1)
  const url = new URL(databaseUrl)
  url.hostname = '127.0.0.1'
  url.port = String(await freePort())
  const { hostname, port, username, password } = server
  const target = `host=${hostname} port=${port} dbname=${name} user=${username} password='${password}'`
  writeFileSync(
    file,
    [
      '[databases]',
      `${name} = ${target}`,
      '[pgbouncer]',
      'listen_addr = 127.0.0.1',
      `listen_port = ${url.port}`,
      'unix_socket_dir =',
      'auth_type = any',
      'pool_mode = transaction',
      ...settings,
      '',
    ].join('\n'),
  )
  chmodSync(dir, 0o755)
  const child = spawn('pgbouncer', [file], { stdio: 'ignore', ...serverOsAccount() })
  t.teardown(async () => {
    if (child.exitCode === null) {
      child.kill('SIGINT')
      await once(child, 'exit')
    }
    rmSync(dir, { recursive: true })
  })
  await until('PgBouncer answers', async () => {
    const client = new pg.Client({ connectionString: url.href })
    client.on('error', () => {})
    return await client.connect().then(
      async () => {
        await client.end()
        return true
      },
      () => false,
    )
  })
  return url.href
}
