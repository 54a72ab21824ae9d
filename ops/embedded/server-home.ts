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
import { createHash, randomUUID } from 'node:crypto'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import type { OsAccount } from './os-account.js'

const BASES = ['/var/lib', '/var/tmp', tmpdir()]

/** Whether an unprivileged account can walk into a folder: every folder on the way lets others pass. */
export function isReachable(path: string): boolean {
  for (let at = resolve(path); ; at = dirname(at)) {
    if (existsSync(at) && (statSync(at).mode & 0o001) === 0) return false
    if (dirname(at) === at) return true
  }
}

/**
 * The folder that holds a server's data and, if need be, its binaries: the given one, or, when the server account cannot
 * walk into it, one outside that is named after it.
 */
export function serverHome(own: string, account: OsAccount | null, bases = BASES): string {
  mkdirSync(own, { recursive: true, mode: 0o700 })
  if (account === null) return own
  const home = isReachable(dirname(own)) ? own : outsideHome(own, bases)
  if (home !== own) claimOutsideHome(own, home)
  mkdirSync(home, { recursive: true, mode: 0o711 })
  chmodSync(home, 0o711)
  return home
}

/** Removes a folder given to `serverHome`, and the one outside that stood in for it. Its servers must have stopped. */
export function removeHome(own: string): void {
  for (const base of BASES) rmSync(join(base, outsideName(own)), { recursive: true, force: true })
  rmSync(own, { recursive: true, force: true })
}

/** Empties the folder outside when it was left by another folder of this name, one that was deleted since: its data fits other secrets. */
function claimOutsideHome(own: string, home: string): void {
  const [here, there] = [join(own, 'outside'), join(home, 'owner')]
  const mark = existsSync(here) ? readFileSync(here, 'utf8') : randomUUID()
  if (existsSync(there) && readFileSync(there, 'utf8') === mark) return
  rmSync(home, { recursive: true, force: true })
  mkdirSync(home, { recursive: true, mode: 0o711 })
  writeFileSync(there, mark, { mode: 0o600 })
  writeFileSync(here, mark, { mode: 0o600 })
}

function outsideHome(own: string, bases: readonly string[]): string {
  const base = bases.find((dir) => existsSync(dir) && isReachable(dir))
  if (base === undefined)
    throw new Error(
      'no folder was found that the server account can reach; set DATABASE_URL and NATS_URL to servers of your own',
    )
  return join(base, outsideName(own))
}

function outsideName(own: string): string {
  return `tripfold-${createHash('sha256').update(resolve(own)).digest('hex').slice(0, 12)}`
}

/** Makes a folder that belongs to the account alone. */
export function makeOwnedFolder(path: string, account: OsAccount | null): void {
  mkdirSync(path, { recursive: true, mode: 0o700 })
  if (account !== null) chownSync(path, account.uid, account.gid)
}

/** A folder of binaries where the account can run them: itself when reachable, else a copy made once per version. */
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
