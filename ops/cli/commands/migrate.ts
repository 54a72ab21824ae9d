/** `migrate`: brings the schema and the reference data up to date, for services with `MIGRATIONS=wait`. */
import { parseArgs } from 'node:util'
import { migrate as applyMigrations, missingMigrations } from '../../../db/pg/migrate.js'
import { seed } from '../../../db/seed/seed.js'
import type { DatabaseCommand } from '../arguments.js'
import { controlUrl } from '../../config/addresses.js'
import { ConfigError, loadConfig } from '../../config/config.js'
import { makeLog } from '../../process/log.js'
import { explainUnknownMigrations } from '../../stack/prepare-schema.js'
import { explainFailure } from '../command.js'

export const migrate: DatabaseCommand = {
  usage: [
    [
      'migrate [--check]',
      'apply missing migrations and reference data to DATABASE_CONTROL_URL or else DATABASE_URL, as the role that owns ' +
        'the tables; --check only lists missing migrations and exits with 1 if there are any',
    ],
  ],
  run: async (args) => {
    const isCheck = parseArgs({ args, options: { check: { type: 'boolean' } } }).values.check === true
    const config = loadConfig()
    if (config.DATABASE_URL === '')
      throw new ConfigError([
        { name: 'DATABASE_URL', problem: 'is not set', fix: 'set it to the database to migrate' },
      ])
    const url = controlUrl(config)
    try {
      const missing = await missingMigrations(url)
      for (const name of missing) console.log(`${isCheck ? 'missing' : 'applying'} ${name}`)
      if (isCheck) {
        if (missing.length === 0) console.log('Nothing is missing.')
        return missing.length > 0 ? 1 : 0
      }
      await applyMigrations(url)
      await seed(url)
      console.log('Schema and reference data are up to date.')
      return 0
    } catch (error) {
      throw await explainFailure(
        explainUnknownMigrations(error),
        config,
        makeLog({ LOG_LEVEL: 'error', LOG_FILE: '' }, 'cli'),
      )
    }
  },
}
