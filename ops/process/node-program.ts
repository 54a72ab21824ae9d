/**
 * How to run another program of ours with node: from the bundle if this process runs from one, else from its
 * source.
 */
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ROOT } from '../config/paths.js'

export interface NodeProgram {
  file: string
  execArgv: string[]
}

/** The bundled file of that name; null if this process does not run from a bundle. */
function bundledFile(name: string): string | null {
  const program = process.argv[1] ?? ''
  const file = join(dirname(program), `${name}.mjs`)
  return program.endsWith('.mjs') && existsSync(file) ? file : null
}

/**
 * URL of what a thread or a sandbox process loads, by its name in the bundle; undefined if this process does not run
 * from one.
 */
export function bundledModule(name: string): string | undefined {
  const file = bundledFile(name)
  return file === null ? undefined : pathToFileURL(file).href
}

/** `name` is a file in `ops/` without its extension, such as `role-main`. */
export function nodeProgram(name: string): NodeProgram {
  const bundled = bundledFile(name)
  if (bundled !== null) return { file: bundled, execArgv: ['--enable-source-maps'] }
  return { file: join(ROOT, 'ops', `${name}.ts`), execArgv: ['--enable-source-maps', '--import', 'tsx'] }
}
