/**
 * Whether npm has already installed the lock file: many users run `npm install` before they read the README.
 */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** npm may silently leave these out although this machine can run them; bootstrap.mjs fetches them itself. */
const FETCHED = /@eplightning\/nats-server-/

/** Compares `packages` of the lock file with npm's record of the `node_modules` folder. */
export function installed(packages, modules, { needsDev = true, machine = process } = {}) {
  const here = installedPackages(modules)
  if (here === null) return false
  const { platform, arch } = machine
  return Object.entries(packages).every(([path, wanted]) => {
    if (!isPackage(path, wanted) || (wanted.dev === true && !needsDev)) return true
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

/** Whether there is an installation without any package of development, as `npm ci --omit=dev` leaves it. */
export function isProductionInstall(packages, modules) {
  const here = installedPackages(modules)
  if (here === null) return false
  return !Object.entries(here).some(([path, one]) => isPackage(path, one) && packages[path]?.dev === true)
}

/** False for the folders of this repository, and for links to them, which npm records too. */
function isPackage(path, { link }) {
  return path.startsWith('node_modules/') && link !== true
}

/** npm's record of the folder; null if there is none. */
function installedPackages(modules) {
  const record = join(modules, '.package-lock.json')
  return existsSync(record) ? JSON.parse(readFileSync(record, 'utf8')).packages : null
}

/** Whether a package is meant for this machine; never true if it also depends on the C library. */
function isFor({ os, cpu, libc }, platform, arch) {
  return libc === undefined && os?.includes(platform) === true && cpu?.includes(arch) === true
}
