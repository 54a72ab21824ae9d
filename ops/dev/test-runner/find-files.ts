import { existsSync, readdirSync, statSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { ROOT } from '../../config/paths.js'

/** These have commands of their own. */
const SEPARATE = /^test[/\\](browser|faults)[/\\]/

/**
 * The test files that a path names, below the root; empty if there is none. A folder stands for all files in
 * it.
 */
export function findTestFiles(asked: string): string[] {
  const path = relative(ROOT, resolve(asked))
  const whole = join(ROOT, path)
  if (!existsSync(whole)) return []
  if (statSync(whole).isFile()) return [path]
  return readdirSync(whole, { recursive: true, encoding: 'utf8' })
    .map((name) => join(path, name))
    .filter((name) => name.endsWith('.test.ts') && !SEPARATE.test(name))
    .sort()
}
