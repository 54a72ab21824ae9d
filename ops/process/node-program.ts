/** How node runs another of the program's own files: beside the bundle when this process was started from one, else as source. */
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { nodeFlags } from '../bootstrap/node-flags.mjs'
import { ROOT } from '../config/paths.js'
import type { RoleName } from '../roles/role.js'

export interface NodeProgram {
  file: string
  execArgv: string[]
}

/** `name` is a file of this folder without its ending, such as `role-main`. */
export function nodeProgram(name: string): NodeProgram {
  const beside = join(dirname(process.argv[1] ?? ''), `${name}.mjs`)
  if (process.argv[1]?.endsWith('.mjs') === true && existsSync(beside))
    return { file: beside, execArgv: ['--enable-source-maps'] }
  return { file: join(ROOT, 'ops', `${name}.ts`), execArgv: ['--enable-source-maps', '--import', 'tsx'] }
}

/** The program of a role, with the flags it is started with. */
export function roleProgram(role: RoleName): NodeProgram {
  const { file, execArgv } = nodeProgram('role-main')
  return { file, execArgv: [...execArgv, ...nodeFlags(role)] }
}
