/** Whether npm has put what the lock file names into node_modules already: many run it before they read the README. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** What npm may leave out without a word, though this machine could run it; bootstrap.mjs fetches it by itself. */
const FETCHED = /@eplightning\/nats-server-/

/** Compares `packages` of the lock file with npm's own account of the `node_modules` folder. */
export function installed(packages, modules, { platform, arch } = process) {
  const account = join(modules, '.package-lock.json')
  if (!existsSync(account)) return false
  const here = JSON.parse(readFileSync(account, 'utf8')).packages
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

/** Whether a package names this machine; where the C library decides too, nobody asks. */
function isFor({ os, cpu, libc }, platform, arch) {
  return libc === undefined && os?.includes(platform) === true && cpu?.includes(arch) === true
}
