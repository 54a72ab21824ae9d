/**
 * Limits of every session of our role in this database (workers/DESIGN.md 3.1): a frozen process must not
 * hold rows long.
 */
import type { Knex } from 'knex'

const LIMITS: Array<[string, string]> = [
  ['statement_timeout', '5s'],
  ['lock_timeout', '3s'],
  ['idle_in_transaction_session_timeout', '2s'],
  ['tcp_keepalives_idle', '5'],
  ['tcp_keepalives_interval', '2'],
  ['tcp_keepalives_count', '2'],
  ['synchronous_commit', 'on'],
]

const INSUFFICIENT_PRIVILEGE = '42501'

/**
 * Sets the limits for future sessions. A role that may not alter itself keeps its own: its owner has decided.
 */
export async function setRoleLimits(knex: Knex): Promise<void> {
  const {
    rows: [current],
  } = (await knex.raw(
    'select quote_ident(current_user) as role, quote_ident(current_database()) as database',
  )) as {
    rows: Array<{ role: string; database: string }>
  }
  if (current === undefined) throw new Error('a select without from returned no row')
  for (const [name, value] of LIMITS) {
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
