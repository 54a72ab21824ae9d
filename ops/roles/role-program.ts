import { nodeFlags } from '../bootstrap/node-flags.mjs'
import { nodeProgram } from '../process/node-program.js'
import type { NodeProgram } from '../process/node-program.js'
import type { RoleName } from './role.js'

/** The program of a role, with the V8 flags it should run with. */
export function roleProgram(role: RoleName): NodeProgram {
  const { file, execArgv } = nodeProgram('role-main')
  return { file, execArgv: [...execArgv, ...nodeFlags(role)] }
}
