import { existsSync, readdirSync, statSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { ROOT } from '../../../ops/config/paths.js'

/** These run when they are asked for (`npm test -- test/outages`), or have commands of their own. */
const SEPARATE = /^test[/\\](browser|faults|hostile|landing|nightly|outages)[/\\]/

/**
 * The test files that a path names, below the root; empty if there is none. A folder stands for all files in
 * it, but `test` leaves the separate suites out.
 */
export function findTestFiles(asked: string): string[] {
  const path = relative(ROOT, resolve(asked))
  const whole = join(ROOT, path)
  if (!existsSync(whole)) return []
  if (statSync(whole).isFile()) return [path]
  const isSeparate = SEPARATE.test(`${path}/`)
  return readdirSync(whole, { recursive: true, encoding: 'utf8' })
    .map((name) => join(path, name))
    .filter((name) => name.endsWith('.test.ts') && (isSeparate || !SEPARATE.test(name)))
    .sort()
}
