/** Creates and updates the schema. Migrations are TypeScript modules, run in the order listed here. */
import { setTimeout as sleep } from 'node:timers/promises'
import makeKnex, { type Knex } from 'knex'
import pg from 'pg'
import * as fold from '../migrations/0100_fold.js'
import * as outbox from '../migrations/0110_outbox.js'
import * as oauth from '../migrations/0200_oauth.js'
import * as webhooks from '../migrations/0300_webhooks.js'
import * as feeds from '../migrations/0400_feeds.js'
import * as reference from '../migrations/0500_reference.js'
import * as operations from '../migrations/0600_operations.js'
import * as answerForms from '../migrations/0700_answer_forms.js'
import * as requestLog from '../migrations/0710_request_log.js'
import * as recoveryCodes from '../migrations/0720_recovery_codes.js'
import * as team from '../migrations/0730_team.js'
import * as webhookComfort from '../migrations/0740_webhook_comfort.js'
import * as memberPages from '../migrations/0750_member_pages.js'
import * as tripRevision from '../migrations/0800_trip_revision.js'
import * as mailRecipients from '../migrations/0810_mail_recipients.js'
import * as loggedErrors from '../migrations/0820_logged_errors.js'
import * as tripSegments from '../migrations/0850_trip_segments.js'
import * as pastDocuments from '../migrations/0851_past_documents.js'
import * as compactKeys from '../migrations/0860_compact_keys.js'
import * as packMessages from '../migrations/0861_pack_messages.js'
import * as narrowAttempts from '../migrations/0862_narrow_attempts.js'
import * as deliveryTrace from '../migrations/0875_delivery_trace.js'
import * as boundRawBatches from '../migrations/0890_bound_raw_batches.js'
import * as checkRawBatches from '../migrations/0891_check_raw_batches.js'
import * as partitionRawBatches from '../migrations/0892_partition_raw_batches.js'
import * as erasures from '../migrations/0900_erasures.js'
import * as linksOfAccounts from '../migrations/0910_links_of_accounts.js'
import * as receiptsKeepMembers from '../migrations/0920_receipts_keep_members.js'
import * as fenceRevisions from '../migrations/0930_fence_revisions.js'
import * as vacuumMembers from '../migrations/0940_vacuum_members.js'
import * as quarantinedEvents from '../migrations/0941_quarantined_events.js'
import * as idHorizons from '../migrations/0950_id_horizons.js'
import * as streamAudit from '../migrations/0960_stream_audit.js'
import { connection } from './connect.js'
import { createPartitions } from './event-partitions.js'
import { runMaintenanceAsOwner } from './maintenance-functions.js'
import { applyRoleSettings } from './role-settings.js'

/** By name, in the order in which they run. */
export const MIGRATIONS = new Map<string, { up: (knex: Knex) => Promise<void> }>([
  ['0100_fold', fold],
  ['0110_outbox', outbox],
  ['0200_oauth', oauth],
  ['0300_webhooks', webhooks],
  ['0400_feeds', feeds],
  ['0500_reference', reference],
  ['0600_operations', operations],
  ['0700_answer_forms', answerForms],
  ['0710_request_log', requestLog],
  ['0720_recovery_codes', recoveryCodes],
  ['0730_team', team],
  ['0740_webhook_comfort', webhookComfort],
  ['0750_member_pages', memberPages],
  ['0800_trip_revision', tripRevision],
  ['0810_mail_recipients', mailRecipients],
  ['0820_logged_errors', loggedErrors],
  ['0850_trip_segments', tripSegments],
  ['0851_past_documents', pastDocuments],
  ['0860_compact_keys', compactKeys],
  ['0861_pack_messages', packMessages],
  ['0862_narrow_attempts', narrowAttempts],
  ['0875_delivery_trace', deliveryTrace],
  ['0890_bound_raw_batches', boundRawBatches],
  ['0891_check_raw_batches', checkRawBatches],
  ['0892_partition_raw_batches', partitionRawBatches],
  ['0900_erasures', erasures],
  ['0910_links_of_accounts', linksOfAccounts],
  ['0920_receipts_keep_members', receiptsKeepMembers],
  ['0930_fence_revisions', fenceRevisions],
  ['0940_vacuum_members', vacuumMembers],
  ['0941_quarantined_events', quarantinedEvents],
  ['0950_id_horizons', idHorizons],
  ['0960_stream_audit', streamAudit],
])

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
 * Runs missing migrations, creates the partitions of the coming days, and applies the settings of the
 * role. Several processes may call it at once: one works, the others wait. Requires a direct connection, not
 * a pooler.
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
    // Only our lock counts; a lock in knex's own table was left by a process that died.
    await knex.migrate.forceFreeMigrationsLock({ migrationSource: source })
    await retryLocks(async () => {
      await knex.migrate.latest({ migrationSource: source })
      await runMaintenanceAsOwner(knex)
      await createPartitions(knex)
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

/** The migrations that a database lacks, in order; all of them for an empty one. Changes nothing. */
export async function missingMigrations(databaseUrl: string): Promise<string[]> {
  const client = new pg.Client(connection(databaseUrl, 'tripfold schema check'))
  client.on('error', () => {})
  await client.connect()
  try {
    const { rows: tables } = await client.query<{ exists: boolean }>(
      "select to_regclass('knex_migrations') is not null as exists",
    )
    if (tables[0]?.exists !== true) return [...MIGRATIONS.keys()]
    const { rows } = await client.query<{ name: string }>('select name from knex_migrations')
    const applied = new Set(rows.map(({ name }) => name))
    return [...MIGRATIONS.keys()].filter((name) => !applied.has(name))
  } finally {
    await client.end()
  }
}
