/** `migrate`: brings schema, reference data and streams up to date, for services with `MIGRATIONS=wait`. */
import type { Command } from '@commander-js/extra-typings'
import { migrate as applyMigrations, missingMigrations } from '../../../db/pg/migrate.js'
import { seed } from '../../../db/seed/seed.js'
import { missingStreams } from '../../../workers/stream/setup.js'
import { controlUrl } from '../../config/addresses.js'
import { ConfigError, loadConfig } from '../../config/config.js'
import { explainUnknownMigrations } from '../../stack/prepare-schema.js'
import { openStreams } from '../../wiring/streams.js'
import { done, type Answer } from '../answer.js'
import type { CliContext } from '../context.js'
import type { Run } from '../run.js'

/** The schema of the database, and the streams. */
export function addMigrateCommand(program: Command, run: Run): void {
  program
    .command('migrate')
    .description(
      'apply missing migrations and reference data to DATABASE_CONTROL_URL or else DATABASE_URL, as the role that owns the tables; create missing streams if NATS_URL is set, as a user who may',
    )
    .option('--check', 'only list missing migrations and streams, and exit with 1 if there are any')
    .action(run(migrate))
}

async function migrate(
  { emit, stream }: CliContext,
  { check = false }: { check?: boolean | undefined },
): Promise<Answer> {
  const config = loadConfig()
  if (config.DATABASE_URL === '')
    throw new ConfigError([['DATABASE_URL', 'is not set', 'set it to the database to migrate']])
  const url = controlUrl(config)
  try {
    const nc = config.NATS_URL === '' ? null : await stream()
    const missing = [...(await missingMigrations(url)), ...(nc === null ? [] : await missingStreams(nc))]
    const verb = check ? 'missing' : 'applying'
    for (const name of missing) emit({ [verb]: name }, `${verb} ${name}`)
    if (check)
      return missing.length === 0
        ? done('Nothing is missing.')
        : { data: { missing }, lines: [], failed: true }
    await applyMigrations(url)
    await seed(url)
    if (nc === null) return done('Schema and reference data are up to date.')
    await openStreams(nc, config)
    return done('Schema, reference data and streams are up to date.')
  } catch (error) {
    throw explainUnknownMigrations(error)
  }
}
