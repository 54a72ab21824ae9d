import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './paths.js'

/** The version of this clone, from package.json. */
export function productVersion(): string {
  return (JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string }).version
}
