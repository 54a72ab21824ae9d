import { isOwner, migrate, missingMigrations, UnknownMigrationsError } from '../../db/pg/migrate.js'
import { isSeeded, seed } from '../../db/seed/seed.js'
import { controlUrl } from '../config/addresses.js'
import { ConfigError, type Config } from '../config/config.js'
import { NotPreparedError } from '../config/not-prepared-error.js'

const NAMED = 3

/**
 * Brings schema and reference data up to date, or, with `MIGRATIONS=wait` or a user without the rights, only checks them.
 * @throws NotPreparedError if they are older than this program and may not be changed
 * @throws ConfigError if the database is that of another version, which this one cannot bring up to date
 */
export async function prepareSchema(config: Config): Promise<void> {
  const url = controlUrl(config)
  try {
    if (config.MIGRATIONS === 'apply' && (await isOwner(url))) {
      await migrate(url)
      await seed(url)
      return
    }
    const missing = await missingMigrations(url)
    if (missing.length > 0) throw new NotPreparedError('schema', `the schema lacks ${missing.join(', ')}`)
  } catch (error) {
    throw explainUnknownMigrations(error)
  }
  if (!(await isSeeded(url)))
    throw new NotPreparedError('schema', 'the reference data is that of another version')
}

/** The error to report: a ConfigError if the database has migrations that this version does not know. */
export function explainUnknownMigrations(error: unknown): unknown {
  if (!(error instanceof UnknownMigrationsError)) return error
  const { names } = error
  const more = names.length > NAMED ? ` and ${names.length - NAMED} more` : ''
  return new ConfigError([
    [
      'The database',
      `has migrations that this version does not know (${names.slice(0, NAMED).join(', ')}${more})`,
      'start the version that made it, or use an empty database; `npm run reset` deletes the embedded one',
    ],
  ])
}
