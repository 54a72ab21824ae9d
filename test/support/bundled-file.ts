import { existsSync } from 'node:fs'
import { join } from 'node:path'

/**
 * What a test run has bundled a source file into (test/runner/run/bundle.ts); null in a test file that is run by
 * itself, or if it is no entry of the bundle. `source` is its path below the root.
 */
export function bundledFile(source: string): string | null {
  const bundled = process.env['TRIPFOLD_TEST_BUNDLE'] ?? ''
  const file = join(bundled, source.replace(/\.ts$/, '.mjs'))
  return bundled !== '' && existsSync(file) ? file : null
}
