/**
 * The rights of each role of the service in Postgres. Every migration grants these and no others (apply-grants.ts), a test
 * compares them with a database, and ops/docs/database-rights.md lists them. The owner of the tables may do everything:
 * migrations, operators, and all processes of an installation with one user.
 */

/** Housekeeping and the erasure of persons have rights of their own, whichever process runs them. */
export const DATABASE_ROLES = ['api', 'fold', 'deliver', 'jobs', 'housekeeping'] as const
export type DatabaseRole = (typeof DATABASE_ROLES)[number]

/** The groups that the user of a process belongs to. */
export const LOGINS = {
  api: ['api'],
  fold: ['fold'],
  deliver: ['deliver', 'housekeeping'],
  jobs: ['jobs'],
} as const satisfies Record<string, readonly DatabaseRole[]>
export type ProcessRole = keyof typeof LOGINS

/** The group that holds the rights of a role: a role of Postgres that cannot log in. */
export function groupOf(role: DatabaseRole): string {
  return `tripfold_role_${role}`
}

/** Privileges in the syntax of GRANT, with columns where only some are needed; absent: none. */
export type Rights = Partial<Record<DatabaseRole, string>>

const ALL = 'select, insert, update, delete'

/** All processes have them; housekeeping runs in one. */
const everyProcess = (privileges: string): Rights => ({
  api: privileges,
  fold: privileges,
  deliver: privileges,
  jobs: privileges,
})

/** Deleted with a person, found by these columns. */
const erased = (...columns: string[]): Rights => ({ housekeeping: `select (${columns.join(', ')}), delete` })

const OF_MEMBER = erased('member_id')

/** Tables and views. A table of the schema that is missing here fails test/db/roles/rights.test.ts. */
export const TABLES: Record<string, Rights> = {
  account: { api: 'select', fold: 'select, insert, update', jobs: 'select', housekeeping: 'select, delete' },
  account_registration: {
    api: ALL,
    fold: 'select, insert, update',
    jobs: 'select, insert, update',
    housekeeping: 'select, delete',
  },
  airline: { api: 'select', fold: 'select' },
  airport: { api: 'select', fold: 'select', jobs: 'select' },
  airport_key: { api: 'select', fold: 'select' },
  app: {
    api: 'select, insert, update',
    deliver: 'select',
    jobs: 'select',
    housekeeping: 'select',
  },
  app_invitation: { api: ALL },
  app_secret: { api: ALL },
  app_team: { api: ALL, deliver: 'select' },
  attempt: { api: 'select, insert', deliver: 'select, insert', housekeeping: 'select, delete' },
  audit: {
    api: 'select, insert (event, actor_kind, actor_id, client_id, member_id, address, request, detail)',
    jobs: 'select (id, at, last_at, event, actor_kind, actor_id, client_id, address, detail, count)',
    housekeeping: 'select (member_id, client_id, request)',
  },
  background_job: {
    api: 'select, insert (id, kind, member_id, input, served), update (due, attempts, ended, expires, result, error)',
    jobs: 'select, update (served, due, attempts, worker, ended, expires, result, error), delete',
    housekeeping: 'select (id, member_id, ended), delete',
  },
  background_job_part: { api: 'select', jobs: 'select, insert, delete' },
  calendar_feed: {
    api: ALL,
    jobs: 'select (id, member_id, name, client_id, created, last_used)',
    ...OF_MEMBER,
  },
  callback: {
    api: ALL,
    deliver: 'select, update (status, disabled_reason, version, updated)',
    housekeeping: 'select (id, client_id, status, ordered)',
  },
  callback_due: { api: 'select, insert, update', deliver: 'select, update', housekeeping: 'select, update' },
  callback_mail: { api: 'select, delete', deliver: ALL },
  city: { api: 'select', fold: 'select' },
  city_key: { api: 'select', fold: 'select' },
  delivery: { api: ALL, deliver: ALL, housekeeping: 'select, update, delete' },
  developer: { api: ALL, deliver: 'select (id, email)' },
  document: {
    api: 'select, insert, update (submitted, batch_id, segments, n)',
    jobs: 'select, update (status, format, parts, segments, n, error, bytes, becomes, published)',
    housekeeping: 'select, update (bytes), delete',
  },
  erased_message: { fold: 'select, delete', housekeeping: 'select, insert' },
  erasure: {
    ...everyProcess('select (id, member_id)'),
    housekeeping: 'select, update (erased_at, done_at, counts, email)',
  },
  event: {
    api: 'select, insert',
    fold: 'insert',
    deliver: 'select, insert',
    jobs: 'select',
    housekeeping: 'select, delete',
  },
  fan_out_progress: { api: 'select', deliver: 'select, insert, update', ...OF_MEMBER },
  fan_out_sweep: { api: 'select', deliver: 'select, update' },
  folded_run: { fold: 'select, insert, delete' },
  feed_report: { api: 'select, insert, update', housekeeping: 'select, delete' },
  held_line: { api: ALL, jobs: ALL, housekeeping: 'select, delete' },
  id_slot: {
    api: 'select, update',
    fold: 'select, update',
    jobs: 'select, update',
    housekeeping: 'select, update',
  },
  idempotency: { api: ALL, jobs: ALL, housekeeping: 'select, delete' },
  knex_migrations: everyProcess('select'),
  knex_migrations_lock: {},
  lost_run: { api: 'select', fold: 'select, insert' },
  mail_link: { api: 'select, insert, delete', ...erased('purpose', 'subject', 'payload') },
  member: {
    api: 'select, insert (id, doc), update (status)',
    fold: 'select, update',
    jobs: 'select (id, doc, status)',
    housekeeping: 'select (id, status), delete',
  },
  member_login: {
    api: ALL,
    jobs: 'select (member_id, email, first_name, last_name, created_at)',
    ...OF_MEMBER,
  },
  oauth_code: { api: ALL },
  oauth_grant: { api: ALL, deliver: 'select', jobs: 'select', housekeeping: 'select, delete' },
  oauth_refresh: { api: ALL },
  operator_command: {
    fold: 'select, update (completed_at, result)',
    housekeeping: 'select, update (member_id, args, result, reason), delete',
  },
  outbox: { fold: 'select, insert' },
  parked_member: { api: 'select', fold: ALL, ...OF_MEMBER },
  parked_message: { api: 'select', fold: 'select, insert, delete', jobs: 'select', ...OF_MEMBER },
  partition_owner: {
    fold: 'select, insert, update',
    housekeeping: 'select (partition, epoch), update (owner, epoch, is_released)',
  },
  partition_position: { fold: 'select, insert, update' },
  partition_state: { api: 'select', fold: 'select', housekeeping: 'select' },
  past_document: {
    api: 'select',
    fold: 'insert',
    deliver: 'select',
    jobs: 'select',
    housekeeping: 'select, delete',
  },
  process: everyProcess(ALL),
  quarantined_event: { api: 'select', deliver: 'select, insert, delete', housekeeping: 'select, delete' },
  raw_batch: { api: 'select', fold: 'select, insert', jobs: 'select', ...OF_MEMBER },
  raw_batch_part: { housekeeping: 'select' },
  recovery_code: { api: ALL },
  request_log: { api: 'select, insert', jobs: 'select', housekeeping: 'select, update' },
  request_log_day: { api: 'select, insert, update', housekeeping: 'select, delete' },
  revocation: { api: 'select, insert, delete' },
  saved_message: OF_MEMBER,
  secret_check: everyProcess('select, insert (sealed)'),
  seed: everyProcess('select'),
  segment: {
    api: 'select',
    fold: 'select, insert, update',
    deliver: 'select',
    jobs: 'select',
    housekeeping: 'select, delete',
  },
  shared_trip: {
    api: ALL,
    jobs: 'select (id, member_id, trip_id, locators, prices, created, expires, until_end, last_viewed)',
    ...OF_MEMBER,
  },
  signing_key: { api: 'select, insert' },
  source: { api: 'select', fold: 'select', jobs: 'select' },
  stream_identity: { api: 'select', fold: 'select, insert, update', housekeeping: 'select' },
  throttle: { api: ALL },
  trip: {
    api: 'select',
    fold: 'select, insert, update',
    deliver: 'select',
    jobs: 'select',
    housekeeping: 'select, delete',
  },
  unpublished_notice: { api: 'select', fold: 'select' },
  web_session: {
    api: ALL,
    jobs: 'select (id, kind, account_id, created_at, seen_at, address, agent)',
    ...erased('kind', 'account_id'),
  },
  worker: { api: 'select', fold: ALL },
}

/** Sequences that do not belong to an identity column. */
export const SEQUENCES: Record<string, Rights> = {
  knex_migrations_id_seq: {},
  knex_migrations_lock_index_seq: {},
  outbox_id: { fold: 'usage' },
  trip_revision: { fold: 'usage' },
}

/** Functions that run with the rights of the owner; nobody else may call them. */
export const FUNCTIONS: Record<string, Rights> = {
  count_anonymous_audit: { api: 'execute' },
  delete_past_audit: { housekeeping: 'execute' },
  erase_audit: { housekeeping: 'execute' },
  maintain_attempt_partitions: {},
  maintain_event_partitions: {},
  maintain_partitions: { housekeeping: 'execute' },
  maintain_past_batches: { housekeeping: 'execute' },
  maintain_past_documents: {},
  maintain_raw_batches: {},
  maintain_request_log: {},
  maintain_samples: { housekeeping: 'execute' },
  open_erasure: { api: 'execute' },
  truncate_published_notices: { fold: 'execute' },
}
