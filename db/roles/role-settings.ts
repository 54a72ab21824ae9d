/**
 * Settings of our role in this database, for all its sessions, those that a pooler opens included. Only what
 * harms nobody else: limits of statements belong to our own sessions (session-limits.ts).
 */
import type { Knex } from 'knex'

const SETTINGS: Array<[name: string, value: string]> = [
  // Notices the host of a client that vanished within about ten seconds.
  ['tcp_keepalives_idle', '5'],
  ['tcp_keepalives_interval', '2'],
  ['tcp_keepalives_count', '2'],
  // A commit that was acknowledged survives a crash of Postgres (workers/DESIGN.md 4.1), whatever its default
  // is.
  ['synchronous_commit', 'on'],
  // For single statements through a pooler; see session-limits.ts.
  ['jit', 'off'],
]

const INSUFFICIENT_PRIVILEGE = '42501'

/**
 * Applies the settings to future sessions of a role, by default of the current one. A role that may not alter itself keeps its
 * own, set by an administrator.
 */
export async function applyRoleSettings(knex: Knex, role?: string): Promise<void> {
  const {
    rows: [current],
  } = (await knex.raw(
    'select quote_ident(coalesce(?, current_user)) as role, quote_ident(current_database()) as database',
    [role ?? null],
  )) as {
    rows: Array<{ role: string; database: string }>
  }
  if (current === undefined) throw new Error('a select without from returned no row')
  for (const [name, value] of SETTINGS) {
    try {
      await knex.raw(`alter role ${current.role} in database ${current.database} set ${name} = '${value}'`)
    } catch (error) {
      if (!isInsufficientPrivilege(error)) throw error
      return
    }
  }
}

function isInsufficientPrivilege(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === INSUFFICIENT_PRIVILEGE
}
