/**
 * The embedded nats-server: on 127.0.0.1, with a random password, and with every message on disk before its
 * acknowledgement (workers/DESIGN.md 3.1).
 */
import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  statfsSync,
  writeFileSync,
} from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { onFreePort, serverStartError } from './free-port.js'
import { stopOnceDiskHasSpace } from './full-disk.js'
import { stopLeftoverServer } from './leftover-server.js'
import { serverOsAccount } from './os-account.js'
import type { OsAccount } from './os-account.js'
import { isReachable, makeOwnedFolder, serverHome } from './server-home.js'
import { runServerProcess } from './server-process.js'
import type { ServerProcess } from './server-process.js'

export interface EmbeddedNats {
  /** With user and password. */
  url: string
  port: number
  process: ServerProcess
  stop: () => Promise<void>
}

export interface EmbeddedNatsOptions {
  /** The data directory of the clone. */
  dir: string
  binary: string
  port?: number
  /** Maximum bytes of the stream store; by default half of the free disk, at most 50 GiB. */
  maxStore?: number
  /** The server's folder in the data directory, for tests that run in parallel. */
  name?: string
  /** `sync_interval`; tests show what anything but `always` loses. */
  sync?: string
  /** Configuration of users and accounts in place of the one user, for tests that share a server. */
  authorization?: string
  /** The cluster that it belongs to, for tests. */
  cluster?: NatsClusterMember
}

export interface NatsClusterMember {
  /** Stays the same over restarts: the cluster knows its members by their names. */
  name: string
  /** Where it listens for the others. */
  port: number
  /** Ports on which it reaches the others. */
  others: number[]
  /** The port that the others hear of from each other; by default `port`. */
  advertised?: number
}

const START_TIMEOUT_MS = 20_000
const START_POLL_MS = 20
const GREETING_TIMEOUT_MS = 1_000
const GIB = 2 ** 30
const USER = 'tripfold'

/**
 * Starts the server and resolves when it accepts connections. If its disk was full, the server stops itself
 * once there is space, and has to be restarted (full-disk.ts).
 */
export async function startNats(options: EmbeddedNatsOptions): Promise<EmbeddedNats> {
  const account = serverOsAccount()
  const home = serverHome(options.dir, account)
  const base = join(home, options.name ?? 'nats')
  makeOwnedFolder(base, account)
  const password = passwordOf(base, account)
  const config = join(base, 'nats.conf')
  const pidFile = join(base, 'nats.pid')
  await stopLeftoverServer(pidFile, config, 'SIGTERM')
  const disk = statfsSync(base)
  const maxStore = options.maxStore ?? Math.min(50 * GIB, Math.floor((disk.bavail * disk.bsize) / 2))
  const command = runnableBinary(options.binary, home, account)
  const jetstream = [
    `store_dir: "${join(base, 'store')}"`,
    'max_mem: 1G',
    `max_file: ${maxStore}`,
    `sync_interval: ${options.sync ?? 'always'}`,
  ].join(', ')
  return await onFreePort(options.port ?? 4222, async (port) => {
    const name = options.cluster?.name ?? `tripfold-${randomBytes(8).toString('hex')}`
    writeConfig(config, account, [
      `listen: 127.0.0.1:${port}`,
      `server_name: "${name}"`,
      options.authorization ?? `authorization { user: "${USER}", password: "${password}" }`,
      `pid_file: "${pidFile}"`,
      'max_payload: 2MB',
      'write_deadline: "10s"',
      `jetstream { ${jetstream} }`,
      ...(options.cluster === undefined ? [] : [clusterConfig(options.cluster)]),
    ])
    const server = runServerProcess({
      command,
      args: ['-c', config],
      cwd: base,
      account,
      stopSignal: 'SIGTERM',
    })
    await waitUntilReady(port, name, server)
    stopOnceDiskHasSpace(server, base)
    return { url: `nats://${USER}:${password}@127.0.0.1:${port}`, port, process: server, stop: server.stop }
  })
}

function clusterConfig({ port, others, advertised = port }: NatsClusterMember): string {
  const routes = others.map((other) => `nats://127.0.0.1:${other}`).join(', ')
  const listen = `listen: 127.0.0.1:${port}, advertise: "127.0.0.1:${advertised}"`
  return `cluster { name: tripfold, ${listen}, routes: [${routes}] }`
}

function writeConfig(file: string, account: OsAccount | null, lines: string[]): void {
  writeFileSync(file, `${lines.join('\n')}\n`, { mode: 0o600 })
  if (account !== null) chownSync(file, account.uid, account.gid)
}

function passwordOf(base: string, account: OsAccount | null): string {
  const file = join(base, 'password')
  if (!existsSync(file)) {
    writeFileSync(file, randomBytes(24).toString('hex'), { mode: 0o600 })
    if (account !== null) chownSync(file, account.uid, account.gid)
  }
  return readFileSync(file, 'utf8')
}

/** The binary, or a copy of it if the account cannot reach it. */
function runnableBinary(binary: string, home: string, account: OsAccount | null): string {
  if (account === null || isReachable(binary)) return binary
  const folder = join(home, 'bin')
  mkdirSync(folder, { recursive: true, mode: 0o755 })
  const copy = join(folder, 'nats-server')
  const partial = `${copy}.${process.pid}`
  copyFileSync(binary, partial)
  chmodSync(partial, 0o755)
  renameSync(partial, copy)
  return copy
}

async function waitUntilReady(port: number, name: string, server: ServerProcess): Promise<void> {
  let output: string | null = null
  void server.ended.then((tail) => {
    output = tail
  })
  const deadline = Date.now() + START_TIMEOUT_MS
  while (Date.now() < deadline) {
    if (output !== null) throw serverStartError('nats-server', output)
    if ((await greeting(port)).includes(`"server_name":"${name}"`)) return
    await new Promise((resolve) => setTimeout(resolve, START_POLL_MS))
  }
  throw new Error('nats-server did not answer in time')
}

/** What a server on the port sends first: another stack's server may have taken it. Empty if none listens. */
async function greeting(port: number): Promise<string> {
  return await new Promise<string>((resolve) => {
    const socket = connect(port, '127.0.0.1')
    const finish = (text: string) => () => {
      socket.destroy()
      resolve(text)
    }
    socket.setTimeout(GREETING_TIMEOUT_MS, finish(''))
    socket.once('data', (chunk: Buffer) => {
      finish(chunk.toString('latin1'))()
    })
    socket.once('error', finish(''))
    socket.once('close', finish(''))
  })
}
