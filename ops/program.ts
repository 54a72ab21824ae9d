/** How node runs another of the program's own files: beside the bundle when this process was started from one, else as source. */
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { nodeFlags } from './node-flags.mjs'
import { ROOT } from './paths.js'
import type { RoleName } from './roles/role.js'

export interface Program {
  file: string
  execArgv: string[]
}

/** `name` is a file of this folder without its ending, such as `role-main`. */
export function program(name: string): Program {
  const beside = join(dirname(process.argv[1] ?? ''), `${name}.mjs`)
  if (process.argv[1]?.endsWith('.mjs') === true && existsSync(beside))
    return { file: beside, execArgv: ['--enable-source-maps'] }
  return { file: join(ROOT, 'ops', `${name}.ts`), execArgv: ['--enable-source-maps', '--import', 'tsx'] }
}

/** The program of a role, with the flags it is started with. */
export function roleProgram(role: RoleName): Program {
  const { file, execArgv } = program('role-main')
  return { file, execArgv: [...execArgv, ...nodeFlags(role)] }
}
