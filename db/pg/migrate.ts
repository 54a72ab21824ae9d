/** Brings a database to the shape this program needs. Migrations are TypeScript files, run in the order of their names. */
import { readdir } from 'node:fs/promises'
import makeKnex, { type Knex } from 'knex'
import pg from 'pg'
import { connection } from './connect.js'
import { maintainEventPartitions } from './event-partitions.js'
import { setRoleLimits } from './role-limits.js'

const folder = new URL('../migrations/', import.meta.url)

/** Names the lock that makers of schema take; any number that nothing else in the database uses. */
export const SCHEMA_LOCK = 7_246_101

const UNLIMITED = '-c statement_timeout=0 -c lock_timeout=0 -c idle_in_transaction_session_timeout=0'

const source: Knex.MigrationSource<string> = {
  getMigrations: async () => (await readdir(folder)).filter((name) => /^\d+_[\w-]+\.ts$/.test(name)).sort(),
  getMigrationName: (name) => name,
  // Written so that a bundler finds the files.
  getMigration: async (name) =>
    (await import(`../migrations/${name.slice(0, -'.ts'.length)}.ts`)) as Knex.Migration,
}

/**
 * Runs the migrations that are missing, makes the event partitions of the days to come, sets the limits of the role.
 * Several processes may call it at once: one works, the others wait. Needs a direct connection, no pooler.
 */
export async function migrate(databaseUrl: string): Promise<void> {
  const config = { ...connection(databaseUrl, 'tripfold migrate'), options: UNLIMITED }
  const lock = new pg.Client(config)
  await lock.connect()
  const knex = makeKnex({ client: 'pg', connection: config, pool: { min: 0, max: 2 } })
  try {
    await lock.query('select pg_advisory_lock($1)', [SCHEMA_LOCK])
    // Ours is the lock that counts; one that knex left in its table was left by a process that died.
    await knex.migrate.forceFreeMigrationsLock({ migrationSource: source })
    await knex.migrate.latest({ migrationSource: source })
    await maintainEventPartitions(knex)
    await setRoleLimits(knex)
  } finally {
    await knex.destroy()
    await lock.end()
  }
}
