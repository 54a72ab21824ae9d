/** A role of the product, as the supervisor would run it, in a process of the bench. */
import { Registry } from 'prom-client'
import type { Config } from '../../config.js'
import { STARTERS } from '../../roles/table.js'
import type { RoleName } from '../../roles/role.js'
import { answer, partOptions } from '../process.js'
import { quietLog } from '../world.js'

export interface RolePartOptions {
  role: RoleName
  config: Config
}

const { role, config } = await partOptions<RolePartOptions>()
const start = await STARTERS[role]()
const running = await start({
  config,
  log: quietLog,
  worker: `bench-${role}-${process.pid}`,
  registry: new Registry(),
  fail: (why) => {
    throw new Error(why)
  },
})
process.once('SIGTERM', () => {
  void running.stop().then(() => process.exit(0))
})
answer({ port: config.PORT })
