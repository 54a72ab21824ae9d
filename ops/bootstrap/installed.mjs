/**
 * Whether npm has already installed the lock file: many users run `npm install` before they read the README.
 */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** npm may silently leave these out although this machine can run them; bootstrap.mjs fetches them itself. */
const FETCHED = /@eplightning\/nats-server-/

/** Compares `packages` of the lock file with npm's record of the `node_modules` folder. */
export function installed(packages, modules, { platform, arch } = process) {
  const record = join(modules, '.package-lock.json')
  if (!existsSync(record)) return false
  const here = JSON.parse(readFileSync(record, 'utf8')).packages
  return Object.entries(packages).every(([path, wanted]) => {
    if (path === '') return true
    const found = here[path]
    if (found === undefined)
      return wanted.optional === true && (FETCHED.test(path) || !isFor(wanted, platform, arch))
    return (
      found.version === wanted.version &&
      found.integrity === wanted.integrity &&
      existsSync(join(modules, '..', path))
    )
  })
}

/** Whether a package is meant for this machine; never true if it also depends on the C library. */
function isFor({ os, cpu, libc }, platform, arch) {
  return libc === undefined && os?.includes(platform) === true && cpu?.includes(arch) === true
}
