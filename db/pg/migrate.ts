/** Creates and updates the schema. Migrations are the files of SQL in `migrations/`, run in the order of their names. */
import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import makeKnex, { type Knex } from 'knex'
import pg from 'pg'
import { applyGrants } from '../roles/apply-grants.js'
import { applyRoleSettings } from '../roles/role-settings.js'
import { connection } from './connect.js'
import { createTablePartitions } from './table-partitions.js'

const FOLDER = new URL('../migrations/', import.meta.url)

/** By name, in the order in which they run. */
export const MIGRATIONS = new Map<string, { up: (knex: Knex) => Promise<void> }>(
  readdirSync(FOLDER)
    .filter((file) => file.endsWith('.sql'))
    .sort()
    .map((file) => [
      file.replace(/\.sql$/, ''),
      {
        up: async (knex) => {
          await knex.raw(readFileSync(new URL(file, FOLDER), 'utf8'))
        },
      },
    ]),
)

/** The database was not migrated by this version or by one before it. */
export class UnknownMigrationsError extends Error {
  constructor(readonly names: string[]) {
    super(`unknown migrations in the database: ${names.join(', ')}`)
  }
}

/** Key of the advisory lock for schema changes; nothing else in the database uses it. */
export const SCHEMA_LOCK = 7_246_101

const UNLIMITED = '-c statement_timeout=0 -c idle_in_transaction_session_timeout=0'
/** What waits for a table behind a migration that waits for it is held up no longer than this. */
const LOCK_TIMEOUT = '-c lock_timeout=1s'
const LOCK_RETRY_MS = 500
/** Ten minutes at most, as long as a backup or a report may hold a table. */
const MAX_ATTEMPTS = 400
const LOCK_NOT_AVAILABLE = '55P03'

/** knex demands a `down`; nothing runs it. */
async function refuseDown(): Promise<void> {
  return await Promise.reject(new Error('migrations cannot be reverted; restore a backup'))
}

const source: Knex.MigrationSource<string> = {
  getMigrations: async () => await Promise.resolve([...MIGRATIONS.keys()]),
  getMigrationName: (name) => name,
  getMigration: async (name) => {
    const migration = MIGRATIONS.get(name)
    if (migration === undefined) throw new Error(`no migration is called ${name}`)
    return await Promise.resolve({ up: migration.up, down: refuseDown })
  },
}

/**
 * Runs missing migrations, gives the roles of the service their rights, creates the table partitions of the coming days,
 * and applies the settings of the role. Several processes may call it at once: one works, the others wait. Requires a direct connection, not
 * a pooler.
 * @throws UnknownMigrationsError if the database has others
 */
export async function migrate(databaseUrl: string): Promise<void> {
  const config = connection(databaseUrl, 'tripfold migrate')
  const lock = new pg.Client({ ...config, options: `${UNLIMITED} -c lock_timeout=0` })
  // A connection that breaks fails the next statement; without a listener it would end the process.
  lock.on('error', () => {})
  await lock.connect()
  const knex = makeKnex({
    client: 'pg',
    connection: { ...config, options: `${UNLIMITED} ${LOCK_TIMEOUT}` },
    pool: { min: 0, max: 2 },
    log: { warn: () => {}, error: () => {} },
  })
  try {
    await lock.query('select pg_advisory_lock($1)', [SCHEMA_LOCK])
    const unknown = unknownOf(await appliedMigrations(lock))
    if (unknown.length > 0) throw new UnknownMigrationsError(unknown)
    // Only our lock counts; a lock in knex's own table was left by a process that died.
    await knex.migrate.forceFreeMigrationsLock({ migrationSource: source })
    await retryLocks(async () => {
      await knex.migrate.latest({ migrationSource: source })
      await applyGrants(knex)
      await createTablePartitions(knex)
      await applyRoleSettings(knex)
    })
  } finally {
    await knex.destroy()
    await lock.end()
  }
}

/** Repeats what a lock has ended: each migration is a transaction, and those that are done are not repeated. */
async function retryLocks(work: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await work()
      return
    } catch (error) {
      const isLocked = (error as { code?: unknown }).code === LOCK_NOT_AVAILABLE
      if (!isLocked || attempt === MAX_ATTEMPTS) throw error
      await sleep(LOCK_RETRY_MS)
    }
  }
}

/**
 * The migrations that a database lacks, in order; all of them for an empty one. Changes nothing. A database that lacks none
 * may have others: a later version has migrated it.
 * @throws UnknownMigrationsError if it lacks some and has others
 */
export async function missingMigrations(databaseUrl: string): Promise<string[]> {
  const client = new pg.Client(connection(databaseUrl, 'tripfold schema check'))
  client.on('error', () => {})
  await client.connect()
  try {
    const applied = await appliedMigrations(client)
    const missing = [...MIGRATIONS.keys()].filter((name) => !applied.includes(name))
    const unknown = unknownOf(applied)
    if (missing.length > 0 && unknown.length > 0) throw new UnknownMigrationsError(unknown)
    return missing
  } finally {
    await client.end()
  }
}

/** Whether the user may migrate: it owns the tables, or will own them. */
export async function isOwner(databaseUrl: string): Promise<boolean> {
  const client = new pg.Client(connection(databaseUrl, 'tripfold schema check'))
  client.on('error', () => {})
  await client.connect()
  try {
    const { rows } = await client.query<{ owner: boolean }>(
      "select coalesce((select pg_has_role(relowner, 'usage') from pg_class where oid = to_regclass('knex_migrations')), true) as owner",
    )
    return rows[0]?.owner === true
  } finally {
    await client.end()
  }
}

/** In the order in which they ran; none if nothing was ever migrated. */
async function appliedMigrations(client: pg.Client): Promise<string[]> {
  const { rows: tables } = await client.query<{ exists: boolean }>(
    "select to_regclass('knex_migrations') is not null as exists",
  )
  if (tables[0]?.exists !== true) return []
  const { rows } = await client.query<{ name: string }>('select name from knex_migrations order by id')
  return rows.map(({ name }) => name)
}

function unknownOf(applied: string[]): string[] {
  return applied.filter((name) => !MIGRATIONS.has(name))
}
