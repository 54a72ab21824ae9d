/**
 * `npm run licences`: lists the packages that run the product by licence. Exits 1 if one states a licence that has not
 * been looked at.
 */
import { productionPackages } from './locked-packages.js'
import type { LockedPackage } from './locked-packages.js'

/**
 * May be used by and shipped with software under Apache 2.0. MPL-2.0 covers its own files only: they stay as they are.
 */
const ACCEPTED = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'ISC',
  'MIT',
  'MIT-0',
  'MPL-2.0',
  'Unlicense',
])

const byLicence = new Map<string, LockedPackage[]>()
for (const one of productionPackages())
  byLicence.set(one.licence, [...(byLicence.get(one.licence) ?? []), one])

for (const [licence, packages] of [...byLicence].sort(([a], [b]) => (a < b ? -1 : 1))) {
  console.log(`${licence === '' ? 'none stated' : licence} (${packages.length})`)
  for (const { name, version } of packages) console.log(`  ${name} ${version}`)
}
console.log('Reference data and their licences: db/seed/data/NOTICE.md')

const unknown = [...byLicence].filter(([licence]) => !ACCEPTED.has(licence))
for (const [licence, packages] of unknown) {
  const names = packages.map(({ name }) => name).join(', ')
  console.error(
    `"${licence}" of ${names} is not accepted: replace the package, or accept it in ops/supply/licences.ts`,
  )
}
process.exitCode = unknown.length === 0 ? 0 : 1
