/** What the supervisor forks: one role, with the settings of the environment. */
import { loadConfig } from './config.js'
import { runRole } from './role.js'
import { ROLES } from './roles/role.js'

const role = ROLES.find(name => name === process.argv[2])
if (role === undefined) throw new Error(`no such role: ${process.argv[2] ?? ''}`)
await runRole(role, { config: loadConfig(), health: false })
