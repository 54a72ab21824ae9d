/**
 * The rights of each role of the service in Postgres. Every migration grants these and no others (apply-grants.ts), a test
 * compares them with a database, and ops/docs/database-rights.md lists them. The owner of the tables may do everything:
 * migrations, operators, and all processes of an installation with one user.
 */
import GRANTS from './grants.json' with { type: 'json' }

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

/** Tables and views. A table of the schema that is missing here fails test/db/roles/rights.test.ts. */
export const TABLES: Record<string, Rights> = GRANTS.tables

/** Sequences that do not belong to an identity column. */
export const SEQUENCES: Record<string, Rights> = GRANTS.sequences

/** Functions that run with the rights of the owner; nobody else may call them. */
export const FUNCTIONS: Record<string, Rights> = GRANTS.functions
