import type pg from 'pg'
import type { CliContext } from '../../ops/cli/context.js'
import { readConfig } from '../../ops/config/config.js'
import { silentLog } from './silent-log.js'

/** What `cli feed --dry-run` works with. */
export const dryContext = (pool: pg.Pool): Partial<CliContext> => ({
  pool,
  config: readConfig({}),
  log: silentLog(),
})
