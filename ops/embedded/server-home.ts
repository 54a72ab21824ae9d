import { createHash, randomUUID } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { ConfigError } from '../config/config.js'
import type { OsAccount } from './os-account.js'

const BASES = ['/var/lib', '/var/tmp', tmpdir()]

/** Whether an unprivileged account can enter a folder: all folders on the way must allow others to pass. */
export function isReachable(path: string): boolean {
  for (let at = resolve(path); ; at = dirname(at)) {
    if (existsSync(at) && (statSync(at).mode & 0o001) === 0) return false
    if (dirname(at) === at) return true
  }
}

/**
 * The folder for a server's data and, if necessary, its binaries: the data directory, or, if the server
 * account cannot enter that, a folder outside that is named after it.
 */
export function serverHome(dataDir: string, account: OsAccount | null, bases = BASES): string {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  if (account === null) return dataDir
  const home = isReachable(dirname(dataDir)) ? dataDir : outsideHome(dataDir, bases)
  if (home !== dataDir) claimOutsideHome(dataDir, home)
  mkdirSync(home, { recursive: true, mode: 0o711 })
  chmodSync(home, 0o711)
  return home
}

/**
 * Removes a data directory and the folders outside that replaced it; returns those that existed. Its servers must have
 * stopped.
 */
export function removeHome(dataDir: string): string[] {
  const outside = BASES.map((base) => join(base, outsideName(dataDir)))
  const found = [dataDir, ...outside].filter((folder) => existsSync(folder))
  for (const folder of found) rmSync(folder, { recursive: true, force: true })
  return found
}

/**
 * Empties the folder outside if a deleted data directory of the same path left it: its data needs other
 * secrets. The file `outside` of the data directory holds a mark that the folder has too, and its path.
 * @throws {ConfigError} if the data directory has a folder that is not there, as after a copy of it alone
 */
function claimOutsideHome(dataDir: string, home: string): void {
  const ownMarkFile = join(dataDir, 'outside')
  const homeMarkFile = join(home, 'owner')
  const [own, last = ''] = existsSync(ownMarkFile) ? readFileSync(ownMarkFile, 'utf8').split('\n') : []
  if (own !== undefined) {
    if (existsSync(homeMarkFile) && readFileSync(homeMarkFile, 'utf8') === own) return
    throw new ConfigError([
      [
        'DATA_DIR',
        `is ${dataDir}, but its data, last in ${last}, is not in ${home}`,
        'copy that folder there with its owners and modes, or delete DATA_DIR to begin without data',
      ],
    ])
  }
  const mark = randomUUID()
  rmSync(home, { recursive: true, force: true })
  mkdirSync(home, { recursive: true, mode: 0o711 })
  writeFileSync(homeMarkFile, mark, { mode: 0o600 })
  writeFileSync(ownMarkFile, `${mark}\n${home}\n`, { mode: 0o600 })
}

function outsideHome(dataDir: string, bases: readonly string[]): string {
  const base = bases.find((dir) => existsSync(dir) && isReachable(dir))
  if (base === undefined)
    throw new Error(
      'The server account can reach none of the usual folders. Set DATABASE_URL and NATS_URL to servers of your own.',
    )
  return join(base, outsideName(dataDir))
}

function outsideName(dataDir: string): string {
  return `tripfold-${createHash('sha256').update(resolve(dataDir)).digest('hex').slice(0, 12)}`
}

/** Creates a folder that only the account may use. */
export function makeOwnedFolder(path: string, account: OsAccount | null): void {
  mkdirSync(path, { recursive: true, mode: 0o700 })
  if (account !== null) chownSync(path, account.uid, account.gid)
}

/**
 * A folder of binaries that the account can run: the folder itself, or a copy that is made once per version.
 */
export function reachableCopy(
  folder: string,
  home: string,
  label: string,
  account: OsAccount | null,
): string {
  if (account === null || isReachable(folder)) return folder
  const copy = join(home, label)
  if (existsSync(copy)) return copy
  const partial = `${copy}.${process.pid}`
  rmSync(partial, { recursive: true, force: true })
  cpSync(folder, partial, { recursive: true, verbatimSymlinks: true })
  chmodSync(partial, 0o755)
  renameSync(partial, copy)
  return copy
}
