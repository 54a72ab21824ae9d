/** The packages of package-lock.json that run the product: those of `npm ci --omit=dev`. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../config/paths.js'

export interface LockedPackage {
  /** Its name in the registry, which may differ from the one it is imported by. */
  name: string
  version: string
  /** SPDX expression; empty if the package states none. */
  licence: string
}

interface LockEntry {
  name?: string
  version: string
  license?: string
  dev?: boolean
  /** A folder of this repository under its package name. */
  link?: boolean
}

const FOLDER = 'node_modules/'

/** Sorted by name; those for other machines included. */
export function productionPackages(root = ROOT): LockedPackage[] {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, LockEntry>
  }
  const found = new Map<string, LockedPackage>()
  for (const [path, entry] of Object.entries(packages)) {
    if (path === '' || entry.dev === true || entry.link === true) continue
    const name = entry.name ?? path.slice(path.lastIndexOf(FOLDER) + FOLDER.length)
    found.set(`${name}@${entry.version}`, { name, version: entry.version, licence: entry.license ?? '' })
  }
  return [...found.values()].sort((a, b) => (a.name < b.name ? -1 : Number(a.name > b.name)))
}
