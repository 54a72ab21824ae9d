/** The program that the supervisor forks: one role, configured by environment variables. */
import { ConfigError, EXIT_CONFIG, loadConfig } from './config/config.js'
import { runRole } from './role.js'
import { ROLES } from './roles/role.js'

const role = ROLES.find((name) => name === process.argv[2])
if (role === undefined) throw new Error(`There is no role "${process.argv[2] ?? ''}".`)
try {
  await runRole(role, { config: loadConfig(), health: false })
} catch (error) {
  if (!(error instanceof ConfigError)) throw error
  console.error(error.message)
  process.exit(EXIT_CONFIG)
}
