import { migrate, missingMigrations } from '../../db/pg/migrate.js'
import { isSeeded, seed } from '../../db/seed/seed.js'
import { controlUrl } from '../config/addresses.js'
import type { Config } from '../config/config.js'
import { SchemaMissingError } from '../config/schema-missing-error.js'

/**
 * Brings schema and reference data up to date, or, with `MIGRATIONS=wait`, only looks at them.
 * @throws SchemaMissingError if they are older than this program and may not be changed
 */
export async function prepareSchema(config: Config): Promise<void> {
  const url = controlUrl(config)
  if (config.MIGRATIONS === 'apply') {
    await migrate(url)
    await seed(url)
    return
  }
  const missing = await missingMigrations(url)
  if (missing.length > 0) throw new SchemaMissingError(`the schema lacks ${missing.join(', ')}`)
  if (!(await isSeeded(url))) throw new SchemaMissingError('the reference data is that of another version')
}
