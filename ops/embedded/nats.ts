/** Embedded nats-server (workers/README.md 2 and 3.1): on 127.0.0.1, a random password, every message on disk before its acknowledgement. */
import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  statfsSync,
  writeFileSync,
  chownSync,
} from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { serverOsAccount } from './os-account.js'
import type { OsAccount } from './os-account.js'
import { stopOnceDiskHasSpace } from './full-disk.js'
import { runServerProcess } from './server-process.js'
import type { ServerProcess } from './server-process.js'
import { stopLeftoverServer } from './leftover-server.js'
import { onFreePort, serverStartError } from './free-port.js'
import { makeOwnedFolder, isReachable, serverHome } from './server-home.js'

export interface EmbeddedNats {
  url: string
  port: number
  process: ServerProcess
  stop: () => Promise<void>
}

export interface EmbeddedNatsOptions {
  /** The clone's own folder for run data. */
  dir: string
  binary: string
  port?: number
  /** Bytes the stream store may take; default half of the free disk, at most 50 GiB. */
  maxStore?: number
  /** A folder of its own inside the data folder, for tests that run side by side. */
  name?: string
  /** How long what was acknowledged may stay unwritten; tests show what is lost by anything but `always`. */
  sync?: string
}

const START_MS = 20_000
const GREETING_MS = 1_000
const GIB = 2 ** 30
const USER = 'tripfold'

/**
 * Starts the server and answers when it takes connections. The url carries user and password. It ends by itself when its disk
 * was full and has room again, to be started anew (full-disk.ts).
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
  return await onFreePort(options.port ?? 4222, async (port) => {
    const name = `tripfold-${randomBytes(8).toString('hex')}`
    writeConfig(config, account, [
      `listen: 127.0.0.1:${port}`,
      `server_name: "${name}"`,
      `authorization { user: "${USER}", password: "${password}" }`,
      `pid_file: "${pidFile}"`,
      'max_payload: 2MB',
      'write_deadline: "10s"',
      `jetstream { store_dir: "${join(base, 'store')}", max_mem: 1G, max_file: ${maxStore}, sync_interval: ${options.sync ?? 'always'} }`,
    ])
    const kept = runServerProcess({
      command,
      args: ['-c', config],
      cwd: base,
      account,
      stopSignal: 'SIGTERM',
    })
    await waitUntilReady(port, name, kept)
    stopOnceDiskHasSpace(kept, base)
    return { url: `nats://${USER}:${password}@127.0.0.1:${port}`, port, process: kept, stop: kept.stop }
  })
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

async function waitUntilReady(port: number, name: string, kept: ServerProcess): Promise<void> {
  let ended: string | null = null
  void kept.ended.then((tail) => {
    ended = tail
  })
  const until = Date.now() + START_MS
  while (Date.now() < until) {
    if (ended !== null) throw serverStartError('nats-server', ended)
    if ((await greeting(port)).includes(`"server_name":"${name}"`)) return
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  throw new Error('nats-server did not answer in time')
}

/** The first words of whoever listens on the port: another's server may have taken it. Empty when nobody does. */
async function greeting(port: number): Promise<string> {
  return await new Promise<string>((resolve) => {
    const socket = connect(port, '127.0.0.1')
    const settle = (text: string): void => {
      socket.destroy()
      resolve(text)
    }
    socket.setTimeout(GREETING_MS, () => {
      settle('')
    })
    socket.once('data', (chunk: Buffer) => {
      settle(chunk.toString('latin1'))
    })
    socket.once('error', () => {
      settle('')
    })
    socket.once('close', () => {
      settle('')
    })
  })
}
