/** A role of the product in a process of the bench. */
import { Registry } from 'prom-client'
import type { Config } from '../../../ops/config/config.js'
import { disposables } from '../../../ops/process/disposables.js'
import { ROLE_STARTERS } from '../../../ops/roles/table.js'
import type { RoleName } from '../../../ops/roles/role.js'
import { replyToBench, processOptions } from '../harness/bench-process.js'
import { quietLog } from '../harness/quiet-log.js'

export interface RoleProcessOptions {
  role: RoleName
  config: Config
}

const { role, config } = await processOptions<RoleProcessOptions>()
const start = await ROLE_STARTERS[role]()
const open = disposables()
await start({
  config,
  log: quietLog,
  worker: `bench-${role}-${process.pid}`,
  registry: new Registry(),
  open,
})
process.once('SIGTERM', () => {
  void open.close().then(() => process.exit(0))
})
replyToBench({ port: config.PORT })
