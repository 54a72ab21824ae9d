/**
 * How to run another program of ours with node: from the bundle if this process runs from one, else from its
 * source.
 */
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { nodeFlags } from '../bootstrap/node-flags.mjs'
import { ROOT } from '../config/paths.js'
import type { RoleName } from '../roles/role.js'

export interface NodeProgram {
  file: string
  execArgv: string[]
}

/** `name` is a file in `ops/` without its extension, such as `role-main`. */
export function nodeProgram(name: string): NodeProgram {
  const bundled = join(dirname(process.argv[1] ?? ''), `${name}.mjs`)
  if (process.argv[1]?.endsWith('.mjs') === true && existsSync(bundled))
    return { file: bundled, execArgv: ['--enable-source-maps'] }
  return { file: join(ROOT, 'ops', `${name}.ts`), execArgv: ['--enable-source-maps', '--import', 'tsx'] }
}

/** The program of a role, with the V8 flags it should run with. */
export function roleProgram(role: RoleName): NodeProgram {
  const { file, execArgv } = nodeProgram('role-main')
  return { file, execArgv: [...execArgv, ...nodeFlags(role)] }
}
