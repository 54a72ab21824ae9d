/**
 * What threads and sandbox processes load, as URLs: bundled in a test run, because a thread that compiles its modules
 * needs many seconds on a busy machine; the sources in a test file that is run by itself.
 */
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ROOT } from '../../ops/config/paths.js'
import { bundledFile } from './bundled-file.js'

/** The bundled program of a fold's threads or of its sandbox; undefined if nothing is bundled. */
export function threadProgram(name: 'pool-thread' | 'sandbox-process'): string | undefined {
  const file = bundledFile(`ops/${name}.ts`)
  return file === null ? undefined : pathToFileURL(file).href
}

/** The itinerary rules. */
export function itineraryRules(): string {
  return moduleUrl('ops/thread-rules.ts', 'ops/wiring/thread-rules.ts')
}

/** The rules of test/support/fold/small-rules.ts. */
export function smallRulesModule(): string {
  const source = 'test/support/fold/small-rules-module.ts'
  return moduleUrl(source, source)
}

function moduleUrl(bundled: string, source: string): string {
  return pathToFileURL(bundledFile(bundled) ?? join(ROOT, source)).href
}
